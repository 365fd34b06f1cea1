import { unscoped } from '../../../platform/db/tx.ts'
import { dropExpiredAnswers } from '../../../processes/dreaming/extract/llm-store.ts'
import type { Duty } from './duty.ts'

const keptHours = 24

/** Drops answers of the language model that were kept for a retry of the dream they were paid for. */
export const dropExpiredAnswersDuty: Duty = {
  name: 'drop_expired_answers',
  run: ({ cell }) => unscoped(cell.maintenance, db => dropExpiredAnswers(db, keptHours)),
}
