import type { Organization } from '../../platform/access/principal.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { type AnalyticsCells, type KeyFigures, nameKeys } from './name-keys.ts'
import { rangeOf } from './period.ts'
import type { AnalyticsQuery } from './schema.ts'
import {
  countKeys,
  type Figures,
  type KeyPage,
  type Owner,
  type Range,
  readOneMoment,
  sumByHour,
  sumByKey,
  sumByType,
} from './store.ts'

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
    return sumUsage(db, owner, range, { ...query, orderBy: 'requests' })
  })
  return { ...report, keys: await nameKeys(cells.directory, owner.org, report.keys) }
}

/** Sums the requests by type, by hour and by key. Only the keys are paginated. */
export async function sumUsage(db: Db, owner: Owner, range: Range, page: KeyPage) {
  return {
    types: await sumByType(db, owner, range),
    hours: await sumByHour(db, owner, range),
    keys: await sumByKey(db, owner, range, page),
    totalKeys: await countKeys(db, owner, range),
  }
}
