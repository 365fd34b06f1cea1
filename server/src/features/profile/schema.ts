import { z } from 'zod'
import { filtersSchema } from '../../platform/filters/schema.ts'
import { dateSchema } from '../../platform/lib/date-schema.ts'
import { storableText } from '../../platform/lib/storable-text.ts'
import { hasTag, oneTag, tagIsRequired } from '../containers/wire-shapes.ts'
import { memoryResultJson } from '../memories/memory-result-schema.ts'

/** Request and response schemas of the profile, as the contract with existing clients fixes them. */

const parts = z.enum(['static', 'dynamic', 'buckets', 'lines'])

export const profileBody = z
  .object({
    ...oneTag,
    q: storableText.max(10_000).nullish().meta({
      description: 'Query for `searchResults` in addition to the profile, up to 10,000 characters.',
      example: 'where does Ada live now?',
    }),
    threshold: z
      .number()
      .min(0)
      .max(1)
      .default(0.6)
      .describe('Minimum similarity of `searchResults`, 0 to 1.'),
    filters: filtersSchema.optional(),
    asOf: dateSchema
      .optional()
      .describe('The profile as it was known at this date, `YYYY-MM-DD` or ISO 8601.'),
    include: z
      .array(parts)
      .max(10)
      .optional()
      .describe(
        'Parts to return. Default: `static` and `dynamic`, and `buckets` when you name some. `lines` adds the id and the section of each line.',
      ),
    buckets: z
      .array(z.string().min(1).max(100))
      .max(50)
      .optional()
      .meta({ description: 'Keys of the buckets to fill; all of them unless given.', example: ['work'] }),
    limit: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe(
        'Maximum number of memories in each part, 1 to 100. Default: 60 in `static` and `dynamic` together, and 50 in each bucket and in `searchResults`.',
      ),
    maxTokens: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe(
        'Maximum number of tokens in `static` and `dynamic` together, estimated at four characters each. Default: 1,500, or no limit if you give `limit`.',
      ),
  })
  .refine(hasTag, tagIsRequired)
export type ProfileBody = z.output<typeof profileBody>

export const profileResponse = z.object({
  profile: z
    .object({
      static: z
        .array(z.string())
        .describe(
          'Facts that last: who the person is, people, health and other constraints, home, work, preferences, decisions.',
        ),
      dynamic: z.array(z.string()).describe('Plans, soonest first, and what is going on, newest first.'),
      buckets: z
        .record(z.string(), z.array(z.string()))
        .optional()
        .describe('Memories by bucket; only when asked for.'),
      lines: z
        .array(
          z.object({
            id: z.string().describe('Id of the memory; `GET /v4/memories/{id}` returns its citations.'),
            memory: z.string().describe('The line.'),
            part: z.enum(['static', 'dynamic']).describe('List that the line is in.'),
            section: z.string().describe('Section of the profile, such as `people`.'),
          }),
        )
        .optional()
        .describe('Lines of `static` and `dynamic` with their memories; only when asked for.'),
    })
    .describe('Current memories as sentences.'),
  searchResults: z
    .object({
      results: z
        .array(memoryResultJson.extend({ content: z.string().describe('The same as `memory`.') }))
        .describe('Memories that match `q`, best first.'),
      total: z.number().describe('Number of results.'),
      timing: z.number().describe('Milliseconds the request took.'),
    })
    .optional()
    .describe('Results for `q`; absent without `q`.'),
})

export const bucketsBody = z.object(oneTag).refine(hasTag, tagIsRequired)

export const bucketsResponse = z.object({
  buckets: z
    .array(
      z.object({
        key: z.string().describe('Name of the bucket.'),
        description: z.string().describe('Description of the memories that belong in it.'),
      }),
    )
    .describe('Buckets of the profile; empty when none are set.'),
})
