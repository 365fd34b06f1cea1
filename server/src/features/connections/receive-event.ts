import type { IncomingHttpHeaders } from 'node:http'
import type { WebhookAnswer } from '../../platform/connectors/connector.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { decodeId, shardOf } from '../../platform/lib/ids.ts'
import { sourceFaultOf } from './check-source.ts'
import { askForRun, type ConnectionRow, findConnection } from './connection-store.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { wantItems } from './item-store.ts'
import { findConnector, openSource } from './open-source.ts'
import { wakeSync } from './wake-sync.ts'

/** An event that names more items than this is answered by a run. */
const mostNamed = 1_000
const idLength = 22

/**
 * Takes an event of a provider. The connector verifies its signature; then the items that it names are read again, or the
 * source from its checkpoint. The same event twice changes nothing more.
 */
export async function receiveEvent(
  app: ConnectionsApp,
  address: string,
  event: { headers: IncomingHttpHeaders; body: Uint8Array; url: string },
): Promise<WebhookAnswer['response']> {
  const row = await findAddressed(app, address)
  const connector = await findConnector(app, row.provider)
  if (!connector.webhook) throw new AppError('connection.not_found')
  const answer = await verified(() =>
    connector.webhook!(openSource(app, connector, row), {
      headers: toHeaders(event.headers),
      body: event.body,
      query: new URLSearchParams(event.url.split('?')[1] ?? ''),
    }),
  )
  const { changed } = answer
  const isNamed = changed !== 'everything' && connector.fetch !== undefined && changed.length <= mostNamed
  if (row.state === 'active' && (changed === 'everything' || changed.length > 0))
    await inScope(app.cells.of(row.shard), { org: row.org }, async db => {
      if (isNamed) await wantItems(db, row, row.containerTag, changed)
      await askForRun(db, row, { trigger: 'event', pulls: !isNamed })
      await wakeSync(db, app, row)
    })
  return answer.response
}

async function findAddressed({ cells }: ConnectionsApp, address: string): Promise<ConnectionRow> {
  const org = decodeId(address.slice(0, idLength))
  const id = decodeId(address.slice(idLength))
  const shard = id === undefined ? undefined : shardOf(id)
  const row =
    org === undefined || id === undefined || shard === undefined
      ? undefined
      : await inScope(cells.of(shard), { org }, db => findConnection(db, { shard, org, id }))
  if (!row) throw new AppError('connection.not_found')
  return row
}

async function verified<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const known = sourceFaultOf(error)
    if (!known) throw error
    if (known.code === 'webhook_refused') throw new AppError('connection.event_refused', { cause: error })
    throw new AppError('connection.provider_unavailable', { cause: error })
  }
}

function toHeaders(given: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given))
    for (const each of [value ?? []].flat()) headers.append(name, each)
  return headers
}
