import { unscoped } from '../../../platform/db/tx.ts'
import { dropExpiredAnswers } from '../../../processes/dreaming/extract/llm-store.ts'
import type { Duty } from './duty.ts'
import { rowsPerStep, runSteps } from './run-steps.ts'

const keptHours = 24

/** Drops cached answers of the language model, which a retry of the same dream would have reused without paying again. */
export const dropExpiredAnswersDuty: Duty = {
  name: 'drop_expired_answers',
  run: context =>
    runSteps(context, () =>
      unscoped(context.cell.maintenance, db => dropExpiredAnswers(db, keptHours, rowsPerStep)),
    ),
}
