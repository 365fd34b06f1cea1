import { z } from 'zod'
import {
  ItemError,
  SourceError,
  type Subscription,
  type WebhookAnswer,
  type WebhookEvent,
} from '../connector.ts'
import { checkSecret } from '../google/same-secret.ts'
import { GmailApi } from './gmail-api.ts'
import type { GmailSource } from './settings.ts'

const dayMs = 86_400_000
/** Gmail reports for a week, and asks to be reminded every day. */
const marginMs = 6 * dayMs

/** Reports go to a topic of the operator's, and from there to this server: Gmail itself knows no address of ours. */
export async function subscribe(source: GmailSource): Promise<Subscription | undefined> {
  const { settings, subscription, now } = source
  const { topic, pushToken } = settings
  if (topic === undefined || pushToken === undefined) return undefined
  const isSame = subscription?.id === topic && subscription.secret === pushToken
  if (isSame && (subscription.expiresAt?.getTime() ?? 0) - now().getTime() > marginMs) return subscription
  const api = new GmailApi(source)
  const { emailAddress } = await api.profile()
  const { expiration } = await api.watch(topic)
  return { id: topic, secret: pushToken, expiresAt: new Date(expiration), details: { email: emailAddress } }
}

const pushJson = z.object({ message: z.object({ data: z.string().max(10_000) }) })
const noticeJson = z.object({ emailAddress: z.string() })

/** An event says only that something has changed, so it starts a run from the checkpoint. */
export function readEvent(
  { subscription, settings }: GmailSource,
  { query, body }: WebhookEvent,
): WebhookAnswer {
  checkSecret(query.get('token'), subscription?.secret ?? settings.pushToken)
  const email = readNotice(body)?.toLowerCase()
  const expected = subscription?.details?.email?.toLowerCase()
  // Several mailboxes may share a topic.
  const isOurs = email !== undefined && (expected === undefined || email === expected)
  return { changed: isOurs ? 'everything' : [] }
}

function readNotice(body: Uint8Array): string | undefined {
  try {
    const { message } = pushJson.parse(JSON.parse(Buffer.from(body).toString()))
    return noticeJson.parse(JSON.parse(Buffer.from(message.data, 'base64').toString())).emailAddress
  } catch {
    return undefined
  }
}

export async function unsubscribe(source: GmailSource): Promise<void> {
  if (!source.subscription) return
  await new GmailApi(source).stop().catch(error => {
    if (!(error instanceof ItemError || error instanceof SourceError)) throw error
  })
}
