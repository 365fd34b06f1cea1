import type { Organization } from '../../platform/access/principal.ts'
import { inScope } from '../../platform/db/tx.ts'
import { type AnalyticsCells, type KeyFigures, nameKeys } from './name-keys.ts'
import { rangeOf } from './period.ts'
import type { AnalyticsQuery } from './schema.ts'
import { countKeys, type Figures, readOneMoment, sumByHour, sumByKey, sumByType } from './store.ts'

export type UsageReport = {
  types: (Figures & { type: string })[]
  hours: (Figures & { hour: Date })[]
  keys: KeyFigures[]
  totalKeys: number
}

/** Reads the requests of an organization by type, by hour and by key. They are up to a second behind. */
export async function readUsage(
  cells: AnalyticsCells,
  organization: Organization,
  query: AnalyticsQuery,
): Promise<UsageReport> {
  const owner = { shard: organization.homeShard, org: organization.id }
  const range = rangeOf(query)
  const report = await inScope(cells.of(owner.shard), { org: owner.org }, async db => {
    await readOneMoment(db)
    return {
      types: await sumByType(db, owner, range),
      hours: await sumByHour(db, owner, range),
      keys: await sumByKey(db, owner, range, { ...query, orderBy: 'requests' }),
      totalKeys: await countKeys(db, owner, range),
    }
  })
  return { ...report, keys: await nameKeys(cells.directory, owner.org, report.keys) }
}
