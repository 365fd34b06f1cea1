import { dropTombstones } from '../../../features/documents/drop-tombstones.ts'
import type { Duty } from './duty.ts'
import { runSteps } from './run-steps.ts'

/** Each organization's tombstones take a transaction of their own. */
const perStep = 500

/** Drops the empty rows of documents that were deleted longer than RECEIPT_RETENTION_DAYS ago. */
export const dropTombstonesDuty: Duty = {
  name: 'drop_tombstones',
  run: context =>
    runSteps(context, () => dropTombstones(context.cell, context.config.RECEIPT_RETENTION_DAYS, perStep)),
}
