import { wakeUnfinishedContainers } from '../../../features/containers/upkeep/run-upkeep-step.ts'
import type { Duty } from './duty.ts'

/** Wakes containers whose purge or merge has not ended. */
export const wakeUnfinishedContainersDuty: Duty = {
  name: 'wake_unfinished_containers',
  run: ({ cell, queue, signal }) => wakeUnfinishedContainers(cell, queue, signal),
}
