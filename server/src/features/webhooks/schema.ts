import { z } from 'zod'
import { dateSchema } from '../../platform/lib/date-schema.ts'
import { storableText } from '../../platform/lib/storable-text.ts'
import { idJson, timestampJson } from '../../platform/lib/wire-scalars.ts'
import { containerTagSchema } from '../containers/schema.ts'
import { eventTypes } from './event-types.ts'

/** Wire formats of webhooks. */

const longestUrl = 2_000

const url = storableText
  .min(1)
  .max(longestUrl)
  .refine(isTarget, 'must be an http or https address without a user name or password')
  .meta({
    description:
      'Address that receives events by POST, http or https, up to 2,000 characters. It must be on the public internet, or in `FETCH_ALLOW` of the server.',
    example: 'https://app.example.org/hooks/reverie',
  })

function isTarget(text: string): boolean {
  const target = URL.parse(text)
  return (
    target !== null && /^https?:$/.test(target.protocol) && target.username === '' && target.password === ''
  )
}

const events = z
  .array(z.enum(eventTypes))
  .min(1)
  .max(20)
  .meta({ description: 'Events to send.', example: ['document.done', 'document.failed'] })

const containerTags = z
  .array(containerTagSchema)
  .max(100)
  .nullable()
  .meta({
    description: 'Only events of these container tags, at most 100. Null or empty: of all.',
    example: ['user_42'],
  })

const description = storableText
  .max(500)
  .nullable()
  .meta({ description: 'A note for people, up to 500 characters.', example: 'Updates the search index' })

export const createEndpointBody = z.strictObject({
  url,
  events,
  containerTags: containerTags.optional(),
  description: description.optional(),
  enabled: z.boolean().optional().describe('False creates the endpoint switched off. Default: true.'),
})
export type CreateEndpointBody = z.output<typeof createEndpointBody>

export const updateEndpointBody = z.strictObject({
  url: url.optional(),
  events: events.optional(),
  containerTags: containerTags.optional(),
  description: description.optional(),
  enabled: z
    .boolean()
    .optional()
    .describe('False switches the endpoint off. True switches it on again, without its earlier failures.'),
})
export type UpdateEndpointBody = z.output<typeof updateEndpointBody>

export const endpointParams = z.object({
  id: storableText
    .min(1)
    .max(64)
    .meta({ description: 'Id of the endpoint.', example: '1CbgdhVREVkT2TV2Z8FYBo' }),
})

export const endpointJson = z.object({
  id: idJson.describe('Id of the endpoint.'),
  url: z.string().describe('Address that receives events.'),
  description: z.string().nullable().describe('The note; null without one.'),
  events: z.array(z.enum(eventTypes)).describe('Events that it receives.'),
  containerTags: z
    .array(z.string())
    .nullable()
    .describe('Container tags whose events it receives; null for all.'),
  enabled: z.boolean().describe('Whether it is switched on.'),
  disabledAt: timestampJson.nullable().describe('When it was switched off; null while it is on.'),
  disabledReason: z
    .enum(['caller', 'failing', 'gone'])
    .nullable()
    .describe(
      'Why it is off: `caller` switched it off, it was `failing` for `WEBHOOK_OFF_AFTER_HOURS`, or it answered 410 (`gone`).',
    ),
  failures: z.int().describe('Failed attempts since the last success.'),
  failingSince: timestampJson.nullable().describe('First of those failures; null when there are none.'),
  pausedUntil: timestampJson
    .nullable()
    .describe('After several failures in a row nothing is sent until this time; else null.'),
  previousSecretUntil: timestampJson
    .nullable()
    .describe('Until then the secret before the last rotation signs too; null when only one is valid.'),
  createdAt: timestampJson.describe('When it was created.'),
})

const secret = z.string().meta({
  description: 'Signing secret (`whsec_` and base64). It is not shown again.',
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
})

export const createdEndpointJson = endpointJson.extend({ secret })

export const endpointsJson = z.object({
  webhooks: z.array(endpointJson).describe('Endpoints, oldest first.'),
})

export const rotateBody = z.strictObject({
  overlapHours: z
    .number()
    .min(0)
    .max(168)
    .default(24)
    .describe('Hours for which the old secret signs too, 0 to 168. 0: it ends at once.'),
})

export const rotatedJson = z.object({
  id: idJson.describe('Id of the endpoint.'),
  secret,
  previousSecretUntil: timestampJson.nullable().describe('Until then the old secret signs too.'),
})

export const testSentJson = z.object({
  eventId: z.string().meta({
    description: 'Id of the event: the header `webhook-id`.',
    example: 'evt_1CbgdhVREVkT2TV2Z8FYBo',
  }),
})

export const deliveriesQuery = z.object({
  state: z
    .enum(['pending', 'delivered', 'failed'])
    .optional()
    .describe('Only deliveries in this state. Default: all.'),
  before: storableText
    .max(64)
    .optional()
    .meta({ description: '`next` of the previous page.', example: 'evt_1CbgdhVREVkT2TV2Z8FYBo' }),
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Deliveries per page, 1 to 200.'),
})
export type DeliveriesQuery = z.output<typeof deliveriesQuery>

const attemptJson = z.object({
  at: timestampJson.describe('When the attempt ended.'),
  status: z.int().nullable().describe('Status of the answer; null when there was none.'),
  durationMs: z.int().describe('Milliseconds until the answer, or until it was given up.'),
  error: z
    .string()
    .nullable()
    .describe(
      'Why there was no answer: `fetch.timeout`, `fetch.not_found`, `fetch.blocked_address`, `fetch.http_error`, or `webhook.secret_unreadable`; else null.',
    ),
})

export const deliveriesJson = z.object({
  deliveries: z
    .array(
      z.object({
        eventId: z.string().describe('Id of the event: the header `webhook-id` of every attempt.'),
        type: z.string().describe('Type of the event.'),
        state: z
          .enum(['pending', 'delivered', 'failed'])
          .describe('`pending` until an attempt succeeds (`delivered`) or none is left (`failed`).'),
        createdAt: timestampJson.describe('When the event happened.'),
        nextAttemptAt: timestampJson
          .nullable()
          .describe('When the next attempt is due; null when there is none.'),
        attempts: z.array(attemptJson).describe('The latest attempts, oldest first, at most 20.'),
        data: z.record(z.string(), z.unknown()).describe('`data` of the message.'),
      }),
    )
    .describe('Deliveries, the latest event first.'),
  next: z.string().nullable().describe('Pass it as `before` to continue; null at the end.'),
  retentionDays: z.int().describe('Days for which ended deliveries are kept (`WEBHOOK_LOG_DAYS`).'),
})

export const replayBody = z
  .strictObject({
    events: z
      .array(storableText.min(1).max(64))
      .min(1)
      .max(100)
      .optional()
      .meta({
        description: 'Ids of events to send again, at most 100, delivered ones too.',
        example: ['evt_1CbgdhVREVkT2TV2Z8FYBo'],
      }),
    failed: z.literal(true).optional().describe('True sends every failed event again.'),
    since: dateSchema.optional().describe('With `failed`: only events at or after this time.'),
  })
  .refine(({ events, failed }) => (events === undefined) !== (failed === undefined), {
    message: 'must have either `events` or `failed`',
  })
export type ReplayBody = z.output<typeof replayBody>

export const replayedJson = z.object({
  replayed: z.int().describe('Events that are sent again. Events that are still pending do not count.'),
  hasMore: z.boolean().describe('True when more have failed than one request replays (10,000): ask again.'),
})

export const endpointDeletedJson = z.object({
  success: z.boolean().describe('Always true; a failure returns an error.'),
})
