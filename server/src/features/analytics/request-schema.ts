import { z } from 'zod'
import { dateSchema } from '../../platform/lib/date-schema.ts'
import { storableText } from '../../platform/lib/storable-text.ts'
import { timestampJson } from '../../platform/lib/wire-scalars.ts'
import { operations } from '../../platform/routing/usage.ts'

/** Wire formats of the request log. */

const span = {
  from: dateSchema.optional().describe('Only requests at or after this time, `YYYY-MM-DD` or ISO 8601.'),
  to: dateSchema.optional().describe('Only requests before this time.'),
}

export const requestsQuery = z.object({
  ...span,
  operation: z.enum(operations).optional().describe('Only requests of this operation.'),
  status: z
    .string()
    .regex(/^[1-5](\d\d|xx)$/, 'must be a status such as 404, or a class such as 4xx')
    .optional()
    .meta({ description: 'Only requests with this status, or of this class.', example: '4xx' }),
  keyId: storableText
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Only requests with this key.', example: '1k7m3q9x2v5t' }),
  before: z
    .string()
    .max(100)
    .regex(/^[\w-]+$/)
    .optional()
    .meta({ description: '`next` of the previous page.', example: 'MjAyNi0wNS0xNA' }),
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Requests per page, 1 to 200.'),
})
export type RequestsQuery = z.output<typeof requestsQuery>

export const requestsResponse = z.object({
  requests: z
    .array(
      z.object({
        id: z.string().describe('Id of the request: the header `x-request-id` of its answer.'),
        at: timestampJson.describe('When it ended.'),
        method: z.string().describe('HTTP method.'),
        route: z.string().describe('Pattern of the path, without ids or queries.'),
        operation: z.enum(operations).describe('Operation that analytics count it as.'),
        status: z.int().describe('Status of the answer; 499 when the client left before.'),
        durationMs: z.number().describe('Milliseconds until the answer was sent.'),
        keyId: z.string().describe('Id of the key, or `person:` and the id of a person.'),
        keyName: z.string().describe('Name of the key or person.'),
      }),
    )
    .describe('Requests, the latest first.'),
  next: z
    .string()
    .nullable()
    .describe(
      'Pass it as `before` to continue; null at the end. A filter that matches little may return few requests, or none, with a `next`.',
    ),
  retentionDays: z
    .int()
    .describe('Days for which requests are kept (`REQUEST_LOG_DAYS`). 0: none are logged.'),
})

export const latencyQuery = z.object(span)
export type LatencyQuery = z.output<typeof latencyQuery>

const milliseconds = (what: string) => z.number().describe(`${what} of the durations in milliseconds.`)

export const latencyResponse = z.object({
  operations: z
    .array(
      z.object({
        operation: z.enum(operations).describe('Operation.'),
        count: z.int().describe('Requests that these figures are of.'),
        p50: milliseconds('Median'),
        p90: milliseconds('90th percentile'),
        p95: milliseconds('95th percentile'),
        p99: milliseconds('99th percentile'),
        max: milliseconds('Maximum'),
      }),
    )
    .describe('Operations, the most frequent first.'),
  isComplete: z.boolean().describe('False when only the latest 100,000 requests were evaluated.'),
})
