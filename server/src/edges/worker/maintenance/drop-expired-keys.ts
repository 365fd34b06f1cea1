import { dropExpiredKeys } from '../../../features/idempotency/store.ts'
import { unscoped } from '../../../platform/db/tx.ts'
import type { Duty } from './duty.ts'
import { rowsPerStep, runSteps } from './run-steps.ts'

/** Drops idempotency keys that have expired. */
export const dropExpiredKeysDuty: Duty = {
  name: 'drop_expired_keys',
  run: context =>
    runSteps(context, () => unscoped(context.cell.maintenance, db => dropExpiredKeys(db, rowsPerStep))),
}
