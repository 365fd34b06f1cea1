import { randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { SourceError, type Subscription, type WebhookAnswer, type WebhookEvent } from '../connector.ts'
import { type GraphApi, GraphError, parse } from './graph.ts'
import type { OneDriveSource } from './settings.ts'
import { type Drive, findDrives } from './targets.ts'

/** Graph allows 42,300 minutes (29.4 days) by its own clock, which may be behind ours by a day. */
const lifetimeMs = 28 * 86_400_000
/** Renewed with so much left: runs may be a week apart, or fail for a while. */
const renewBeforeMs = 14 * 86_400_000
const maxTokenChars = 4_096

const subscriptionJson = z.object({
  id: z.string(),
  notificationUrl: z.string().nullish(),
  expirationDateTime: z.string().nullish(),
})

const eventJson = z.object({
  value: z.array(z.object({ subscriptionId: z.string(), clientState: z.string().nullish() })).max(10_000),
})

/**
 * A notification says that something in a drive has changed, and not what: the next run reads the feed of changes. So events that
 * are doubled, late or out of order do no harm.
 */
export function readEvent({ subscription }: OneDriveSource, { query, body }: WebhookEvent): WebhookAnswer {
  const token = query.get('validationToken')
  if (token !== null) return echo(token)
  const { value } = readBody(body)
  if (value.length === 0) return { changed: [], response: { status: 202 } }
  if (!value.every(({ clientState }) => isSecret(clientState, subscription?.secret)))
    throw new SourceError('webhook_refused', 'The client state of the notification is wrong.')
  return { changed: 'everything', response: { status: 202 } }
}

/** Graph asks whether the address is ours before it sends anything. */
function echo(token: string): WebhookAnswer {
  if (token.length > maxTokenChars)
    throw new SourceError('webhook_refused', 'The validation token is longer than those of Graph.')
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
  return { changed: [], response: { status: 200, headers, body: token } }
}

function readBody(body: Uint8Array): z.infer<typeof eventJson> {
  try {
    return eventJson.parse(JSON.parse(Buffer.from(body).toString('utf8')))
  } catch (cause) {
    throw new SourceError('webhook_refused', 'The event is no notification of Graph.', { cause })
  }
}

/** The time of the comparison says nothing about the secret. */
function isSecret(given: string | null | undefined, secret: string | undefined): boolean {
  if (secret === undefined) return false
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Subscribes to each drive, and renews what ends within two weeks. Drives that refuse it are polled only. */
export async function subscribe(
  source: OneDriveSource,
  api: GraphApi,
  callback: string,
): Promise<Subscription | undefined> {
  const { drives } = await findDrives(source, api)
  const { secret = randomBytes(32).toString('hex'), details = {}, expiresAt } = source.subscription ?? {}
  const known = details.callback === callback ? details : {}
  const isDue = !expiresAt || expiresAt.getTime() - source.now().getTime() < renewBeforeMs
  const kept: Record<string, string> = {}
  let earliest = isDue ? undefined : expiresAt
  const add = (drive: Drive, made: Made | undefined) => {
    if (!made) return
    kept[drive.id] = made.id
    if (!earliest || made.expiresAt < earliest) earliest = made.expiresAt
  }
  for (const drive of drives) {
    const id = known[drive.id]
    if (id !== undefined && !isDue) kept[drive.id] = id
    else if (id !== undefined) add(drive, await renew(source, api, id))
  }
  const missing = drives.filter(({ id }) => kept[id] === undefined)
  await removeOthers(api, details, { callback, kept, looks: missing.length > 0 })
  for (const drive of missing) add(drive, await create(source, api, { drive, callback, secret }))
  if (Object.keys(kept).length === 0 || !earliest) return undefined
  return { id: 'graph', secret, expiresAt: earliest, details: { ...kept, callback } }
}

type Made = { id: string; expiresAt: Date }

const endOf = (source: OneDriveSource) => new Date(source.now().getTime() + lifetimeMs).toISOString()

function toMade(body: unknown, asked: string): Made {
  const { id, expirationDateTime } = parse(subscriptionJson, body)
  return { id, expiresAt: new Date(expirationDateTime ?? asked) }
}

/** Undefined if Graph no longer has it. */
async function renew(source: OneDriveSource, api: GraphApi, id: string): Promise<Made | undefined> {
  const expirationDateTime = endOf(source)
  const answer = await api.ask(`/subscriptions/${encodeURIComponent(id)}`, {
    ...{ method: 'PATCH', body: { expirationDateTime }, allow: [404, 410] },
  })
  return answer.status >= 400 ? undefined : toMade(answer.body, expirationDateTime)
}

async function create(
  source: OneDriveSource,
  api: GraphApi,
  { drive, callback, secret }: { drive: Drive; callback: string; secret: string },
): Promise<Made | undefined> {
  const expirationDateTime = endOf(source)
  const resource = `/drives/${drive.id}/root`
  const asked = { changeType: 'updated', notificationUrl: callback, resource, clientState: secret }
  try {
    const body = { ...asked, expirationDateTime }
    return toMade((await api.ask('/subscriptions', { method: 'POST', body })).body, expirationDateTime)
  } catch (error) {
    // The address cannot be reached from the internet, or the drive has too many subscriptions.
    const isRefused = error instanceof GraphError && [400, 403, 404, 409].includes(error.status)
    if (isRefused) return undefined
    throw error
  }
}

/**
 * Removes subscriptions of drives that are no longer read, and those with our address that nobody knows: a run that was killed
 * before it could note them has left them behind.
 */
async function removeOthers(
  api: GraphApi,
  { callback: _, ...noted }: Record<string, string>,
  { callback, kept, looks }: { callback: string; kept: Record<string, string>; looks: boolean },
): Promise<void> {
  const wanted = new Set(Object.values(kept))
  const others = new Set(Object.values(noted).filter(id => !wanted.has(id)))
  if (looks)
    for await (const page of api.list('/subscriptions', subscriptionJson))
      for (const { id, notificationUrl } of page)
        if (notificationUrl === callback && !wanted.has(id)) others.add(id)
  for (const id of others) await remove(api, id)
}

async function remove(api: GraphApi, id: string): Promise<void> {
  await api.ask(`/subscriptions/${encodeURIComponent(id)}`, { method: 'DELETE', allow: [403, 404, 410] })
}

export async function unsubscribe({ subscription }: OneDriveSource, api: GraphApi): Promise<void> {
  const { callback: _, ...noted } = subscription?.details ?? {}
  for (const id of Object.values(noted)) await remove(api, id)
}
