import type { Organization } from '../../platform/access/principal.ts'
import type { Connector } from '../../platform/connectors/connector.ts'
import { AppError } from '../../platform/errors.ts'
import { checkSource } from './check-source.ts'
import {
  askForRun,
  type ConnectionChanges,
  type ConnectionRow,
  changeConnection,
  lockConnection,
} from './connection-store.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { openCredentials, sealCredentials } from './credentials.ts'
import { atHome, getConnection } from './get-connection.ts'
import { findConnector } from './open-source.ts'
import { readFields } from './read-settings.ts'
import type { UpdateConnectionBody } from './schema.ts'
import { wakeSync } from './wake-sync.ts'

/**
 * Changes the fields that are sent. New settings or credentials are tried at the source first. New settings may mean other
 * items, so everything is read again: what has not changed costs nothing, and what is no longer meant is deleted.
 */
export async function updateConnection(
  app: ConnectionsApp,
  organization: Organization,
  id: string,
  body: UpdateConnectionBody,
): Promise<ConnectionRow> {
  const found = await getConnection(app, organization, id)
  const changes: ConnectionChanges = {
    ...(body.documentLimit !== undefined && { documentLimit: body.documentLimit }),
    ...(body.metadata !== undefined && { metadata: body.metadata }),
    ...(body.everyMinutes !== undefined && {
      everyMinutes: body.everyMinutes,
      nextRunAt: nextRun(body.everyMinutes),
    }),
    ...(await changedSource(app, found, body)),
  }
  const isAnew = body.settings !== undefined
  return atHome(app, organization, async db => {
    const row = await lockConnection(db, found)
    if (!row) throw new AppError('connection.not_found')
    const next = { ...changes, ...changedState(row, body, changes) }
    const isActive = (next.state ?? row.state) === 'active'
    if (isActive && (isAnew || body.credentials || body.paused === false))
      await askForRun(db, row, { trigger: 'manual', pulls: true, isAnew })
    if (isActive) await wakeSync(db, app, row)
    // Last, so that the answer says that a run was asked for.
    return changeConnection(db, row, next)
  })
}

/** A new interval counts from now. Zero plans nothing; null leaves the next run to the end of the one that is due now. */
const nextRun = (everyMinutes: number | null): Date | null =>
  everyMinutes === 0 ? null : new Date(Date.now() + (everyMinutes ?? 0) * 60_000)

function changedState(
  { state }: ConnectionRow,
  { paused }: UpdateConnectionBody,
  { credentials }: ConnectionChanges,
): Pick<ConnectionChanges, 'state'> {
  if (paused === true) return { state: 'paused' }
  if (state === 'needs_authorization') return credentials ? { state: 'active' } : {}
  return paused === false ? { state: 'active' } : {}
}

async function changedSource(
  app: ConnectionsApp,
  row: ConnectionRow,
  body: UpdateConnectionBody,
): Promise<ConnectionChanges> {
  if (body.settings === undefined && body.credentials === undefined) return {}
  const connector = await findConnector(app, row.provider)
  const { settings, credentials } = readFields(connector, {
    settings: body.settings ?? row.settings,
    credentials: body.credentials ?? storedCredentials(app, connector, row),
  })
  const sealed = credentials === undefined ? {} : { credentials: sealCredentials(app, row, credentials) }
  const isAuthorized = connector.describe.credentials.kind !== 'oauth' || row.credentials !== null
  const { account } = isAuthorized
    ? await checkSource(app, connector, { ...row, settings, ...sealed })
    : { account: undefined }
  return { settings, ...sealed, ...(account !== undefined && { account }) }
}

function storedCredentials(
  app: ConnectionsApp,
  { describe }: Connector,
  row: ConnectionRow,
): Record<string, unknown> | undefined {
  return describe.credentials.kind === 'secret'
    ? (openCredentials(app, row) as Record<string, unknown>)
    : undefined
}
