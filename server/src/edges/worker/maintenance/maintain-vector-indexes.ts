import { maintainIndexes } from '../../../features/containers/upkeep/maintain-indexes.ts'
import type { Duty } from './duty.ts'

/** Builds vector indexes for large containers and drops the indexes of containers that are no longer large. */
export const maintainVectorIndexesDuty: Duty = {
  name: 'maintain_vector_indexes',
  run: ({ cell, signal }) => maintainIndexes(cell, { signal }),
}
