import { type Connector, SourceError } from '../../../platform/connectors/connector.ts'
import { inScope } from '../../../platform/db/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import { encodeId } from '../../../platform/lib/ids.ts'
import { unseal } from '../../../platform/lib/seal.ts'
import { sourceFaultOf } from '../check-source.ts'
import { askForRun, type ConnectionRow, changeConnection, findConnection } from '../connection-store.ts'
import type { ConnectionsApp } from '../connections-app.ts'
import { sealCredentials } from '../credentials.ts'
import { findConnector, openSource } from '../open-source.ts'
import { wakeSync } from '../wake-sync.ts'
import { readState, verifierFor } from './begin-authorization.ts'
import { dropGrants, type GrantRow, takeGrant } from './grant-store.ts'
import { findOAuthClient, type OAuthKind, oauthKindOf } from './oauth-client.ts'
import { type OAuthTokens, requestTokens } from './token-request.ts'

export type CallbackQuery = {
  state?: string | undefined
  code?: string | undefined
  error?: string | undefined
  iss?: string | undefined
}

/** Where the browser goes next. */
export type CallbackOutcome = { connection: string; returnTo: string | null; error: string | undefined }

/**
 * Takes the answer of a provider. The state is used up first, so that neither it nor the code works twice. An answer for
 * another provider than the one that was asked, or of another issuer, ends here: its code is sent nowhere.
 */
export async function finishAuthorization(
  app: ConnectionsApp,
  provider: string,
  { state = '', code, error, iss }: CallbackQuery,
): Promise<CallbackOutcome> {
  const grant = await takeGrantOf(app, state)
  if (!grant || grant.provider !== provider) throw new AppError('connection.state_invalid')
  const connector = await findConnector(app, provider)
  const { connection, returnTo } = grant
  const row = await inScope(app.cells.of(grant.shard), { org: grant.org }, db =>
    findConnection(db, { shard: grant.shard, org: grant.org, id: connection }),
  )
  const kind = row && oauthKindOf(connector.describe, row)
  if (!row || !kind) throw new AppError('connection.state_invalid')
  if (iss !== undefined && !isIssuer(iss, kind)) throw new AppError('connection.state_invalid')
  const ended = (code: string | undefined) => ({ connection: encodeId(connection), returnTo, error: code })
  if (error !== undefined || code === undefined)
    return ended(error === 'access_denied' ? error : 'auth_failed')
  try {
    const tokens = await exchangeCode(app, grant, kind, code)
    await store(app, row, connector, tokens)
    return ended(undefined)
  } catch (failure) {
    const known = sourceFaultOf(failure)
    if (!known) throw failure
    return ended(known.code)
  }
}

async function takeGrantOf({ cells }: ConnectionsApp, state: string): Promise<GrantRow | undefined> {
  const named = readState(state)
  if (!named) return undefined
  return inScope(cells.of(named.shard), { org: named.org }, db => takeGrant(db, named))
}

/** RFC 9207: a provider that names itself must be the one that was asked. */
function isIssuer(iss: string, { authorizeUrl, tokenUrl }: OAuthKind): boolean {
  const origin = URL.parse(iss)?.origin
  return [authorizeUrl, tokenUrl].some(url => URL.parse(url)?.origin === origin)
}

async function exchangeCode(
  app: ConnectionsApp,
  grant: GrantRow,
  kind: OAuthKind,
  code: string,
): Promise<OAuthTokens> {
  const client = await findOAuthClient(app, grant.org, grant.provider)
  if (client?.clientId !== grant.clientId)
    throw new SourceError('auth_expired', 'The application in the settings has changed meanwhile')
  const keys = [app.secretsKey, ...app.oldSecretsKeys]
  return requestTokens(app.sources.exchange, kind, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: grant.redirectUri,
    code_verifier: unseal(keys, verifierFor(grant.org, grant.id), grant.verifier),
  })
}

/**
 * Stores the tokens, checks the account with them, and starts the first run. In this order, because the check may renew
 * them.
 */
async function store(
  app: ConnectionsApp,
  row: ConnectionRow,
  connector: Connector,
  tokens: OAuthTokens,
): Promise<void> {
  const cell = app.cells.of(row.shard)
  const scope = { org: row.org }
  const credentials = sealCredentials(app, row, tokens)
  const stored = await inScope(cell, scope, db => changeConnection(db, row, { credentials }))
  const { account } = await connector.check(openSource(app, connector, stored))
  const state = row.state === 'paused' ? 'paused' : 'active'
  const isEnding = tokens.refreshToken === undefined && tokens.expiresAt !== undefined
  const expiresAt = isEnding ? new Date(tokens.expiresAt!) : null
  await inScope(cell, scope, async db => {
    await changeConnection(db, row, { account: account ?? row.account, state, expiresAt })
    await dropGrants(db, row)
    await askForRun(db, row, { trigger: 'manual', pulls: true })
    await wakeSync(db, app, row)
  })
}
