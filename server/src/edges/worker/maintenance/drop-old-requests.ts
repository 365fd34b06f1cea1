import { dropOldRequests } from '../../../features/analytics/request-log-store.ts'
import { unscoped } from '../../../platform/db/tx.ts'
import type { Duty } from './duty.ts'
import { rowsPerStep, runSteps } from './run-steps.ts'

/** Drops requests from the request log that are older than REQUEST_LOG_DAYS. */
export const dropOldRequestsDuty: Duty = {
  name: 'drop_old_requests',
  run: context =>
    runSteps(context, () =>
      unscoped(context.cell.maintenance, db =>
        dropOldRequests(db, context.config.REQUEST_LOG_DAYS * 24, rowsPerStep),
      ),
    ),
}
