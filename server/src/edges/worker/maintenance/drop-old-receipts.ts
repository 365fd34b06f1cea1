import { dropOldReceipts } from '../../../features/erasures/store.ts'
import { unscoped } from '../../../platform/db/tx.ts'
import type { Duty } from './duty.ts'
import { rowsPerStep, runSteps } from './run-steps.ts'

/** Drops receipts of finished deletions that are older than RECEIPT_RETENTION_DAYS. */
export const dropOldReceiptsDuty: Duty = {
  name: 'drop_old_receipts',
  run: context =>
    runSteps(context, () =>
      unscoped(context.cell.maintenance, db =>
        dropOldReceipts(db, context.config.RECEIPT_RETENTION_DAYS * 24, rowsPerStep),
      ),
    ),
}
