import { openLogins } from '../../../app/open-logins.ts'
import type { Config } from '../../../platform/config.ts'
import { openCells } from '../../../platform/db/cells.ts'
import type { Replica, ReplicaState } from '../../../platform/db/replica.ts'
import { SecondLockError } from '../../../platform/db/second-lock.ts'
import { ping } from '../../../platform/db/tx.ts'
import { type Finding, ok, warning } from './finding.ts'

/**
 * Checks that each replica is a copy of its cell, how far it is behind, and that processes can log in to it with a role that
 * row-level security binds. Without its replica, a cell still answers everything, so nothing here is a failure.
 */
export async function checkReplicas(config: Config): Promise<Finding[]> {
  if (config.REPLICA_URLS.trim() === '') return []
  const addresses = await openLogins(config).catch(() => undefined)
  if (!addresses) return []
  const limits = { maxLagMs: config.REPLICA_MAX_LAG_SECONDS * 1000, waitMs: 0 }
  const cells = openCells(addresses, 1, 'reverie doctor', limits)
  try {
    return await Promise.all(cells.all.flatMap(({ replica }) => (replica ? [checkReplica(replica)] : [])))
  } finally {
    await cells.close(100)
  }
}

async function checkReplica(replica: Replica): Promise<Finding> {
  const subject = `replica of cell ${replica.cell}`
  const refused = await ping({ name: subject, pool: replica.pool }).then(
    () => undefined,
    (error: Error) => error,
  )
  if (refused) return warning(subject, refused.message, todoAfter(refused))
  await replica.look()
  const { state, lagMs = 0 } = replica
  const problem = problems[state]
  if (problem) return warning(subject, ...problem)
  return ok(subject, lagMs === 0 ? 'up to date' : `${Math.round(lagMs / 1000)} s behind`)
}

const todoAfter = (error: Error): string =>
  error instanceof SecondLockError
    ? "Set REPLICA_URLS to the standby itself, not to a pooler, with the user of the cell's address."
    : 'The primary answers all reads. See docs/deploy/replicas.md.'

const problems: Partial<Record<ReplicaState, [found: string, todo: string]>> = {
  other: [
    'follows another server or an earlier timeline',
    'Set REPLICA_URLS to a standby of this cell. After a failover, a standby catches up within one checkpoint.',
  ],
  late: [
    'is further behind than REPLICA_MAX_LAG_SECONDS',
    'Look for long queries and slow disks on the standby, and at pg_stat_replication on the primary.',
  ],
  away: ['does not answer', 'The primary answers all reads. See docs/deploy/replicas.md.'],
  unknown: ['cannot be compared, because the primary does not answer', 'See the findings about the cell.'],
}
