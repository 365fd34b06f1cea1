import type { Principal } from '../../platform/access/principal.ts'
import { AppError } from '../../platform/errors.ts'
import { askForRun, type ConnectionRow } from './connection-store.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { atHome, findOfProvider, getConnection } from './get-connection.ts'
import { isProvider } from './is-provider.ts'
import type { OfProviderBody } from './schema.ts'
import { wakeSync } from './wake-sync.ts'

/** Starts a run of a connection, or of those to a provider. One that runs already is followed by another. */
export async function startImports(
  app: ConnectionsApp,
  principal: Principal,
  idOrProvider: string,
  body: OfProviderBody,
): Promise<number> {
  const { organization } = principal
  const rows: ConnectionRow[] = (await isProvider(app, idOrProvider))
    ? await findOfProvider(app, principal, idOrProvider, body)
    : [await getConnection(app, organization, idOrProvider)]
  if (rows.length === 0) throw new AppError('connection.not_found')
  const active = rows.filter(({ state }) => state === 'active')
  if (active.length === 0 && rows.some(({ state }) => state === 'needs_authorization'))
    throw new AppError('connection.not_authorized')
  await atHome(app, organization, async db => {
    for (const row of active) {
      await askForRun(db, row, { trigger: 'manual', pulls: true })
      await wakeSync(db, app, row)
    }
  })
  return active.length
}
