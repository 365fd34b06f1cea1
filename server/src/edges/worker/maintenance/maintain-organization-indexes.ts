import { maintainOrganizationIndexes } from '../../../features/containers/organization-indexes/maintain-organization-indexes.ts'
import type { Duty } from './duty.ts'

/** Builds the word and vector indexes with which large organizations are searched whole. */
export const maintainOrganizationIndexesDuty: Duty = {
  name: 'maintain_organization_indexes',
  run: ({ cell, signal }) => maintainOrganizationIndexes(cell, { signal }),
}
