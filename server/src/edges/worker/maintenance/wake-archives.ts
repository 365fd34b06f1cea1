import { wakeArchiveJobs } from '../../../features/archive/run-archive-step.ts'
import type { Duty } from './duty.ts'

/** Wakes exports and imports that no worker holds, for example because theirs died. */
export const wakeArchivesDuty: Duty = {
  name: 'wake_archives',
  run: ({ cell, queue, signal }) => wakeArchiveJobs(cell, queue, signal),
}
