import { z } from 'zod'
import { containerTagSchema, storableText } from '../containers/schema.ts'

const share = z.number().min(0).max(1)

export const searchBody = z.object({
  q: storableText
    .min(1)
    .max(10_000)
    .meta({ description: 'What to look for, in plain words.', example: 'where does Ada live now?' }),
  containerTag: containerTagSchema.optional(),
  containerTags: z.array(containerTagSchema).max(100).optional().meta({ deprecated: true }),
  limit: z.int().min(1).max(100).default(10),
  chunkThreshold: share.default(0).meta({ description: 'Chunks that score less are left out.' }),
  documentThreshold: share.default(0).meta({ description: 'Documents that score less are left out.' }),
  docId: storableText
    .max(255)
    .optional()
    .meta({ description: 'Search within one document, by id or customId.' }),
  includeFullDocs: z.boolean().default(false),
  includeSummary: z.boolean().default(false),
  explain: z.boolean().default(false).meta({ description: 'Says for each result why it is there.' }),
  // Refused rather than ignored: an unfiltered answer to a filtered question would be a wrong one.
  filters: z.undefined('are not supported yet').optional(),
})
export type SearchBody = z.output<typeof searchBody>

const armJson = z.object({ rank: z.int().nullable(), score: z.number().nullable(), normalised: z.number() })

const chunkExplanation = z.object({
  dense: armJson,
  lexical: armJson,
  fused: z.number(),
  path: z.enum(['exact', 'quantised']),
})

export const searchResultJson = z.object({
  documentId: z.string().length(22),
  title: z.string().nullable(),
  type: z.string(),
  score: share,
  chunks: z.array(
    z.object({
      content: z.string(),
      isRelevant: z.boolean(),
      score: share,
      position: z.int(),
      explain: chunkExplanation.optional(),
    }),
  ),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  summary: z.string().nullable().optional(),
  content: z.string().optional(),
})
export type SearchResultJson = z.output<typeof searchResultJson>

export const searchResponse = z.object({
  results: z.array(searchResultJson),
  total: z.number(),
  timing: z.number().meta({ description: 'Milliseconds.' }),
})
