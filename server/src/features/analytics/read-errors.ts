import type { Organization } from '../../platform/access/principal.ts'
import { inScope } from '../../platform/db/tx.ts'
import { type AnalyticsCells, nameKeys } from './name-keys.ts'
import { rangeOf } from './period.ts'
import { sumUsage, type UsageReport } from './read-usage.ts'
import type { AnalyticsQuery } from './schema.ts'
import { type Failure, readOneMoment, sumFailures } from './store.ts'

export type ErrorReport = UsageReport & { failures: Failure[] }

/**
 * Reads the refused requests of an organization, among all its requests. Requests without a valid key belong to no
 * organization.
 */
export async function readErrors(
  cells: AnalyticsCells,
  organization: Organization,
  query: AnalyticsQuery,
): Promise<ErrorReport> {
  const owner = { shard: organization.homeShard, org: organization.id }
  const range = rangeOf(query)
  const report = await inScope(cells.of(owner.shard), { org: owner.org }, async db => {
    await readOneMoment(db)
    const failures = await sumFailures(db, owner, range)
    return { failures, ...(await sumUsage(db, owner, range, { ...query, orderBy: 'errors' })) }
  })
  return { ...report, keys: await nameKeys(cells.directory, owner.org, report.keys) }
}
