import type { ErasureJournal } from '../../../features/erasures/journal.ts'
import type { Config } from '../../../platform/config.ts'
import type { Cell } from '../../../platform/db/cells.ts'
import type { WakeQueue } from '../../../platform/lanes/queue.ts'

export type DutyContext = {
  cell: Cell
  queue: WakeQueue
  journal: ErasureJournal
  config: Pick<
    Config,
    | 'USAGE_RETENTION_DAYS'
    | 'REQUEST_LOG_DAYS'
    | 'WEBHOOK_LOG_DAYS'
    | 'HISTORY_RETENTION_DAYS'
    | 'RECEIPT_RETENTION_DAYS'
    | 'ARCHIVE_RETENTION_DAYS'
    | 'SYNC_LOG_DAYS'
    | 'DREAM_QUIET_MS'
    | 'DREAM_MAX_WAIT_MS'
  >
  /** Aborted when the worker stops. */
  signal: AbortSignal
}

/**
 * A maintenance task that one worker, the leader, runs in a cell at an interval. It must be safe when several run it at
 * once: a leader that hangs is replaced, and may go on.
 */
export type Duty = {
  /** For the log and the metric. */
  name: string
  run(context: DutyContext): Promise<void>
}
