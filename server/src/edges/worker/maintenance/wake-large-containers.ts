import { wakeLargeContainers } from '../../../features/containers/upkeep/run-upkeep-step.ts'
import type { Duty } from './duty.ts'

/** Wakes containers that have become large enough for the index on first words. */
export const wakeLargeContainersDuty: Duty = {
  name: 'wake_large_containers',
  run: ({ cell, queue, signal }) => wakeLargeContainers(cell, queue, signal),
}
