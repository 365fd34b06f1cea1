import type { Organization } from '../../platform/access/principal.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { hasNobody, type MemberRow, selectMembers } from './members-store.ts'

export function listMembers(directory: Source, { id }: Organization): Promise<MemberRow[]> {
  return unscoped(directory, db => selectMembers(db, id))
}

/** True while nobody can sign in to this installation. */
export function needsSetup(directory: Source): Promise<boolean> {
  return unscoped(directory, hasNobody)
}
