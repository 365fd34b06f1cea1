import { tidyRevisions } from '../../../features/documents/tidy-revisions.ts'
import type { Duty } from './duty.ts'

/** Drops superseded revisions, and folds the tails of chats that have paused. */
export const tidyRevisionsDuty: Duty = {
  name: 'tidy_revisions',
  async run({ cell, signal }) {
    await tidyRevisions(cell, signal)
  },
}
