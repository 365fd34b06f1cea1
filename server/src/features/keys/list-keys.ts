import type { Organization } from '../../access/principal.ts'
import { type Source, unscoped } from '../../db/tx.ts'
import { type KeyRow, selectKeys } from './store.ts'

/** All keys of an organization, disabled ones included. */
export function listKeys(directory: Source, organization: Organization): Promise<KeyRow[]> {
  return unscoped(directory, db => selectKeys(db, organization.id))
}
