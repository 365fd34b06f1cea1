import { unscoped } from '../../../platform/db/tx.ts'
import { dropOldCalls } from '../../../processes/dreaming/extract/llm-store.ts'
import type { Duty } from './duty.ts'
import { rowsPerStep, runSteps } from './run-steps.ts'

/** Drops calls of the language model that are older than HISTORY_RETENTION_DAYS. */
export const dropOldLlmCallsDuty: Duty = {
  name: 'drop_old_llm_calls',
  run: context =>
    runSteps(context, () =>
      unscoped(context.cell.maintenance, db =>
        dropOldCalls(db, context.config.HISTORY_RETENTION_DAYS * 24, rowsPerStep),
      ),
    ),
}
