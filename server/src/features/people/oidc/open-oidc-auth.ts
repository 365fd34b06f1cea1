import { unscoped } from '../../../platform/db/tx.ts'
import type { ErrorCode } from '../../../platform/errors.ts'
import {
  type Discovery,
  discoveryUrl,
  OidcUnavailable,
  readDiscovery,
  readUserinfo,
} from '../../../platform/providers/oidc/discovery.ts'
import { type AuthSettings, authOptions } from '../auth-options.ts'
import { type FoundInvitation, findOpenInvitation } from '../invitations-store.ts'
import { deleteSessions } from '../sessions-store.ts'
import { type OidcAction, refusalOf } from './admit.ts'
import { isCompleteToken, type OidcClaims, readClaims } from './claims.ts'
import { type OidcSettings, providerIdOf, redirectUri } from './oidc-settings.ts'
import { deletePassword, findOwnedOrganization } from './store.ts'

/** One return from the provider, filled in as better-auth works on it. */
export type OidcAttempt = {
  claims?: OidcClaims
  /** The person opened an invitation before. Undefined if it no longer works. */
  invitation?: FoundInvitation | undefined
  /** Hash of the token of that invitation. */
  invitationHash?: string | undefined
  /** The organization that unknown people join. */
  joinOrganization?: string | undefined
  action?: OidcAction
  refusal?: ErrorCode
  /** Why better-auth refused, for the log. */
  notes: string[]
}

type Opening = AuthSettings & { oidc: OidcSettings; attempt(): OidcAttempt }

export type OidcAuth = Awaited<ReturnType<typeof openOidcAuth>>

/**
 * A better-auth of its own for the provider. Its plugin reads the discovery document when it is opened, and sessions and
 * passwords must not wait for that. It shares tables, cookies and secret with the other one, so its sessions are the same.
 */
export async function openOidcAuth(opening: Opening) {
  const { oidc } = opening
  const discovery = await readDiscovery(oidc.issuer)
  const [{ betterAuth }, { genericOAuth }, { getOAuthState }, options] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins/generic-oauth'),
    import('better-auth/api'),
    authOptions(opening),
  ])
  const readState = async () => ((await getOAuthState()) ?? {}) as { invitation?: unknown }
  const auth = betterAuth({
    ...options,
    // A person without an account could never sign in again, so both are written or none.
    database: { ...options.database, transaction: true },
    logger: {
      level: 'warn',
      log: (_level, message, ...details) => note(opening.attempt(), message, details),
    },
    account: {
      ...options.account,
      // In the browser, sealed: a stranger who starts sign-ins writes nothing to the directory.
      storeStateStrategy: 'cookie',
      updateAccountOnSignIn: false,
      // `refusalOf` decides on links. Without mail, no email of ours is ever verified.
      accountLinking: { enabled: true, requireLocalEmailVerified: false },
    },
    user: { ...options.user, validateUserInfo: ({ source }) => decide(opening, source.action) },
    databaseHooks: { account: { create: { before: account => prepareAccount(opening, account) } } },
    plugins: [
      genericOAuth({
        config: [
          {
            ...providerOf(oidc, discovery),
            getUserInfo: async tokens => profileOf(opening, discovery, tokens, await readState()),
          },
        ],
      }),
    ],
  })
  // The plugin has read the document again. A provider that is missing or has another issuer must not be used.
  const { socialProviders } = await auth.$context
  if (socialProviders.find(({ id }) => id === providerIdOf(oidc.issuer))?.issuer !== oidc.issuer)
    throw new OidcUnavailable(`${discoveryUrl(oidc.issuer)} changed while it was read`)
  return auth
}

function providerOf(oidc: OidcSettings, { clientAuth }: Discovery) {
  return {
    providerId: providerIdOf(oidc.issuer),
    discoveryUrl: discoveryUrl(oidc.issuer),
    requireIdTokenVerification: true,
    clientId: oidc.clientId,
    ...(oidc.clientSecret
      ? { clientSecret: oidc.clientSecret, authentication: clientAuth }
      : { tokenEndpointAuth: { method: 'none' as const } }),
    scopes: oidc.scopes,
    redirectURI: redirectUri(oidc.consoleUrl),
    pkce: true,
    accountSubject: ({ profile }: { profile: { sub?: unknown } }) => String(profile.sub ?? ''),
  }
}

type Tokens = { idToken?: string | undefined; accessToken?: string | undefined }

/** Called with an ID token that is verified. A provider that sent none is refused. */
async function profileOf(
  { oidc, directory, attempt }: Opening,
  discovery: Discovery,
  { idToken, accessToken }: Tokens,
  { invitation }: { invitation?: unknown },
) {
  const payload = idToken ? payloadOf(idToken) : {}
  if (!isCompleteToken(payload, oidc.clientId)) return null
  const subject = String(payload.sub)
  const own = readClaims(subject, payload, oidc.verifiedClaim)
  const claims = own ?? (await claimsOfUserinfo(oidc, discovery, subject, accessToken))
  const current = attempt()
  if (claims) current.claims = claims
  // Before better-auth looks for an account with this email, which anybody could have entered at the provider.
  if (!claims?.isEmailVerified) {
    current.refusal = 'oidc.email_unverified'
    return null
  }
  await unscoped(directory, async db => {
    if (typeof invitation === 'string') {
      current.invitationHash = invitation
      current.invitation = await findOpenInvitation(db, Buffer.from(invitation, 'hex'), { lock: false })
    }
    if (oidc.join) current.joinOrganization = await findOwnedOrganization(db, oidc.join.slug)
  })
  const { email, name } = claims
  return { id: subject, sub: subject, email, emailVerified: true, name }
}

/** The claims of a token whose signature was checked before. */
const payloadOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

async function claimsOfUserinfo(
  { verifiedClaim }: OidcSettings,
  { userinfoEndpoint }: Discovery,
  subject: string,
  accessToken: string | undefined,
): Promise<OidcClaims | undefined> {
  if (!userinfoEndpoint || !accessToken) return undefined
  const claims = await readUserinfo(userinfoEndpoint, accessToken)
  // Otherwise the token of somebody else could have been put in its place.
  return claims.sub === subject ? readClaims(subject, claims, verifiedClaim) : undefined
}

function decide({ oidc, attempt }: Opening, action: OidcAction): { error: string } | undefined {
  const current = attempt()
  const { claims, invitation, invitationHash, joinOrganization } = current
  current.action = action
  const isGone = invitationHash !== undefined && !invitation
  const refusal = isGone
    ? 'invitation.not_found'
    : refusalOf(oidc, claims!, action, {
        invitedEmail: invitation?.email,
        mayJoin: joinOrganization !== undefined,
      })
  if (!refusal) return undefined
  current.refusal = refusal
  return { error: refusal }
}

/**
 * Keeps no token of the provider: Reverie never calls it in the name of a person. Before an account that exists is linked, its
 * password and sessions end. Whoever made it may have entered an email that is not theirs.
 */
async function prepareAccount<A extends { userId: string }>({ directory, attempt }: Opening, account: A) {
  if (attempt().action === 'link-account')
    await unscoped(directory, async db => {
      await deletePassword(db, account.userId)
      await deleteSessions(db, account.userId)
    })
  return {
    data: { ...account, accessToken: null, accessTokenExpiresAt: null, refreshToken: null, idToken: null },
  }
}

function note({ notes }: OidcAttempt, message: string, details: unknown[]): void {
  notes.push([message, ...details.map(causeOf)].filter(Boolean).join(': '))
}

/** An error of ours, or the code with which the token endpoint refuses: `invalid_client`. Descriptions may contain anything. */
function causeOf(detail: unknown): string | undefined {
  if (detail instanceof Error) return detail.message
  const { error } = (detail ?? {}) as { error?: unknown }
  return typeof error === 'string' && /^\w{1,60}$/.test(error) ? error : undefined
}
