import { wakeBuilds } from '../../../features/embeddings/build-container.ts'
import type { Duty } from './duty.ts'

/** Wakes containers that are still to be embedded in a new embedding set. */
export const wakeBuildsDuty: Duty = {
  name: 'wake_builds',
  run: ({ cell, queue, signal }) => wakeBuilds(cell, queue, signal),
}
