import { z } from 'zod'

/** Wire formats of spending on language models. */

export const spendingQuery = z.object({
  days: z.coerce.number().int().min(1).max(400).default(30).describe('Days to return, 1 to 400, with today.'),
})

const spent = {
  usd: z.number().describe('US dollars, at the prices of the settings.'),
  calls: z.int().describe('Calls of language models.'),
  inputTokens: z.number().describe('Tokens sent.'),
  outputTokens: z.number().describe('Tokens received.'),
}

export const spendingResponse = z.object({
  totalUsd: z.number().describe('US dollars of all these days.'),
  days: z
    .array(
      z.object({
        day: z.string().meta({ description: 'Day in UTC.', example: '2026-05-14' }),
        ...spent,
        models: z
          .array(z.object({ model: z.string().describe('Name of the model.'), ...spent }))
          .describe(
            'The calls for documents by model, the most expensive first. Calls that served no document, such as the rewriting of a query, are only in the sums of the day. Empty after `HISTORY_RETENTION_DAYS`.',
          ),
      }),
    )
    .describe('Days with calls, the latest first.'),
  isComplete: z.boolean().describe('False when there were too many calls to add all of them up by model.'),
})
