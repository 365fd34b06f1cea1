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

/** Runs the duties of one cell until it is stopped. */
export function maintainCell(options: MaintenanceOptions): RepeatedTask {
  const { roundMs, logger, metrics, duties = allDuties, ...rest } = options
  const stopping = new AbortController()
  const reports = reportFailures({ logger, metrics }, rest.cell.name)
  // A counter that starts at 0 lets an alert see the first failure as an increase.
  for (const { name } of [...duties.round, ...duties.growth])
    metrics.maintenanceFailures.inc({ duty: name }, 0)
  const run = (some: readonly Duty[], everyMs: number) =>
    repeat(
      everyMs,
      error => reports.failed('round', error),
      () => runDuties(some, { ...rest, signal: stopping.signal }, reports),
    )
  const loops = [run(duties.round, roundMs), run(duties.growth, roundMs * roundsPerGrowth)]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(loops.map(loop => loop.stop()))
    },
  }
}
