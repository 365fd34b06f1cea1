import type { SignedInPerson } from '../../platform/access/principal.ts'
import { unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { PeopleApp } from './join.ts'
import { guardGuessing } from './lockout.ts'
import { requirePasswords } from './require-passwords.ts'
import { deleteOtherSessions, deleteSession, type SessionRow, selectSessions } from './sessions-store.ts'

/** Where a person is signed in, the latest first. */
export function listSessions({ cells }: PeopleApp, { id }: SignedInPerson): Promise<SessionRow[]> {
  return unscoped(cells.directory, db => selectSessions(db, id))
}

/** Ends a session of the person: the one of this request, if no other is named. */
export async function endSession(
  { cells, sessions }: PeopleApp,
  person: SignedInPerson,
  id = person.sessionId,
): Promise<void> {
  const isEnded = await unscoped(cells.directory, db => deleteSession(db, person.id, id))
  if (!isEnded) throw new AppError('session.not_found')
  sessions.forget()
}

/** Changes the password, and ends the other sessions of the person. Whoever found an open browser can guess it no faster. */
export async function changePassword(
  { cells, identity, sessions }: PeopleApp,
  { id, email, sessionId }: SignedInPerson,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  address: string | undefined,
): Promise<void> {
  requirePasswords(identity)
  const isChanged = await guardGuessing(
    cells.directory,
    { email, address },
    async () => (await identity.changePassword(id, currentPassword, newPassword)) || undefined,
  )
  if (!isChanged) throw new AppError('auth.wrong_password', { message: 'The current password is wrong' })
  await unscoped(cells.directory, db => deleteOtherSessions(db, id, sessionId))
  sessions.forget()
}
