import { say } from '../../measure/report.ts'
import { checkInvariants, toLines } from '../../test/invariants/check-invariants.ts'
import type { Ask } from '../../test/invariants/invariant.ts'
import type { Cluster } from '../clusters.ts'

/**
 * How many invariants of the tables do not hold. Those that hold at any moment: a scenario ends while some documents still wait
 * for their dreams.
 */
export async function countBroken(cluster: Cluster): Promise<number> {
  const ask: Ask = (sql, values) => cluster.query(sql, values)
  const violations = await checkInvariants({ directory: ask, cells: [ask] }, { settled: false })
  for (const line of toLines(violations)) say(`broken: ${line}`)
  return violations.length
}
