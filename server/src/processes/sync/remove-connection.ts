import { openCredentials } from '../../features/connections/credentials.ts'
import { dropItems, type ItemRow, listItems } from '../../features/connections/item-store.ts'
import { findOAuthClient, oauthKindOf } from '../../features/connections/oauth/oauth-client.ts'
import { type OAuthTokens, revokeToken } from '../../features/connections/oauth/token-request.ts'
import { openSource } from '../../features/connections/open-source.ts'
import type { NextStep } from '../../platform/lanes/run-lanes.ts'
import { deleteDocuments } from './delete-documents.ts'
import { dropConnection } from './store.ts'
import type { BaseStep } from './sync-app.ts'

const itemsPerSave = 100

/** Removes a deleted connection: at the provider, then its documents, then its rows. */
export async function removeConnection(step: BaseStep): Promise<NextStep> {
  const { connection } = step
  // Once, at the first step: a provider that does not answer does not keep the connection.
  if (connection.attempts <= 1) await closeAtProvider(step).catch(error => step.app.onError(error))
  for (;;) {
    const page = await step.read(db => listItems(db, connection, { after: undefined, most: itemsPerSave }))
    if (page.length === 0) break
    if (connection.deletesDocuments) await deleteDocuments(step, page.map(idOf), byId(page))
    await step.save(db => dropItems(db, connection, page.map(idOf)))
    if (step.isOver()) return 'again'
  }
  await step.save(db => dropConnection(db, connection))
  return 'done'
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
  await connector.close?.(source).catch(error => app.onError(error))
  if (!kind) return
  const tokens = openCredentials(app, connection) as OAuthTokens
  const client = await findOAuthClient(app, connection.org, connection.provider)
  if (client) await revokeToken(app.sources.exchange, kind, client, tokens.refreshToken ?? tokens.accessToken)
}
