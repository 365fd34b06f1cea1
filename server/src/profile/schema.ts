import { z } from 'zod'
import { hasTag, oneTag, tagIsRequired } from '../containers/wire-shapes.ts'
import { filtersSchema } from '../filters/schema.ts'
import { dateSchema } from '../lib/date-schema.ts'
import { storableText } from '../lib/storable-text.ts'
import { foundMemoryJson } from '../memories/schema.ts'

/** Shapes on the wire, as `decisions.md` 6 has them. */

const parts = z.enum(['static', 'dynamic', 'buckets'])

export const profileBody = z
  .object({
    ...oneTag,
    q: storableText.max(10_000).nullish(),
    threshold: z.number().min(0).max(1).default(0.6),
    filters: filtersSchema.optional(),
    asOf: dateSchema.optional().meta({ description: 'As it was known at this date.' }),
    include: z.array(parts).max(10).optional(),
    buckets: z
      .array(z.string().min(1).max(100))
      .max(50)
      .optional()
      .meta({ description: 'Only these buckets.' }),
    limit: z
      .int()
      .min(1)
      .max(100)
      .default(50)
      .meta({ description: 'At most so many memories in each part.' }),
  })
  .refine(hasTag, tagIsRequired)
export type ProfileBody = z.output<typeof profileBody>

export const profileResponse = z.object({
  profile: z.object({
    static: z.array(z.string()),
    dynamic: z.array(z.string()),
    buckets: z.record(z.string(), z.array(z.string())).optional(),
  }),
  searchResults: z
    .object({ results: z.array(foundMemoryJson), total: z.number(), timing: z.number() })
    .optional(),
})

export const bucketsBody = z.object(oneTag).refine(hasTag, tagIsRequired)

export const bucketsResponse = z.object({
  buckets: z.array(z.object({ key: z.string(), description: z.string() })),
})
