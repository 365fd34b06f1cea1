import { z } from 'zod'
import { itemErrorCodes, sourceErrorCodes } from '../../platform/connectors/connector.ts'
import { storableText } from '../../platform/lib/storable-text.ts'
import { digitsToNumber, idJson, timestampJson } from '../../platform/lib/wire-scalars.ts'

/** Wire formats of runs and failures. */

/** Why a run ended. `quota_exceeded`: the organization has used up its tokens. */
export const runErrorCodes = [...sourceErrorCodes, 'quota_exceeded'] as const

export const runJson = z.object({
  id: idJson.describe('Id of the run.'),
  connectionId: idJson.describe('Id of the connection.'),
  status: z.enum(['running', 'completed', 'failed']).describe('Status of the run.'),
  triggerType: z
    .enum(['event', 'cron', 'manual'])
    .describe('What started it: an event of the provider, the schedule, or a person.'),
  startedAt: timestampJson.describe('When it began.'),
  completedAt: timestampJson.nullable().describe('When it ended; null while it runs.'),
  itemsProcessed: z.int().describe('Items whose documents were added or changed.'),
  itemsFailed: z.int().describe('Items that could not be read. They are kept for another try.'),
  itemsUnchanged: z.int().describe('Items that had not changed.'),
  itemsDeleted: z.int().describe('Items that are gone from the source, with their documents.'),
  itemsSkipped: z.int().describe('Items beyond `documentLimit`.'),
  progress: z
    .object({
      seen: z.int().describe('Items seen.'),
      total: z.int().nullable().describe('Items in all; null if the source does not say.'),
    })
    .nullable()
    .describe('How far it is; null if the source does not say.'),
  error: z
    .string()
    .nullable()
    .meta({
      description: `Stable code: ${runErrorCodes.map(code => `\`${code}\``).join(', ')}; null after a success.`,
      example: null,
    }),
  errorMessage: z.string().nullable().describe('The error in a sentence; null after a success.'),
})

export const runsQuery = z.object({
  before: storableText
    .max(64)
    .optional()
    .meta({ description: 'Only runs before this one.', example: '1CbejjjFvcQJCrNZgx1iMR' }),
  limit: z
    .preprocess(digitsToNumber, z.int().min(1).max(200))
    .default(50)
    .describe('Runs to return, 1 to 200.'),
})

export const runsJson = z.array(runJson)

export const failuresQuery = z.object({
  after: storableText
    .max(1_000)
    .optional()
    .meta({ description: '`next` of the previous page.', example: '/notes/plan.md' }),
  limit: z
    .preprocess(digitsToNumber, z.int().min(1).max(200))
    .default(50)
    .describe('Failures per page, 1 to 200.'),
})

export const failuresJson = z.object({
  failures: z
    .array(
      z.object({
        externalId: z.string().describe('Id of the item in the source.'),
        code: z.enum(itemErrorCodes).describe('Stable code.'),
        message: z.string().describe('The error in a sentence.'),
        attempts: z.int().describe('How often it was tried. Runs try up to five times by themselves.'),
        runId: idJson.describe('The run that tried last.'),
        firstAt: timestampJson.describe('First failure.'),
        lastAt: timestampJson.describe('Last failure.'),
      }),
    )
    .describe('Items that could not be read, by their ids.'),
  next: z.string().nullable().describe('Pass it as `after` to continue; null at the end.'),
})

export const retryFailuresBody = z.strictObject({
  externalIds: z
    .array(storableText.min(1).max(1_000))
    .min(1)
    .max(1_000)
    .optional()
    .meta({
      description: 'Items to read again, at most 1,000. Absent: all failed ones.',
      example: ['/notes/plan.md'],
    }),
})

export const retriedJson = z.object({
  retried: z.int().describe('Items that are read again, at most 10,000 at a time.'),
})

export const checkedJson = z.object({
  ok: z.boolean().describe('Whether the source can be read.'),
  account: z
    .string()
    .nullable()
    .describe('Account or place that was reached; null if the source does not say.'),
  error: z
    .string()
    .nullable()
    .meta({ description: 'Stable code as in runs; null if the source can be read.', example: null }),
  errorMessage: z.string().nullable().describe('The error in a sentence; null if the source can be read.'),
})
