import type { Principal } from '../../platform/access/principal.ts'
import type { Connector } from '../../platform/connectors/connector.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/lib/ids.ts'
import { defaultContainerTag } from '../containers/place-container.ts'
import { tagsOf } from '../containers/schema.ts'
import { checkSource } from './check-source.ts'
import {
  type ConnectionRow,
  countConnections,
  insertConnection,
  type NewConnection,
} from './connection-store.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { sealCredentials } from './credentials.ts'
import { atHome } from './get-connection.ts'
import { beginAuthorization, getOAuthClient } from './oauth/begin-authorization.ts'
import { oauthKindOf } from './oauth/oauth-client.ts'
import { findConnector } from './open-source.ts'
import { readFields } from './read-settings.ts'
import type { CreateConnectionBody } from './schema.ts'
import { wakeSync } from './wake-sync.ts'

const mostConnections = 100

export type StartedConnection = { row: ConnectionRow; authLink: string | null; returnTo: string | null }

/**
 * Stores a connection. One that needs no authorization is checked first, and its first run starts at once. Of one that does,
 * the link is returned where a person authorizes it.
 */
export async function createConnection(
  app: ConnectionsApp,
  principal: Principal,
  provider: string,
  body: CreateConnectionBody,
  origin: string,
): Promise<StartedConnection> {
  const connector = await findConnector(app, provider)
  const drafted = draft(app, principal, connector, body)
  const kind = oauthKindOf(connector.describe, drafted)
  const returnTo = body.redirectUrl ?? null
  if (kind) {
    await getOAuthClient(app, principal.organization.id, provider)
    const row = await insert(app, principal, { ...drafted, state: 'needs_authorization', account: null })
    return { row, returnTo, ...(await beginAuthorization(app, row, kind, { origin, returnTo })) }
  }
  const { account } = await checkSource(app, connector, {
    ...drafted,
    account: null,
    chosen: null,
    subscription: null,
  })
  const row = await insert(app, principal, { ...drafted, state: 'active', account: account ?? null })
  return { row, returnTo, authLink: null }
}

type Draft = Omit<NewConnection, 'state' | 'account'>

function draft(
  app: ConnectionsApp,
  { organization, key }: Principal,
  connector: Connector,
  body: CreateConnectionBody,
): Draft {
  const { settings, credentials, metadata } = readFields(connector, body)
  const id = newId(organization.homeShard)
  const org = organization.id
  return {
    ...{ shard: organization.homeShard, org, id, provider: connector.describe.provider, settings, metadata },
    containerTag: tagsOf(body)[0] ?? defaultContainerTag,
    credentials: credentials === undefined ? null : sealCredentials(app, { org, id }, credentials),
    documentLimit: body.documentLimit ?? null,
    everyMinutes: body.everyMinutes ?? null,
    createdBy: key.id,
  }
}

function insert(
  app: ConnectionsApp,
  { organization }: Principal,
  row: NewConnection,
): Promise<ConnectionRow> {
  return atHome(app, organization, async (db, place) => {
    if ((await countConnections(db, place)) >= mostConnections) throw new AppError('connection.too_many')
    const inserted = await insertConnection(db, row)
    if (row.state === 'active') await wakeSync(db, app, row)
    return inserted
  })
}
