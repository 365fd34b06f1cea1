import { tidyRevisions } from '../../../features/documents/tidy-revisions.ts'
import type { Duty } from './duty.ts'

/** In every round, as many steps as fit: one of 500 revisions would fall behind at 17 changed documents a second. */
const atMostMs = 2_000

/** Drops superseded revisions, and folds the tails of chats that have paused. */
export const tidyRevisionsDuty: Duty = {
  name: 'tidy_revisions',
  async run({ cell, signal }) {
    const until = Date.now() + atMostMs
    while (!signal.aborted && Date.now() < until) if ((await tidyRevisions(cell, signal)) === 0) return
  },
}
