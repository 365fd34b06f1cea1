import type { Organization } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { freshCell } from '../../platform/db/fresh-cell.ts'
import { readInScope } from '../../platform/db/tx.ts'
import { dayMs } from '../../platform/lib/durations.ts'
import { type Counters, countLearned, type RecentMemory, readCounters, selectRecent } from './store.ts'

export type Overview = Counters & { learnedThisWeek: number; recent: RecentMemory[] }

const shown = 12
/** Counting further would make the page wait, and says nothing more. */
export const mostLearned = 10_000

/** Counts and the latest memories of an organization, over all of its cells. */
export async function readOverview(cells: Cells, organization: Organization): Promise<Overview> {
  const since = new Date(Date.now() - 7 * dayMs)
  const parts = await Promise.all(
    cells.reach(organization).map(async ({ cell, shards }) => {
      const reach = { org: organization.id, shards }
      const from = await freshCell(cell, { ...reach, tags: undefined })
      return readInScope(from, { org: organization.id }, async db => ({
        counters: await readCounters(db, reach),
        learned: await countLearned(db, reach, since, mostLearned),
        recent: await selectRecent(db, reach, shown),
      }))
    }),
  )
  return {
    ...sumOf(parts.map(({ counters }) => counters)),
    learnedThisWeek: parts.reduce((sum, { learned }) => sum + learned, 0),
    recent: parts
      .flatMap(({ recent }) => recent)
      .sort((a, b) => b.learnedAt.getTime() - a.learnedAt.getTime())
      .slice(0, shown),
  }
}

/** Only the counters, which tell whether anything has changed. */
export async function readAllCounters(cells: Cells, organization: Organization): Promise<Counters> {
  const parts = await Promise.all(
    cells
      .reach(organization)
      .map(({ cell, shards }) =>
        readInScope(cell, { org: organization.id }, db => readCounters(db, { org: organization.id, shards })),
      ),
  )
  return sumOf(parts)
}

function sumOf(all: readonly Counters[]): Counters {
  const sum = (name: keyof Counters) => all.reduce((total, counters) => total + counters[name], 0)
  return {
    documents: sum('documents'),
    pending: sum('pending'),
    failed: sum('failed'),
    memories: sum('memories'),
  }
}
