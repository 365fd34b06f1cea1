import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connector, type Source, SourceError } from '../../platform/connectors/connector.ts'
import { createSourceHttp } from '../../platform/connectors/source-http.ts'
import { unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { encodeId } from '../../platform/lib/ids.ts'
import { UnsealError } from '../../platform/lib/seal.ts'
import { type ConnectionRow, takeTurn } from './connection-store.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { openCredentials, openSubscription } from './credentials.ts'
import { openTokens } from './oauth/access-token.ts'
import { oauthKindOf } from './oauth/oauth-client.ts'

/** The connector of a provider. Refuses one that this server does not have. */
export async function findConnector({ sources }: ConnectionsApp, provider: string): Promise<Connector> {
  const connector = await sources.connectors.find(provider)
  if (connector) return connector
  throw new AppError('connection.provider_not_configured', {
    message: `This server has no connector for ${provider}. Add its documents with POST /v3/documents instead`,
  })
}

export type SourceRow = Pick<
  ConnectionRow,
  'shard' | 'org' | 'id' | 'provider' | 'settings' | 'credentials' | 'account' | 'chosen' | 'subscription'
>

/** Opens a connection for its connector. Settings and credentials are checked again: a connector may have changed since. */
export function openSource(
  app: ConnectionsApp,
  { describe }: Connector,
  row: SourceRow,
  signal: AbortSignal = AbortSignal.timeout(interactiveMs),
): Source<unknown, unknown> {
  const { sources, maxFileBytes, maxTextBytes } = app
  const settings = describe.settings.safeParse(row.settings)
  if (!settings.success)
    throw new SourceError(
      'settings_invalid',
      'The settings of the connection are no longer valid. Change them',
    )
  const kind = oauthKindOf(describe, row)
  const tokens = kind && openTokens(app, row as ConnectionRow, kind)
  return {
    id: encodeId(row.id),
    settings: settings.data,
    credentials: readCredentials(app, describe, row),
    chosen: row.chosen?.map(({ id }) => id),
    signal,
    http: createSourceHttp({
      exchange: sources.exchange,
      resolve: host => sources.resolve(host),
      pace: pacer(app, describe, row, signal),
      signal,
      maxBytes: maxFileBytes,
      ...(tokens && { renewToken: tokens.renewRefused }),
    }),
    limits: { maxFileBytes, maxTextBytes },
    allowedFolders: sources.allowedFolders,
    workFolder: sources.workFolder,
    now: () => new Date(),
    userAgent: sources.userAgent,
    ...(tokens && { accessToken: tokens.accessToken }),
    subscription: openSubscription(app, row),
  }
}

/** What a person waits for ends within this time. */
const interactiveMs = 30_000

function readCredentials(app: ConnectionsApp, describe: Connector['describe'], row: SourceRow): unknown {
  const { credentials: kind } = describe
  if (kind.kind === 'none') return undefined
  try {
    const opened = openCredentials(app, row)
    // Tokens are for `accessToken` alone, which renews them.
    if (kind.kind === 'oauth') return undefined
    const parsed = kind.fields.safeParse(opened)
    if (parsed.success) return parsed.data
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error
  }
  throw new SourceError('auth_expired', 'The credentials cannot be read. Enter them again')
}

/**
 * Requests to one account take turns, over all processes. Organizations do not, except at a public site: an account is known by what the
 * provider calls it, and two organizations may have workspaces of the same name.
 */
function pacer(
  { cells }: ConnectionsApp,
  { provider, requestsPerSecond, sharesPace }: Connector['describe'],
  row: SourceRow,
  signal: AbortSignal,
): () => Promise<void> {
  if (requestsPerSecond === undefined) return async () => undefined
  const account = `${sharesPace ? '' : row.org} ${provider} ${row.account ?? row.id}`
  const name = `source:${createHash('sha256').update(account).digest('base64url')}`
  return async () => {
    const waitMs = await unscoped(cells.directory, db => takeTurn(db, name, 1_000 / requestsPerSecond))
    if (waitMs >= 1) await sleep(waitMs, undefined, { signal })
  }
}
