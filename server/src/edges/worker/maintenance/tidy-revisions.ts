import { tidyRevisions } from '../../../features/documents/tidy-revisions.ts'
import type { Duty } from './duty.ts'
import { runSteps } from './run-steps.ts'

/** Drops superseded revisions, and folds the tails of chats that have paused. */
export const tidyRevisionsDuty: Duty = {
  name: 'tidy_revisions',
  run: context => runSteps(context, () => tidyRevisions(context.cell, context.signal)),
}
