import type { Organization } from '../../platform/access/principal.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { KeyRing } from './key-ring.ts'
import { markDisabled } from './store.ts'

/** Disables a scoped key, or with `any` also a key of the whole organization: this process refuses it at once, others when their cached copy of the key expires. */
export async function disableKey(
  app: { cells: { directory: Source }; keys: KeyRing },
  organization: Organization,
  id: string,
  { any = false } = {},
): Promise<void> {
  const isDisabled = await unscoped(app.cells.directory, db =>
    markDisabled(db, id, { org: organization.id, scopedOnly: !any }),
  )
  if (!isDisabled) throw new AppError('key.not_found')
  app.keys.forget(id)
}
