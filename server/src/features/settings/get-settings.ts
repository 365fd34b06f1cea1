import type { Organization } from '../../platform/access/principal.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { readSettings, type StoredSettings } from './store.ts'

export function getSettings(directory: Source, organization: Organization): Promise<StoredSettings> {
  return unscoped(directory, db => readSettings(db, organization.id))
}
