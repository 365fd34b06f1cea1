import type { ConnectionRow } from '../../features/connections/connection-store.ts'
import { openCredentials } from '../../features/connections/credentials.ts'
import { dropItems, type ItemRow, listItems } from '../../features/connections/item-store.ts'
import { findOAuthClient, oauthKindOf } from '../../features/connections/oauth/oauth-client.ts'
import { type OAuthTokens, revokeToken } from '../../features/connections/oauth/token-request.ts'
import { openSource } from '../../features/connections/open-source.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { NextStep } from '../../platform/lanes/run-lanes.ts'
import { deleteDocuments } from './delete-documents.ts'
import { dropConnection, forgetProvider } from './store.ts'
import type { BaseStep } from './sync-app.ts'

const itemsPerSave = 100

/** Removes a deleted connection: at the provider, then its documents, then its rows. */
export async function removeConnection(step: BaseStep): Promise<NextStep> {
  const { connection } = step
  await leaveProvider(step)
  for (;;) {
    const page = await step.read(db => listItems(db, connection, { after: undefined, most: itemsPerSave }))
    if (page.length === 0 && (await step.save(db => dropIfEmpty(db, connection)))) return 'done'
    if (connection.deletesDocuments) await deleteDocuments(step, page.map(idOf), byId(page))
    await step.save(db => dropItems(db, connection, page.map(idOf)))
    if (step.isOver()) return 'again'
  }
}

/** A worker of a run that stood still for long may have noted items since they were listed. */
async function dropIfEmpty(db: Db, connection: ConnectionRow): Promise<boolean> {
  const left = await listItems(db, connection, { after: undefined, most: 1 })
  if (left.length === 0) await dropConnection(db, connection)
  return left.length === 0
}

/** A worker may die while it closes, so this is tried a few times. */
const mostClosings = 3

/** Once, unless the worker dies: a provider that does not answer does not keep the connection. */
async function leaveProvider(step: BaseStep): Promise<void> {
  const { app, connection } = step
  const hasLeft = connection.credentials === null && connection.subscription === null
  if (hasLeft || connection.attempts > mostClosings) return
  await closeAtProvider(step).catch(error => {
    step.signal.throwIfAborted()
    app.onError(error)
  })
  await step.save(db => forgetProvider(db, connection))
}

const idOf = ({ externalId }: ItemRow) => externalId

const byId = (rows: readonly ItemRow[]) => new Map(rows.map(row => [row.externalId, row]))

/** Removes webhooks there, and revokes the authorization. */
async function closeAtProvider({ app, connection, signal }: BaseStep): Promise<void> {
  const connector = await app.sources.connectors.find(connection.provider)
  if (!connector) return
  const kind = oauthKindOf(connector.describe, connection)
  if (kind && connection.credentials === null) return
  const source = openSource(app, connector, connection, signal)
  await connector.close?.(source).catch(error => {
    signal.throwIfAborted()
    app.onError(error)
  })
  if (!kind) return
  const tokens = openCredentials(app, connection) as OAuthTokens
  const client = await findOAuthClient(app, connection.org, connection.provider)
  if (client) await revokeToken(app.sources.exchange, kind, client, tokens.refreshToken ?? tokens.accessToken)
}
