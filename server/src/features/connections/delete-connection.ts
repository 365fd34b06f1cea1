import type { Principal } from '../../platform/access/principal.ts'
import { AppError } from '../../platform/errors.ts'
import { type ConnectionRow, markDeleting } from './connection-store.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { atHome, findOfProvider, getConnection } from './get-connection.ts'
import { isProvider } from './is-provider.ts'
import { dropGrants } from './oauth/grant-store.ts'
import type { OfProviderBody } from './schema.ts'
import { wakeSync } from './wake-sync.ts'

/**
 * Deletes a connection by its id, or those to a provider. They vanish at once. A worker then revokes the authorization,
 * removes webhooks at the provider, and deletes the documents.
 */
export async function deleteConnections(
  app: ConnectionsApp,
  principal: Principal,
  idOrProvider: string,
  { deleteDocuments, ...body }: OfProviderBody & { deleteDocuments: boolean },
): Promise<ConnectionRow> {
  const { organization } = principal
  const rows = (await isProvider(app, idOrProvider))
    ? await findOfProvider(app, principal, idOrProvider, body)
    : [await getConnection(app, organization, idOrProvider)]
  const [first] = rows
  if (!first) throw new AppError('connection.not_found')
  await atHome(app, organization, async db => {
    for (const row of rows) {
      if (!(await markDeleting(db, row, deleteDocuments))) continue
      await dropGrants(db, row)
      await wakeSync(db, app, row)
    }
  })
  return first
}
