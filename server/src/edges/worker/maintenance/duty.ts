import type { Config } from '../../../platform/config.ts'
import type { Cell } from '../../../platform/db/cells.ts'
import type { WakeQueue } from '../../../platform/lanes/queue.ts'

export type DutyContext = {
  cell: Cell
  queue: WakeQueue
  config: Pick<Config, 'USAGE_RETENTION_DAYS'>
  /** Aborted when the worker stops. */
  signal: AbortSignal
}

/** A maintenance task that a worker runs in a cell at an interval. Any number of workers may run it at once. */
export type Duty = {
  /** For the log and the metric. */
  name: string
  run(context: DutyContext): Promise<void>
}
