import { dropOldDeliveries } from '../../../features/webhooks/delivery-store.ts'
import { unscoped } from '../../../platform/db/tx.ts'
import type { Duty } from './duty.ts'
import { rowsPerStep, runSteps } from './run-steps.ts'

/** Drops ended deliveries of webhooks that are older than WEBHOOK_LOG_DAYS. */
export const dropOldDeliveriesDuty: Duty = {
  name: 'drop_old_deliveries',
  run: context =>
    runSteps(context, () =>
      unscoped(context.cell.maintenance, db =>
        dropOldDeliveries(db, context.config.WEBHOOK_LOG_DAYS * 24, rowsPerStep),
      ),
    ),
}
