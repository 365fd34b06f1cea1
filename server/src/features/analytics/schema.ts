import { z } from 'zod'
import { dateSchema } from '../../platform/lib/date-schema.ts'
import { digitsToNumber, timestampJson } from '../../platform/lib/wire-scalars.ts'
import { operations } from '../../platform/routing/usage.ts'

/** Request and response schemas of analytics, as the contract with existing clients fixes them. */

export const analyticsQuery = z
  .object({
    from: dateSchema
      .optional()
      .describe('Start of the figures, ISO 8601. The whole hour that contains it counts.'),
    to: dateSchema
      .optional()
      .describe('End of the figures, ISO 8601. Default: now. The whole hour that contains it counts.'),
    period: z
      .enum(['1h', '24h', '7d', '30d', 'all'])
      .default('24h')
      .describe('Length of the time before `to`, if there is no `from`.'),
    page: z
      .preprocess(digitsToNumber, z.int().min(1).max(1_000_000))
      .default(1)
      .describe('Page of `byKey`, from 1.'),
    limit: z
      .preprocess(digitsToNumber, z.int().min(1).max(100))
      .default(20)
      .describe('Keys per page, 1 to 100.'),
  })
  .refine(({ from, to }) => !from || !to || from < to, { path: ['to'], error: 'must be after from' })
export type AnalyticsQuery = z.output<typeof analyticsQuery>

const count = z.int().min(0).describe('Number of requests.')
const timestamp = timestampJson
const duration = z.number().min(0).describe('Mean duration in milliseconds.')
const percent = (description: string) => z.number().min(0).max(100).meta({ description })
const type = z.enum(operations).describe('Type of request.')

const hour = {
  hour: timestamp.describe('When the hour began. Hours without requests are left out.'),
  timestamp: z.int().describe('The same in milliseconds since 1970.'),
  count,
}

const key = {
  apiKeyId: z.string().describe('Id of the key.'),
  keyId: z.string().describe('The same as `apiKeyId`.'),
  keyName: z.string().describe('Name of the key.'),
  count,
  lastUsed: timestamp.describe('When the key was last used.'),
}

const pagination = z
  .object({
    currentPage: z.int().describe('This page, from 1.'),
    totalPages: z.int().describe('Number of pages.'),
    limit: z.int().describe('Keys per page.'),
    totalItems: z.int().describe('Keys on all pages.'),
  })
  .describe('Position of this page of `byKey`. The other lists are always complete.')

export const usageResponse = z.object({
  usage: z
    .array(
      z.object({
        type,
        count,
        avgDuration: duration,
        lastUsed: timestamp.describe('Time of the last request.'),
      }),
    )
    .describe('Requests by type.'),
  hourly: z.array(z.object({ ...hour, avgDuration: duration })).describe('Requests by hour, oldest first.'),
  byKey: z.array(z.object({ ...key, avgDuration: duration })).describe('Requests by key, one page.'),
  pagination,
})
export type UsageJson = z.output<typeof usageResponse>

const errorRate = percent('Percent of requests with a status of 400 or above.')
const errorCount = count.describe('Number of errors.')

export const errorsResponse = z.object({
  errors: z
    .array(
      z.object({
        type,
        statusCode: z.int().describe('Status; 499 when the client disconnected before the response.'),
        count,
        percentage: percent('Percent of all errors.'),
      }),
    )
    .describe('Errors by type and status.'),
  summary: z
    .array(
      z.object({
        type,
        totalRequests: count,
        successRate: percent('Percent of requests with a status below 400.'),
        errorRate,
        lastRequest: timestamp.describe('Time of the last request.'),
      }),
    )
    .describe('Success and errors by type.'),
  hourly: z.array(z.object({ ...hour, errorRate, errorCount })).describe('Errors by hour, oldest first.'),
  byKey: z.array(z.object({ ...key, errorRate, errorCount })).describe('Errors by key, one page.'),
  pagination,
})
export type ErrorsJson = z.output<typeof errorsResponse>

const compared = (description: string) =>
  z
    .object({
      current: z.number().describe('The period up to now.'),
      previousPeriod: z.number().describe('The period of the same length before it.'),
    })
    .meta({ description })

const savings = z
  .object({
    totalTokensSaved: compared('Tokens processed minus tokens sent, never below zero.'),
    tokensProcessed: compared(
      'Tokens of the chats that clients sent through the router. The part that was not forwarded is estimated.',
    ),
    tokensSent: compared(
      'Tokens that the providers got, by their own count. Without one, estimated as a quarter of the characters.',
    ),
    amountSaved: compared('US dollars: tokens saved at TOKEN_PRICE_USD_PER_MILLION.'),
  })
  .meta({ description: 'The period up to now, and the one of the same length before it.' })

const tokens = z.int().min(0).describe('Tokens of that day.')

export const chatResponse = z.object({
  overview: z
    .object({
      '7d': savings.describe('The last 7 days.'),
      '30d': savings.describe('The last 30 days.'),
      '90d': savings.describe('The last 90 days.'),
      lifetime: savings.meta({
        description: 'All stored figures (USAGE_RETENTION_DAYS); `previousPeriod` is 0.',
      }),
    })
    .describe('Tokens saved, by period.'),
  analytics: z
    .object({
      usage: z
        .object({
          currentDay: z
            .enum(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
            .describe('Day of the week in UTC.'),
          tokensByDay: z
            .object({
              Sun: tokens,
              Mon: tokens,
              Tue: tokens,
              Wed: tokens,
              Thu: tokens,
              Fri: tokens,
              Sat: tokens,
            })
            .describe('Tokens processed and sent on each day of this week, which began on Sunday.'),
        })
        .describe('Tokens of this week.'),
      latency: z
        .object({
          current: duration.describe(
            'Mean duration of the requests of the last 24 hours, without those of the router.',
          ),
          unit: z.literal('ms').describe('Milliseconds.'),
          trend: z.array(duration).describe('Means of the last 24 hours, oldest first; 0 without requests.'),
        })
        .describe('Duration of requests.'),
      apiUsage: z
        .object({
          current: count.describe('Requests of this calendar month.'),
          limit: count.describe('Always 0: there is no limit.'),
        })
        .describe('Requests of this month.'),
    })
    .describe('Tokens, latency and requests.'),
})
export type ChatJson = z.output<typeof chatResponse>
