import type { Organization, Principal } from '../../platform/access/principal.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { type ConnectedDocument, findConnectedDocuments } from './document-store.ts'
import { atHome, findOfProvider } from './get-connection.ts'
import { listItemDocuments } from './item-store.ts'
import type { OfProviderBody } from './schema.ts'

const mostDocuments = 1_000

/** The latest documents of the connections to a provider, at most 1,000. */
export async function listConnectionDocuments(
  app: ConnectionsApp,
  principal: Principal,
  provider: string,
  body: OfProviderBody,
): Promise<ConnectedDocument[]> {
  const { organization } = principal
  const rows = await findOfProvider(app, principal, provider, body)
  if (rows.length === 0) throw new AppError('connection.not_found')
  const ids = await atHome(app, organization, async db => {
    const found: string[] = []
    for (const row of rows) found.push(...(await listItemDocuments(db, row, mostDocuments)))
    return found
  })
  const latest = ids.sort((a, b) => (a < b ? 1 : -1)).slice(0, mostDocuments)
  const documents = await readDocuments(app, organization, latest)
  return documents.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
}

async function readDocuments(
  { cells }: Pick<ConnectionsApp, 'cells'>,
  organization: Organization,
  ids: readonly string[],
): Promise<ConnectedDocument[]> {
  const found = await Promise.all(
    cells
      .reach(organization)
      .map(({ cell, shards }) =>
        inScope(cell, { org: organization.id }, db =>
          findConnectedDocuments(db, organization.id, shards, ids),
        ),
      ),
  )
  return found.flat()
}
