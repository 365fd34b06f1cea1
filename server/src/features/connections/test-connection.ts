import type { Organization } from '../../platform/access/principal.ts'
import { sourceFaultOf } from './check-source.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { getConnection } from './get-connection.ts'
import { findConnector, openSource } from './open-source.ts'

export type TestedConnection = { account: string | null } | { code: string; message: string }

/** Reaches the source of a connection once, and says what came of it. */
export async function testConnection(
  app: ConnectionsApp,
  organization: Organization,
  id: string,
): Promise<TestedConnection> {
  const row = await getConnection(app, organization, id)
  const connector = await findConnector(app, row.provider)
  if (connector.describe.credentials.kind === 'oauth' && row.credentials === null)
    return { code: 'auth_expired', message: 'The connection is not authorized. Open its authorization link' }
  try {
    const { account } = await connector.check(openSource(app, connector, row))
    return { account: account ?? null }
  } catch (error) {
    const known = sourceFaultOf(error)
    if (!known) throw error
    return { code: known.code, message: known.message }
  }
}
