import { dropOldJobs } from '../../../features/archive/job-store.ts'
import { unscoped } from '../../../platform/db/tx.ts'
import type { Duty } from './duty.ts'
import { rowsPerStep, runSteps } from './run-steps.ts'

/** Drops exports and imports that are older than ARCHIVE_RETENTION_DAYS. Their files are then loose, and collected. */
export const dropOldArchivesDuty: Duty = {
  name: 'drop_old_archives',
  run: context =>
    runSteps(context, () =>
      unscoped(context.cell.maintenance, db =>
        dropOldJobs(db, context.config.ARCHIVE_RETENTION_DAYS * 24, rowsPerStep),
      ),
    ),
}
