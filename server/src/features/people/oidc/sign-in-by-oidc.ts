import { unscoped } from '../../../platform/db/tx.ts'
import { AppError, type ErrorCode } from '../../../platform/errors.ts'
import { type AuditApp, recordAudit } from '../../audit/record-audit.ts'
import type { Person } from '../identity.ts'
import { hashToken } from '../invitation-token.ts'
import { acceptInvitation, findInvitation, type PeopleApp } from '../join.ts'
import { upsertMember } from '../members-store.ts'
import { type Attempt, recordOfPerson } from '../sign-in.ts'
import type { OidcProvider, OidcReturn } from './oidc-provider.ts'
import type { OidcAttempt } from './open-oidc-auth.ts'

type App = PeopleApp & AuditApp
type Arrival = Attempt & { cookies: string | undefined }

/** Where the browser goes, with which cookies. */
export type OidcRedirect = { location: string; cookies: string[] }

/** Begins a sign-in by the provider, for a page of the console or for an invitation. */
export async function startOidc(
  app: App,
  { next = '/', token }: { next?: string | undefined; token?: string | undefined },
): Promise<{ url: string; cookies: string[] }> {
  const provider = providerIn(app)
  // Before the person goes to the provider: a link that no longer works is told at once.
  if (token !== undefined) await findInvitation(app.cells.directory, token)
  const invitationHash = token === undefined ? undefined : hashToken(token).toString('hex')
  return provider.start({ next, invitationHash })
}

/**
 * Ends a sign-in by the provider. It always leads back to the console, because the person looks at a browser: a failure opens
 * the sign-in page with its code behind the `#`. The addresses begin with PUBLIC_URL, whatever the request says.
 */
export async function finishOidc(
  app: App,
  query: Record<string, string | undefined>,
  arrival: Arrival,
): Promise<OidcRedirect> {
  const provider = providerIn(app)
  const { consoleUrl } = provider.settings
  const failed = (code: ErrorCode, cookies: string[]) => ({
    location: `${consoleUrl}/sign-in#${code}`,
    cookies,
  })
  let cookies: string[] = []
  try {
    const returned = await provider.finish(query, arrival)
    cookies = returned.cookies
    if (returned.session === undefined) {
      await recordRefusal(app, returned, arrival)
      return failed(returned.error, cookies)
    }
    await welcome(app, returned.attempt, returned.session, arrival)
    return { location: consoleUrl + returned.next, cookies }
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'oidc.failed'
    app.logger.warn({ err: error, requestId: arrival.requestId, code }, 'a sign-in by OpenID Connect failed')
    return failed(code, cookies)
  }
}

function providerIn({ oidc }: App): OidcProvider {
  if (!oidc) throw new AppError('oidc.not_configured')
  return oidc
}

/** Makes the person a member, if they come with an invitation or are new, and records it. */
async function welcome(app: App, attempt: OidcAttempt, cookie: string, arrival: Arrival): Promise<void> {
  const session = await app.identity.findSession(cookie.split(';')[0]!)
  if (!session) throw new Error('the session that was just created is not there')
  const { person } = session
  // Linking has ended the other sessions of the person, which this process may still remember.
  if (attempt.action === 'link-account') app.sessions.forget()
  try {
    await joinBy(app, attempt, person, arrival)
  } finally {
    const actor = { kind: 'person' as const, id: person.id, name: person.name }
    const details = { by: 'oidc', ...(attempt.action === 'link-account' && { linked: true }) }
    await recordOfPerson(app, 'person.sign_in', person.email, actor, arrival, details)
  }
}

async function joinBy(
  app: App,
  { action, invitationHash, joinOrganization }: OidcAttempt,
  person: Person,
  arrival: Arrival,
): Promise<void> {
  const { join } = app.oidc!.settings
  if (invitationHash !== undefined) {
    const { org, role, id } = await acceptInvitation(app, Buffer.from(invitationHash, 'hex'), person.id)
    await recordJoin(app, person, { org, role, invitation: id }, arrival)
  } else if (action === 'create-user' && join && joinOrganization !== undefined) {
    await unscoped(app.cells.directory, db => upsertMember(db, joinOrganization, person.id, join.role))
    app.sessions.forget()
    await recordJoin(app, person, { org: joinOrganization, role: join.role, by: 'oidc' }, arrival)
  }
}

async function recordJoin(
  app: App,
  { id, name }: Person,
  { org, ...details }: { org: string; role: string; invitation?: string; by?: string },
  { client: { address }, requestId }: Arrival,
): Promise<void> {
  const actor = { kind: 'person' as const, id, name }
  await recordAudit(app, 'member.join', { target: id, details }, { org, actor, address, requestId })
}

/** In the log of the process, and in the audit log of the organizations that the person may belong to. */
async function recordRefusal(
  app: App,
  { attempt: { claims, notes }, error }: Extract<OidcReturn, { session: undefined }>,
  arrival: Arrival,
): Promise<void> {
  const { requestId } = arrival
  app.logger.warn({ requestId, code: error, notes }, 'a sign-in by OpenID Connect was refused')
  if (!claims) return
  const nobody = { kind: 'nobody' as const, id: null, name: null }
  const details = { by: 'oidc', reason: error }
  await recordOfPerson(app, 'person.sign_in_failed', claims.email, nobody, arrival, details)
}
