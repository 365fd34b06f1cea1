import type { Organization } from '../../platform/access/principal.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { type KeyRow, selectKeys } from './store.ts'

/** All keys of an organization, disabled ones included. */
export function listKeys(directory: Source, organization: Organization): Promise<KeyRow[]> {
  return unscoped(directory, db => selectKeys(db, organization.id))
}
