import { setTimeout as sleep } from 'node:timers/promises'
import { SourceError } from '../../../platform/connectors/connector.ts'
import { inScope } from '../../../platform/db/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  beginRenewal,
  type ConnectionRow,
  endRenewal,
  findConnection,
  storeRenewed,
} from '../connection-store.ts'
import type { ConnectionsApp } from '../connections-app.ts'
import { openCredentials, sealCredentials } from '../credentials.ts'
import { findOAuthClient, type OAuthClient, type OAuthKind } from './oauth-client.ts'
import { type OAuthTokens, requestTokens } from './token-request.ts'

/** A token is renewed this long before it expires: a clock may be wrong, and a request takes time. */
const marginMs = 60_000
/** Longer than a request for tokens may take, so that two processes never renew at once. */
const renewalMs = 30_000
const lookEveryMs = 250
/** Together about 17 s, as long as a restart of Postgres takes. */
const mostStores = 12
const storePauseMs = 250

const isFresh = ({ expiresAt }: OAuthTokens) => expiresAt === undefined || expiresAt - marginMs > Date.now()

/** The tokens of a connection while its source is open. */
export type TokenKeeper = {
  /** Renews the token if it is about to expire. Throws `auth_expired` when it cannot be renewed. */
  accessToken(): Promise<string>
  /**
   * The token to use instead of one that the provider refused although it had not expired: it was revoked or replaced early.
   * Undefined when there is no other. Throws as `accessToken` does.
   */
  renewRefused(token: string): Promise<string | undefined>
}

/**
 * One process renews at a time: many providers accept a refresh token once, and the second of two would lose the authorization.
 * A refused token is renewed once for each run, so that a provider which refuses every token is not asked without end.
 */
export function openTokens(app: ConnectionsApp, row: ConnectionRow, kind: OAuthKind): TokenKeeper {
  let current = row
  let forced: { refused: string; renewed: Promise<void> } | undefined
  const issued = new Set<string>()
  const tokensOf = () => openCredentials(app, current) as OAuthTokens
  const renewed = async (tokens: OAuthTokens) => {
    current = await renew(app, current, kind, tokens)
  }
  // Does not check the remaining lifetime: some providers issue tokens for less than the margin.
  const issue = () => {
    const { accessToken } = tokensOf()
    issued.add(accessToken)
    return accessToken
  }
  return {
    async accessToken() {
      const tokens = tokensOf()
      if (!isFresh(tokens)) await renewed(tokens)
      return issue()
    },
    async renewRefused(refused) {
      const tokens = tokensOf()
      if (!issued.has(refused)) return undefined
      if (tokens.accessToken !== refused) return issue()
      const renewedIn = row.currentRun ?? undefined
      if (!forced && mayForce(tokens, renewedIn))
        forced = { refused, renewed: renewed({ ...tokens, renewedIn }) }
      if (forced?.refused !== refused) return undefined
      await forced.renewed
      return issue()
    },
  }
}

/** Without a refresh token there is nothing to try, and the connector says best why the source refused. */
const mayForce = (tokens: OAuthTokens, run: string | undefined): boolean =>
  tokens.refreshToken !== undefined && (run === undefined || tokens.renewedIn !== run)

/** Renews, or waits for the process that does, and takes its place if it fails. */
async function renew(
  app: ConnectionsApp,
  row: ConnectionRow,
  kind: OAuthKind,
  tokens: OAuthTokens,
): Promise<ConnectionRow> {
  const { refreshToken, renewedIn } = tokens
  if (refreshToken === undefined) throw expired('it has no refresh token')
  const client = await findOAuthClient(app, row.org, row.provider)
  if (!client || client.clientId !== tokens.clientId)
    throw expired('the application in the settings is another one')
  for (const until = Date.now() + 2 * renewalMs; ; await sleep(lookEveryMs)) {
    const renewed = await renewOnce(app, row, async () => ({
      ...(await askForTokens(app, kind, client, refreshToken)),
      ...(renewedIn !== undefined && { renewedIn }),
    }))
    if (renewed) return renewed
    const found = await reload(app, row)
    if (found.credentialsVersion !== row.credentialsVersion) return found
    if (Date.now() > until)
      throw new SourceError(
        'provider_unavailable',
        'Another process is renewing the authorization and does not end',
      )
  }
}

async function reload({ cells }: ConnectionsApp, key: ConnectionRow): Promise<ConnectionRow> {
  const found = await inScope(cells.of(key.shard), { org: key.org }, db => findConnection(db, key))
  if (!found) throw new SourceError('auth_expired', 'The connection was deleted')
  return found
}

/** A provider that sends no new refresh token goes on with the old one. */
async function askForTokens(
  { sources: { exchange } }: ConnectionsApp,
  kind: OAuthKind,
  client: OAuthClient,
  refreshToken: string,
): Promise<OAuthTokens> {
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
  return { refreshToken, ...(await requestTokens(exchange, kind, client, grant)) }
}

/** Undefined while another process renews, or when one has just done so. */
async function renewOnce(
  app: ConnectionsApp,
  row: ConnectionRow,
  ask: () => Promise<OAuthTokens>,
): Promise<ConnectionRow | undefined> {
  const cell = app.cells.of(row.shard)
  const scope = { org: row.org }
  const held = await inScope(cell, scope, db => beginRenewal(db, row, row.credentialsVersion, renewalMs))
  if (!held) return undefined
  const tokens = await ask().catch(async error => {
    // If this fails too, the right to renew ends by itself.
    await inScope(cell, scope, db => endRenewal(db, row)).catch(() => undefined)
    throw error
  })
  const credentials = sealCredentials(app, row, tokens)
  return storeSurely(() => inScope(cell, scope, db => storeRenewed(db, row, credentials)))
}

/**
 * Tries again while the database is away. The provider may have taken back the former refresh token, so tokens that are not stored
 * cost the authorization.
 */
async function storeSurely<T>(store: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await store()
    } catch (error) {
      const isAway = error instanceof AppError && error.code === 'cell.unavailable'
      if (!isAway || tries === mostStores) throw error
      await sleep(storePauseMs * tries)
    }
  }
}

const expired = (why: string) =>
  new SourceError('auth_expired', `The authorization has expired: ${why}. Authorize the connection again`)
