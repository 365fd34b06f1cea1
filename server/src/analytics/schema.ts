import { z } from 'zod'
import { operations } from '../http/route.ts'
import { dateSchema } from '../lib/date-schema.ts'

/** Shapes on the wire, as `interface.md` 4.14 to 4.16 and `decisions.md` 7 have them. */

/** A number, or the digits of one. */
const whole = (min: number, max: number) =>
  z.preprocess(
    value => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  )

export const analyticsQuery = z
  .object({
    from: dateSchema
      .optional()
      .meta({ description: 'Figures are kept by the hour; the hour of `from` counts whole.' }),
    to: dateSchema.optional().meta({ description: 'Now unless given. The hour it falls into counts whole.' }),
    period: z
      .enum(['1h', '24h', '7d', '30d', 'all'])
      .default('24h')
      .meta({ description: 'How far back from `to`, when there is no `from`.' }),
    page: whole(1, 1_000_000).default(1),
    limit: whole(1, 100).default(20),
  })
  .refine(({ from, to }) => !from || !to || from < to, { path: ['to'], error: 'must be after from' })
export type AnalyticsQuery = z.output<typeof analyticsQuery>

const count = z.int().min(0)
const timestamp = z.iso.datetime()
const duration = z.number().min(0).meta({ description: 'Milliseconds, the mean.' })
const percent = (description: string) => z.number().min(0).max(100).meta({ description })
const type = z.enum(operations).meta({ description: 'What was asked for.' })

const hour = {
  hour: timestamp.meta({ description: 'When the hour began. Hours without requests are left out.' }),
  timestamp: z.int().meta({ description: 'The same in milliseconds since 1970.' }),
  count,
}

const key = {
  apiKeyId: z.string(),
  keyId: z.string().meta({ description: 'The same as `apiKeyId`.' }),
  keyName: z.string(),
  count,
  lastUsed: timestamp,
}

const pagination = z
  .object({ currentPage: z.int(), totalPages: z.int(), limit: z.int(), totalItems: z.int() })
  .meta({ description: 'Of `byKey`, the one list that can be long; the others are always whole.' })

export const usageResponse = z.object({
  usage: z.array(z.object({ type, count, avgDuration: duration, lastUsed: timestamp })),
  hourly: z.array(z.object({ ...hour, avgDuration: duration })),
  byKey: z.array(z.object({ ...key, avgDuration: duration })),
  pagination,
})
export type UsageJson = z.output<typeof usageResponse>

const errorRate = percent('Percent of the requests that were answered 400 or above.')

export const errorsResponse = z.object({
  errors: z.array(
    z.object({
      type,
      statusCode: z.int().meta({ description: '499 where the client left before it was answered.' }),
      count,
      percentage: percent('Percent of all errors.'),
    }),
  ),
  summary: z.array(
    z.object({
      type,
      totalRequests: count,
      successRate: percent('Percent of the requests that were answered below 400.'),
      errorRate,
      lastRequest: timestamp,
    }),
  ),
  hourly: z.array(z.object({ ...hour, errorRate, errorCount: count })),
  byKey: z.array(z.object({ ...key, errorRate, errorCount: count })),
  pagination,
})
export type ErrorsJson = z.output<typeof errorsResponse>

const compared = (description: string) =>
  z.object({ current: z.number(), previousPeriod: z.number() }).meta({ description })

const savings = z
  .object({
    totalTokensSaved: compared(
      'Tokens processed less tokens sent, never below zero: what prompts would have carried had all that was added gone into them, instead of what was found.',
    ),
    tokensProcessed: compared(
      'Tokens of the content that was added, estimated as a quarter of its characters.',
    ),
    tokensSent: compared('Tokens of the texts that searches and profiles answered with, estimated likewise.'),
    amountSaved: compared('US dollars: tokens saved at TOKEN_PRICE_USD_PER_MILLION.'),
  })
  .meta({ description: 'The period up to now, and the one of the same length before it.' })

export const chatResponse = z.object({
  overview: z.object({
    '7d': savings,
    '30d': savings,
    '90d': savings,
    lifetime: savings.meta({
      description:
        'Everything since USAGE_RETENTION_DAYS ago. Nothing came before it, so its `previousPeriod` is 0.',
    }),
  }),
  analytics: z.object({
    usage: z.object({
      currentDay: z.enum(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']).meta({ description: 'In UTC.' }),
      tokensByDay: z
        .object({ Sun: count, Mon: count, Tue: count, Wed: count, Thu: count, Fri: count, Sat: count })
        .meta({ description: 'Tokens processed and sent on each day of this week, which began on Sunday.' }),
    }),
    latency: z.object({
      current: duration.meta({ description: 'Mean duration of the requests of the last 24 hours.' }),
      unit: z.literal('ms'),
      trend: z
        .array(duration)
        .meta({ description: 'By the hour, the last 24, oldest first; 0 without requests.' }),
    }),
    apiUsage: z.object({
      current: count.meta({ description: 'Requests of this calendar month.' }),
      limit: count.meta({ description: '0: there is none.' }),
    }),
  }),
})
export type ChatJson = z.output<typeof chatResponse>
