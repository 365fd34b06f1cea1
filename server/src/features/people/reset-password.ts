import { randomBytes } from 'node:crypto'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { Person } from './identity.ts'
import { hashToken, mintToken } from './invitation-token.ts'
import type { PeopleApp } from './join.ts'
import { forgiveEmail } from './lockout.ts'
import { hashPassword } from './password-hash.ts'
import { requirePasswords } from './require-passwords.ts'
import {
  deleteResetLink,
  findPersonByEmail,
  findResetLink,
  insertResetLink,
  upsertPassword,
} from './reset-links-store.ts'
import { deleteSessions } from './sessions-store.ts'

/** Short, because the operator hands it to somebody who asks for it now. */
const resetMs = 60 * 60 * 1000

/** Creates a link that sets a new password of the person with this email; undefined if there is none. */
export async function createResetLink(
  directory: Source,
  email: string,
): Promise<{ token: string; person: Person; expiresAt: Date } | undefined> {
  const { token, tokenHash } = mintToken()
  const expiresAt = new Date(Date.now() + resetMs)
  return unscoped(directory, async db => {
    const person = await findPersonByEmail(db, email.toLowerCase())
    if (!person) return undefined
    const id = randomBytes(9).toString('base64url')
    await insertResetLink(db, { id, person: person.id, tokenHash, expiresAt })
    return { token, person, expiresAt }
  })
}

/** Sets the password by a link, and ends all sessions of the person: somebody else may have had the old password. */
export async function resetPassword(
  { cells: { directory }, identity, sessions }: PeopleApp,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<Person> {
  requirePasswords(identity)
  const tokenHash = hashToken(token)
  const person = await unscoped(directory, db => findResetLink(db, tokenHash))
  if (!person) throw new AppError('reset.not_found')
  const hash = await hashPassword(newPassword)
  await unscoped(directory, async db => {
    if (!(await deleteResetLink(db, tokenHash))) throw new AppError('reset.not_found')
    await upsertPassword(db, person.id, hash)
    await deleteSessions(db, person.id)
  })
  await forgiveEmail(directory, person.email)
  sessions.forget()
  return person
}
