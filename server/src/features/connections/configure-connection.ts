import type { Organization } from '../../platform/access/principal.ts'
import { AppError } from '../../platform/errors.ts'
import { askForRun, type ConnectionRow, changeConnection, lockConnection } from './connection-store.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { atHome, getConnection } from './get-connection.ts'
import type { ConfigureBody } from './schema.ts'
import { wakeSync } from './wake-sync.ts'

/** Chooses what is imported, and reads the source from its beginning. Documents of what is no longer chosen are deleted. */
export async function configureConnection(
  app: ConnectionsApp,
  organization: Organization,
  id: string,
  { resources }: ConfigureBody,
): Promise<ConnectionRow> {
  const found = await getConnection(app, organization, id)
  return atHome(app, organization, async db => {
    const row = await lockConnection(db, found)
    if (!row) throw new AppError('connection.not_found')
    const chosen = resources?.map(({ id: resource, name, defaultBranch }) => ({
      id: resource,
      ...(name !== undefined && { name }),
      ...(defaultBranch !== undefined && { defaultBranch }),
    }))
    const changed = await changeConnection(db, row, { chosen: chosen ?? null })
    await askForRun(db, row, { trigger: 'manual', pulls: true, isAnew: true })
    if (changed.state === 'active') await wakeSync(db, app, row)
    return changed
  })
}
