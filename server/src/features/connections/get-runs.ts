import type { Organization } from '../../platform/access/principal.ts'
import { decodeId } from '../../platform/lib/ids.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { atHome, getConnection } from './get-connection.ts'
import { listRuns, type RunRow } from './run-store.ts'

/** The runs of a connection, the latest first. */
export async function getRuns(
  app: Pick<ConnectionsApp, 'cells'>,
  organization: Organization,
  id: string,
  query: { before?: string | undefined; limit: number },
): Promise<RunRow[]> {
  const row = await getConnection(app, organization, id)
  const before = query.before === undefined ? undefined : decodeId(query.before)
  return atHome(app, organization, db => listRuns(db, row, { before, most: query.limit }))
}
