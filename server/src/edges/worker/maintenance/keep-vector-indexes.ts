import { maintainIndexes } from '../../../features/containers/upkeep/maintain-indexes.ts'
import type { Duty } from './duty.ts'

/** Builds vector indexes for large containers and drops those of containers that no longer are. */
export const keepVectorIndexesDuty: Duty = {
  name: 'keep_vector_indexes',
  run: ({ cell, signal }) => maintainIndexes(cell, { signal }),
}
