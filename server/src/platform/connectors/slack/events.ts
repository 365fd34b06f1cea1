import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { SourceError, type WebhookAnswer, type WebhookEvent } from '../connector.ts'
import { dayOf, tsJson } from './messages.ts'
import type { SlackSource } from './settings.ts'

/** An event that was signed longer ago may be a replay. */
const maxAgeMs = 300_000

const place = z.object({ ts: tsJson, thread_ts: tsJson.optional() })

const channelOf = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])

const payloadJson = z.object({
  type: z.string(),
  challenge: z.string().max(1_000).optional(),
  event: z
    .looseObject({
      type: z.string(),
      channel: channelOf.optional(),
      ts: tsJson.optional(),
      thread_ts: tsJson.optional(),
      deleted_ts: tsJson.optional(),
      message: place.optional().catch(undefined),
      previous_message: place.optional().catch(undefined),
    })
    .optional(),
})
type SlackEvent = NonNullable<z.infer<typeof payloadJson>['event']>

const nothing: WebhookAnswer = { changed: [] }

/** Events that change which conversations can be read, or their names. */
const moves = /^(channel|group)_(rename|archive|unarchive|deleted|left)$|^member_joined_channel$/

/**
 * The documents that an event is about. An event only says where to look, so one that is doubled, late or out of order does no
 * harm.
 */
export function readEvent(source: SlackSource, event: WebhookEvent): WebhookAnswer {
  verify(source, event)
  const payload = readPayload(event.body)
  if (payload?.type === 'url_verification' && payload.challenge !== undefined)
    return { ...nothing, response: { status: 200, body: payload.challenge } }
  const told = payload?.type === 'event_callback' ? payload.event : undefined
  if (!told?.channel || !source.chosen?.includes(told.channel)) return nothing
  if (moves.test(told.type)) return { changed: 'everything' }
  return told.type === 'message' ? { changed: documentsOf(told.channel, told) } : nothing
}

/** A message is in the document of its day or of its thread. With a first reply it leaves the one for the other. */
function documentsOf(
  channel: string,
  { ts, thread_ts, deleted_ts, message, previous_message }: SlackEvent,
): string[] {
  const isOfOther = message !== undefined || previous_message !== undefined || deleted_ts !== undefined
  const places = [
    ...(isOfOther || ts === undefined ? [] : [{ ts, thread_ts }]),
    ...(deleted_ts === undefined ? [] : [{ ts: deleted_ts, thread_ts: undefined }]),
    ...[message, previous_message].filter(each => each !== undefined),
  ]
  const parts = places.flatMap(each => [
    `d/${dayOf(each.ts)}`,
    ...(each.thread_ts === undefined ? [] : [`t/${each.thread_ts}`, `d/${dayOf(each.thread_ts)}`]),
  ])
  return [...new Set(parts)].map(part => `${channel}/${part}`)
}

/** HMAC-SHA256 of the time and the body as it arrived. The time of the comparison says nothing about the secret. */
function verify({ credentials, now }: SlackSource, { headers, body }: WebhookEvent): void {
  const time = headers.get('x-slack-request-timestamp') ?? ''
  const age = Math.abs(now().getTime() - Number(time) * 1_000)
  const secret = credentials.signingSecret ?? ''
  const expected = Buffer.from(
    `v0=${createHmac('sha256', secret).update(`v0:${time}:`).update(body).digest('hex')}`,
  )
  const given = Buffer.from(headers.get('x-slack-signature') ?? '')
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected)
  if (secret === '' || !/^\d{1,12}$/.test(time) || age > maxAgeMs || !isSigned)
    throw new SourceError('webhook_refused', 'The signature of the event is wrong, or too old.')
}

function readPayload(body: Uint8Array): z.infer<typeof payloadJson> | undefined {
  try {
    return payloadJson.safeParse(JSON.parse(Buffer.from(body).toString())).data
  } catch {
    return undefined
  }
}
