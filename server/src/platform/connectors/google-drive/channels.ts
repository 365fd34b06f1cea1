import { randomBytes, randomUUID } from 'node:crypto'
import {
  ItemError,
  SourceError,
  type Subscription,
  type WebhookAnswer,
  type WebhookEvent,
} from '../connector.ts'
import { BadRequest } from '../google/api.ts'
import { checkSecret } from '../google/same-secret.ts'
import { DriveApi } from './drive-api.ts'
import { findFile } from './open-state.ts'
import { type DriveSource, userCorpus } from './settings.ts'
import { chosenOf, isFull, scopeOf } from './state.ts'

const dayMs = 86_400_000
/** Google ends a channel after a week. */
const lifetimeMs = 7 * dayMs
/** Left over when a channel is renewed: runs may fail for a while. */
const marginMs = 2 * dayMs
/** Each shared drive has a channel of its own. Changes of further ones arrive with the next run. */
const mostChannels = 50

/** What `subscribe` has noted, next to the channels by their ids. */
const noted = ['callback', 'scope']

/** Google says only that something has changed, so an event starts a run from the checkpoint. */
export function readEvent({ subscription }: DriveSource, { headers }: WebhookEvent): WebhookAnswer {
  checkSecret(headers.get('x-goog-channel-token'), subscription?.secret)
  // The first message of a channel says that it is open.
  return { changed: headers.get('x-goog-resource-state') === 'sync' ? [] : 'everything' }
}

/** Opens a channel to each log of changes, or new ones before those that are open end. */
export async function subscribe(source: DriveSource, callback: string): Promise<Subscription | undefined> {
  const { subscription } = source
  if (subscription && isOpen(source, subscription, callback)) return subscription
  const api = new DriveApi(source)
  const secret = subscription?.secret ?? randomBytes(32).toString('base64url')
  const opened = await openChannels(source, api, { callback, secret })
  await stopChannels(api, subscription)
  if (opened.size === 0) return undefined
  const channels = [...opened].map(([id, { resourceId }]) => [id, resourceId])
  return {
    id: 'google-drive',
    secret,
    expiresAt: new Date(Math.min(...[...opened.values()].map(({ expiresAt }) => expiresAt))),
    details: { ...Object.fromEntries(channels), callback, scope: scopeOf(source) },
  }
}

function isOpen(source: DriveSource, { expiresAt, details }: Subscription, callback: string): boolean {
  const isSame = details?.callback === callback && details.scope === scopeOf(source)
  return isSame && (expiresAt?.getTime() ?? 0) - source.now().getTime() > marginMs
}

type Channel = { resourceId: string; expiresAt: number }

async function openChannels(
  source: DriveSource,
  api: DriveApi,
  { callback, secret }: { callback: string; secret: string },
): Promise<Map<string, Channel>> {
  const opened = new Map<string, Channel>()
  const until = source.now().getTime() + lifetimeMs
  try {
    for (const corpus of (await listCorpora(source, api)).slice(0, mostChannels)) {
      const channel = { type: 'web_hook', address: callback, token: secret, expiration: until }
      const made = await watch(api, corpus, { ...channel, id: randomUUID() })
      if (made) opened.set(made.id, { resourceId: made.resourceId, expiresAt: made.expiration ?? until })
    }
  } catch (error) {
    await stopAll(
      api,
      [...opened].map(([id, { resourceId }]) => [id, resourceId]),
    )
    throw error
  }
  return opened
}

/** Undefined: Google does not send events there, for example because the address is not public. Then changes come with runs only. */
async function watch(api: DriveApi, corpus: string, channel: object) {
  try {
    return await api.watch(corpus, await api.startToken(corpus), channel)
  } catch (error) {
    if (error instanceof ItemError || error instanceof BadRequest) return undefined
    throw error
  }
}

async function listCorpora(source: DriveSource, api: DriveApi): Promise<string[]> {
  if (isFull(source)) return [userCorpus, ...(await api.drives()).map(({ id }) => id)]
  const corpora = new Set<string>()
  for (const id of chosenOf(source)) {
    const file = await findFile(api, id)
    if (file) corpora.add(file.driveId ?? userCorpus)
  }
  return [...corpora]
}

export async function unsubscribe(source: DriveSource): Promise<void> {
  await stopChannels(new DriveApi(source), source.subscription)
}

function stopChannels(api: DriveApi, subscription: Subscription | undefined): Promise<void> {
  const channels = Object.entries(subscription?.details ?? {}).filter(([name]) => !noted.includes(name))
  return stopAll(api, channels)
}

/** A channel that has ended is not there. */
async function stopAll(api: DriveApi, channels: readonly (readonly string[])[]): Promise<void> {
  for (const [id = '', resourceId = ''] of channels)
    await api.stop(id, resourceId).catch(error => {
      if (!(error instanceof ItemError || error instanceof SourceError)) throw error
    })
}
