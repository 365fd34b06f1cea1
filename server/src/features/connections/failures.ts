import type { Organization } from '../../platform/access/principal.ts'
import { askForRun } from './connection-store.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { atHome, getConnection } from './get-connection.ts'
import { type FailureRow, findFailed, listFailures, wantItems } from './item-store.ts'
import { wakeSync } from './wake-sync.ts'

/** Items of a connection that could not be read. */
export async function getFailures(
  app: Pick<ConnectionsApp, 'cells'>,
  organization: Organization,
  id: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ failures: FailureRow[]; next: string | null }> {
  const row = await getConnection(app, organization, id)
  const found = await atHome(app, organization, db => listFailures(db, row, { after, most: limit + 1 }))
  const failures = found.slice(0, limit)
  return { failures, next: found.length > limit ? failures.at(-1)!.externalId : null }
}

const mostRetried = 10_000

/** Reads failed items again, the named ones or all, in a run of their own. Returns how many. */
export async function retryFailures(
  app: Pick<ConnectionsApp, 'cells' | 'wakes'>,
  organization: Organization,
  id: string,
  externalIds: readonly string[] | undefined,
): Promise<number> {
  const row = await getConnection(app, organization, id)
  return atHome(app, organization, async db => {
    const which = externalIds ? { externalIds } : ('all' as const)
    const failed = await findFailed(db, row, which, mostRetried)
    if (failed.length === 0) return 0
    await wantItems(db, row, row.containerTag, failed)
    await askForRun(db, row, { trigger: 'manual', pulls: false })
    if (row.state === 'active') await wakeSync(db, app, row)
    return failed.length
  })
}
