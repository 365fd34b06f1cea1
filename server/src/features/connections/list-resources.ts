import type { Organization } from '../../platform/access/principal.ts'
import type { Resources } from '../../platform/connectors/connector.ts'
import { AppError } from '../../platform/errors.ts'
import { forPerson } from './check-source.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { getConnection } from './get-connection.ts'
import { findConnector, openSource } from './open-source.ts'

/** What a person may choose from. */
export async function listResources(
  app: ConnectionsApp,
  organization: Organization,
  id: string,
  {
    page,
    per_page: perPage,
    parent_id: parent,
  }: { page: number; per_page: number; parent_id?: string | undefined },
): Promise<Resources> {
  const row = await getConnection(app, organization, id)
  const connector = await findConnector(app, row.provider)
  if (!connector.resources) throw new AppError('connection.not_supported')
  if (connector.describe.credentials.kind === 'oauth' && row.credentials === null)
    throw new AppError('connection.not_authorized')
  return forPerson(() => connector.resources!(openSource(app, connector, row), { page, perPage, parent }))
}
