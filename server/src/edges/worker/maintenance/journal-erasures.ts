import { journalUnnoted } from '../../../features/erasures/journal-erasures.ts'
import type { Duty } from './duty.ts'

/** A file each. After an upgrade there may be many receipts, and the other duties of the round wait. */
const receiptsPerRound = 500

/**
 * Appends deletions to the journal that their requests could not append: the process died, the journal was away, or a
 * connection deleted them.
 */
export const journalErasuresDuty: Duty = {
  name: 'journal_erasures',
  run: async ({ cell, journal, signal }) => {
    await journalUnnoted(cell, journal, { most: receiptsPerRound, signal })
  },
}
