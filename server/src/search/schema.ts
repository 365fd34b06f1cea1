import { z } from 'zod'
import { containerTagSchema } from '../containers/schema.ts'
import { filtersSchema } from '../filters/schema.ts'
import { categoryNames } from '../lib/categories.ts'
import { dateSchema } from '../lib/date-schema.ts'
import { storableText } from '../lib/storable-text.ts'

/** Shapes on the wire, as `interface.md` 4.12 and `decisions.md` 5 have them. */

export const share = z.number().min(0).max(1)

/** What every generation can be asked. */
export const askedInAll = {
  q: storableText
    .min(1)
    .max(10_000)
    .meta({ description: 'What to look for, in plain words.', example: 'where does Ada live now?' }),
  containerTag: containerTagSchema.optional(),
  containerTags: z.array(containerTagSchema).max(100).optional().meta({ deprecated: true }),
  limit: z.int().min(1).max(100).default(10),
  filters: filtersSchema.optional(),
  filepath: storableText
    .max(4096)
    .optional()
    .meta({ description: 'A whole path, or everything below it when it ends with `/`.' }),
  asOf: dateSchema.optional().meta({ description: 'Only what was known at this date.' }),
  rerank: z.boolean().default(false).meta({ description: 'Looks at the best results again.' }),
  rewriteQuery: z
    .boolean()
    .default(false)
    .meta({ description: 'Corrects slips by the words that are there.' }),
  explain: z
    .boolean()
    .default(false)
    .meta({ description: 'Says for each result why it is there, and what was left out.' }),
}

export const searchBody = z.object({
  ...askedInAll,
  chunkThreshold: share.default(0).meta({ description: 'Chunks that score less are left out.' }),
  documentThreshold: share.default(0).meta({ description: 'Documents that score less are left out.' }),
  docId: storableText
    .max(255)
    .optional()
    .meta({ description: 'Search within one document, by id or customId.' }),
  userId: storableText
    .max(255)
    .optional()
    .meta({ description: 'Only documents whose container tag, or metadata `userId`, is this.' }),
  categoriesFilter: z
    .array(z.enum(categoryNames))
    .max(100)
    .transform(names => (names.length > 0 ? names : undefined))
    .optional()
    .meta({ description: 'Only documents of these subjects.' }),
  includeFullDocs: z.boolean().default(false),
  includeSummary: z.boolean().default(false),
  onlyMatchingChunks: z
    .boolean()
    .default(true)
    .meta({ description: 'When false, the chunks before and after each come along, not relevant.' }),
})
export type SearchBody = z.output<typeof searchBody>

/** The same search with the defaults of the older generation. */
export const searchBodyV2 = searchBody.extend({
  onlyMatchingChunks: searchBody.shape.onlyMatchingChunks.unwrap().default(false),
})

const armJson = z.object({ rank: z.int().nullable(), score: z.number().nullable(), normalised: z.number() })

const arms = {
  dense: armJson,
  lexical: armJson,
  tokens: z
    .number()
    .optional()
    .meta({ description: 'Of the words of the query with those of the text, one by one, from 0 to 1.' }),
  date: z
    .number()
    .optional()
    .meta({ description: 'How close it is to the time asked about, from 0 to 1; absent if there is none.' }),
  fused: z.number(),
  rerank: z
    .object({ by: z.enum(['local', 'http']), score: z.number().nullable() })
    .optional()
    .meta({ description: 'By the second look; `score` is null when the reranker could not be asked.' }),
  path: z.enum(['exact', 'quantised', 'hnsw']),
}

export const explanationJson = z.object({
  ...arms,
  filters: z
    .record(z.string(), z.unknown())
    .meta({ description: 'What kept others out, as it was applied.' }),
})
export type ExplanationJson = z.output<typeof explanationJson>

/** Where a chunk is. */
export const placeJson = z
  .object({
    start: z.int(),
    end: z.int(),
    page: z.int().optional(),
    endPage: z.int().optional(),
    at: z.number().optional(),
    timestamp: z.string().optional(),
  })
  .meta({
    description:
      'The span of the document’s text (`raw`, else `content`) in UTF-16 units; in a file the page, slide or sheet, or the time of the recording, in milliseconds and as people write it.',
  })

export const chunkJson = z.object({
  content: z.string(),
  isRelevant: z.boolean().meta({ description: 'False for a chunk that only came along for context.' }),
  score: share,
  position: z.int(),
  place: placeJson.optional(),
})
export type ChunkJson = z.output<typeof chunkJson>

export const searchResultJson = z.object({
  documentId: z.string().length(22),
  title: z.string().nullable(),
  type: z.string(),
  score: share,
  chunks: z.array(chunkJson.extend({ explain: z.object(arms).optional() })),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  summary: z.string().nullable().optional(),
  content: z.string().optional(),
  explain: explanationJson.optional(),
})
export type SearchResultJson = z.output<typeof searchResultJson>

const count = z.int().min(0)

const leftOutJson = z.object({
  belowThreshold: count,
  filtered: count,
  superseded: count,
  forgotten: count,
  examples: z
    .array(
      z.object({
        reason: z.enum(['belowThreshold', 'filtered', 'superseded', 'forgotten']),
        score: share,
        documentId: z.string().length(22).optional(),
        position: z.int().optional(),
        id: z.string().length(22).optional(),
        memory: z.string().optional(),
      }),
    )
    .max(10),
})
export type LeftOutJson = z.output<typeof leftOutJson>

/** What `explain` adds to the whole answer. */
export const reasonsJson = {
  leftOut: leftOutJson.optional().meta({
    description:
      'Of the chunks and memories most like the query, those that are not among the results, and why.',
  }),
  rewrittenQuery: z.string().optional().meta({ description: 'What was searched in place of `q`.' }),
}

export const searchResponse = z.object({
  results: z.array(searchResultJson),
  total: z.number(),
  timing: z.number().meta({ description: 'Milliseconds.' }),
  ...reasonsJson,
})
