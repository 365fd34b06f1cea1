import { createHash, randomBytes } from 'node:crypto'
import { inScope } from '../../../platform/db/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import { hourMs } from '../../../platform/lib/durations.ts'
import { decodeId, encodeId, newId, shardOf } from '../../../platform/lib/ids.ts'
import { seal } from '../../../platform/lib/seal.ts'
import type { ConnectionRow } from '../connection-store.ts'
import type { ConnectionsApp } from '../connections-app.ts'
import { insertGrant } from './grant-store.ts'
import { findOAuthClient, type OAuthKind, settingPrefix } from './oauth-client.ts'

export const linkLifetimeMs = hourMs

export const callbackPath = (provider: string) => `/v3/connections/auth/callback/${provider}`

export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const verifierFor = (org: string, grant: string): string =>
  `${org} connection_grants.${grant}.verifier`

/** Refuses a provider whose application the organization has not entered. */
export async function getOAuthClient(app: ConnectionsApp, org: string, provider: string) {
  const client = await findOAuthClient(app, org, provider)
  if (client) return client
  const prefix = settingPrefix(provider)
  throw new AppError('connection.provider_not_configured', {
    message: `${provider} needs an OAuth application of your own. Set ${prefix}CustomKeyEnabled, ${prefix}ClientId and ${prefix}ClientSecret with PATCH /v3/settings`,
  })
}

/**
 * The address where a person authorizes the connection. The state names the organization and the grant, and has a secret: so
 * the answer finds its grant without a key, and nobody can make one up. PKCE ties the code to this server.
 */
export async function beginAuthorization(
  app: ConnectionsApp,
  row: Pick<ConnectionRow, 'shard' | 'org' | 'id' | 'provider'>,
  kind: OAuthKind,
  { origin, returnTo }: { origin: string; returnTo: string | null },
): Promise<{ authLink: string }> {
  const { clientId } = await getOAuthClient(app, row.org, row.provider)
  const id = newId(row.shard)
  const secret = randomBytes(32).toString('base64url')
  const verifier = randomBytes(32).toString('base64url')
  const redirectUri = `${origin}${callbackPath(row.provider)}`
  await inScope(app.cells.of(row.shard), { org: row.org }, db =>
    insertGrant(db, {
      ...{ shard: row.shard, org: row.org, id, connection: row.id, provider: row.provider },
      secretHash: hashOfSecret(secret),
      verifier: seal(app.secretsKey, verifierFor(row.org, id), verifier),
      ...{ clientId, redirectUri, returnTo, expiresAt: new Date(Date.now() + linkLifetimeMs) },
    }),
  )
  const link = new URL(kind.authorizeUrl)
  const asked = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: kind.scopes.join(' '),
    state: `${encodeId(row.org)}.${encodeId(id)}.${secret}`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...kind.extra,
  }
  for (const [name, value] of Object.entries(asked)) if (value !== '') link.searchParams.set(name, value)
  return { authLink: link.href }
}

/** Undefined when it is none of ours. */
export function readState(
  state: string,
): { org: string; id: string; shard: number; secretHash: Buffer } | undefined {
  const [org, id, secret, ...more] = state.split('.')
  const orgId = decodeId(org ?? '')
  const grantId = decodeId(id ?? '')
  if (!orgId || !grantId || !secret || more.length > 0) return undefined
  return { org: orgId, id: grantId, shard: shardOf(grantId), secretHash: hashOfSecret(secret) }
}
