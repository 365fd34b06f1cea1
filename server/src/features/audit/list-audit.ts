import type { Organization } from '../../platform/access/principal.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { type AuditRow, selectAuditEntries } from './store.ts'

/** One entry more than the page, which tells whether there is another page. */
export function listAudit(
  directory: Source,
  organization: Organization,
  page: { before?: string | undefined; action?: string | undefined; limit: number },
): Promise<AuditRow[]> {
  const { before, action, limit } = page
  return unscoped(directory, db =>
    selectAuditEntries(db, organization.id, { before, action, limit: limit + 1 }),
  )
}
