import { dayMs } from '../../../platform/lib/durations.ts'
import type { Duty } from './duty.ts'

/** Days that are looked at in each run, so that none is missed while no worker ran. */
const days = 7

/** Drops entries of the journal of deletions that are older than RECEIPT_RETENTION_DAYS, as their receipts are. */
export const dropOldJournalDuty: Duty = {
  name: 'drop_old_journal',
  run: async ({ config, journal, signal }) => {
    for (let day = 1; day <= days && !signal.aborted; day++)
      await journal.dropDay(new Date(Date.now() - (config.RECEIPT_RETENTION_DAYS + day) * dayMs))
  },
}
