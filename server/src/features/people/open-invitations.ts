import type { Organization } from '../../platform/access/principal.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { type InvitationRow, markRevoked, selectOpenInvitations } from './invitations-store.ts'

/** The invitations that can still be accepted. */
export function listInvitations(directory: Source, { id }: Organization): Promise<InvitationRow[]> {
  return unscoped(directory, db => selectOpenInvitations(db, id))
}

/** Its link no longer works. */
export async function revokeInvitation(
  directory: Source,
  organization: Organization,
  id: string,
): Promise<void> {
  const isRevoked = await unscoped(directory, db => markRevoked(db, organization.id, id))
  if (!isRevoked) throw new AppError('invitation.not_found')
}
