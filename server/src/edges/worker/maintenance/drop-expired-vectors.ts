import { unscoped } from '../../../platform/db/tx.ts'
import { dropExpiredVectors } from '../../../processes/pipeline/paid-store.ts'
import type { Duty } from './duty.ts'
import { rowsPerStep, runSteps } from './run-steps.ts'

const keptHours = 24

/** Drops cached vectors, which a retry of the same document would have reused without paying again. */
export const dropExpiredVectorsDuty: Duty = {
  name: 'drop_expired_vectors',
  run: context =>
    runSteps(context, () =>
      unscoped(context.cell.maintenance, db => dropExpiredVectors(db, keptHours, rowsPerStep)),
    ),
}
