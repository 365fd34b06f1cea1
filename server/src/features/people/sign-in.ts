import { unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { type AuditApp, recordAudit } from '../audit/record-audit.ts'
import type { AuditActor } from '../audit/store.ts'
import type { Client } from './auth-options.ts'
import type { SignedIn } from './identity.ts'
import type { PeopleApp } from './join.ts'
import { guardGuessing } from './lockout.ts'
import { selectOrganizationsOf } from './members-store.ts'
import { requirePasswords } from './require-passwords.ts'

/** Signs a person in by email and password, unless there were too many failures before. */
export async function signIn(
  { cells: { directory }, identity }: PeopleApp,
  given: { email: string; password: string },
  client: Client,
): Promise<SignedIn> {
  requirePasswords(identity)
  const email = given.email.toLowerCase()
  const signedIn = await guardGuessing(directory, { email, address: client.address }, () =>
    identity.signIn({ ...given, email }, client),
  )
  if (!signedIn) throw new AppError('auth.wrong_password')
  return signedIn
}

export type Attempt = { client: Client; requestId: string }

/** The same, with an entry in the audit log of each organization of the person, also for a wrong password. */
export async function signInRecorded(
  app: PeopleApp & AuditApp,
  given: { email: string; password: string },
  attempt: Attempt,
): Promise<SignedIn> {
  try {
    const signedIn = await signIn(app, given, attempt.client)
    const { id, name } = signedIn.person
    await recordOfPerson(app, 'person.sign_in', given.email, { kind: 'person', id, name }, attempt)
    return signedIn
  } catch (error) {
    if (error instanceof AppError && error.code === 'auth.wrong_password')
      await recordOfPerson(
        app,
        'person.sign_in_failed',
        given.email,
        { kind: 'nobody', id: null, name: null },
        attempt,
      )
    throw error
  }
}

/** Records what a person did in the log of each of their organizations. */
export async function recordOfPerson(
  app: PeopleApp & AuditApp,
  action: 'person.sign_in' | 'person.sign_in_failed' | 'person.reset_password',
  email: string,
  actor: AuditActor,
  { client: { address }, requestId }: Attempt,
  details: Record<string, unknown> = {},
): Promise<void> {
  const found = await unscoped(app.cells.directory, db => selectOrganizationsOf(db, email.toLowerCase()))
  const facts = { details: actor.kind === 'nobody' ? { email, ...details } : details }
  for (const org of found) await recordAudit(app, action, facts, { org, actor, address, requestId })
}
