import { setTimeout as sleep } from 'node:timers/promises'
import { SourceError } from '../../../platform/connectors/connector.ts'
import { inScope } from '../../../platform/db/tx.ts'
import {
  beginRenewal,
  type ConnectionRow,
  changeConnection,
  endRenewal,
  findConnection,
} from '../connection-store.ts'
import type { ConnectionsApp } from '../connections-app.ts'
import { openCredentials, sealCredentials } from '../credentials.ts'
import { findOAuthClient, type OAuthKind } from './oauth-client.ts'
import { type OAuthTokens, requestTokens } from './token-request.ts'

/** A token is renewed this long before it expires: a clock may be wrong, and a request takes time. */
const marginMs = 60_000
/** Longer than a request for tokens may take, so that two processes never renew at once. */
const renewalMs = 30_000
const lookEveryMs = 250

const isFresh = ({ expiresAt }: OAuthTokens) => expiresAt === undefined || expiresAt - marginMs > Date.now()

/**
 * Returns what gives the access token of a connection, renewed if it is about to expire. One process renews at a time: many
 * providers accept a refresh token once, and the second of two would lose the authorization. Throws `auth_expired` when it
 * cannot be renewed.
 */
export function tokenReader(app: ConnectionsApp, row: ConnectionRow, kind: OAuthKind): () => Promise<string> {
  let current = row
  const tokenOf = () => openCredentials(app, current) as OAuthTokens
  return async () => {
    const tokens = tokenOf()
    if (isFresh(tokens)) return tokens.accessToken
    current = (await renewOnce(app, current, kind, tokens)) ?? (await awaitRenewal(app, current))
    // Whatever is left of its time: some providers issue tokens for less than the margin.
    return tokenOf().accessToken
  }
}

/** Waits for the process that renews. */
async function awaitRenewal(app: ConnectionsApp, row: ConnectionRow): Promise<ConnectionRow> {
  const until = Date.now() + 2 * renewalMs
  for (;;) {
    const found = await reload(app, row)
    if (found.credentialsVersion !== row.credentialsVersion) return found
    if (Date.now() > until)
      throw new SourceError(
        'provider_unavailable',
        'Another process is renewing the authorization and does not end',
      )
    await sleep(lookEveryMs)
  }
}

async function reload({ cells }: ConnectionsApp, key: ConnectionRow): Promise<ConnectionRow> {
  const found = await inScope(cells.of(key.shard), { org: key.org }, db => findConnection(db, key))
  if (!found) throw new SourceError('auth_expired', 'The connection was deleted')
  return found
}

/** Undefined while another process renews, or when one has just done so. */
async function renewOnce(
  app: ConnectionsApp,
  row: ConnectionRow,
  kind: OAuthKind,
  tokens: OAuthTokens,
): Promise<ConnectionRow | undefined> {
  if (tokens.refreshToken === undefined) throw expired('it has no refresh token')
  const client = await findOAuthClient(app, row.org, row.provider)
  if (!client || client.clientId !== tokens.clientId)
    throw expired('the application in the settings is another one')
  const cell = app.cells.of(row.shard)
  const scope = { org: row.org }
  const held = await inScope(cell, scope, db => beginRenewal(db, row, row.credentialsVersion, renewalMs))
  if (!held) return undefined
  try {
    const grant = { grant_type: 'refresh_token', refresh_token: tokens.refreshToken }
    const answer = await requestTokens(app.sources.exchange, kind, client, grant)
    // A provider that sends no new refresh token goes on with the old one.
    const renewed = { refreshToken: tokens.refreshToken, ...answer }
    const credentials = sealCredentials(app, row, renewed)
    return await inScope(cell, scope, db => changeConnection(db, row, { credentials }))
  } catch (error) {
    await inScope(cell, scope, db => endRenewal(db, row))
    throw error
  }
}

const expired = (why: string) =>
  new SourceError('auth_expired', `The authorization has expired: ${why}. Authorize the connection again`)
