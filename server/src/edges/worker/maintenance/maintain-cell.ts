import { LeaderLock } from '../../../platform/db/leader-lock.ts'
import type { Logger } from '../../../platform/telemetry/logger.ts'
import type { Metrics } from '../../../platform/telemetry/metrics.ts'
import { type RepeatedTask, repeat } from '../repeat.ts'
import { growthDuties, roundDuties, roundsPerGrowth } from './duties.ts'
import type { Duty, DutyContext } from './duty.ts'
import { reportFailures } from './report-failures.ts'
import { runDuties } from './run-duties.ts'

export type MaintenanceOptions = Omit<DutyContext, 'signal'> & {
  roundMs: number
  logger: Logger
  metrics: Metrics
  /** Replaces the duties of a round and of growth, for tests. */
  duties?: { round: readonly Duty[]; growth: readonly Duty[] }
}

const allDuties = { round: roundDuties, growth: growthDuties }

/** Taking the lead fails when the cell is unreachable. Then no duty runs. */
const leading = 'take_lead'

/**
 * Runs the duties of one cell until it is stopped, while this process leads them. Of any number of workers one does, so
 * their cost does not grow with the fleet; every round the others look whether it is gone.
 */
export function maintainCell(options: MaintenanceOptions): RepeatedTask {
  const { roundMs, logger, metrics, duties = allDuties, ...rest } = options
  const stopping = new AbortController()
  const reports = reportFailures({ logger, metrics }, rest.cell.name)
  const lead = new LeaderLock(rest.cell)
  // A counter that starts at 0 lets an alert see the first failure as an increase.
  for (const name of [leading, ...[...duties.round, ...duties.growth].map(({ name }) => name)])
    metrics.maintenanceFailures.inc({ duty: name }, 0)
  const isLeader = metrics.maintenanceLeader.labels({ cell: rest.cell.name })
  const runRound = async (some: readonly Duty[]) => {
    const isOurs = await lead.isOurs()
    isLeader.set(isOurs ? 1 : 0)
    if (isOurs) await runDuties(some, { ...rest, signal: stopping.signal }, reports)
    else reports.roundEnded(true)
  }
  const onError = (error: unknown) => {
    isLeader.set(0)
    reports.failed(leading, error)
  }
  const loops = [
    repeat(roundMs, onError, () => runRound(duties.round)),
    repeat(roundMs * roundsPerGrowth, onError, () => runRound(duties.growth)),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops.map(loop => loop.stop()))
      await lead.release()
      isLeader.set(0)
    },
  }
}
