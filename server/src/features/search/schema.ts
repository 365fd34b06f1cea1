import { z } from 'zod'
import { filtersSchema } from '../../platform/filters/schema.ts'
import { categoryNames } from '../../platform/lib/categories.ts'
import { dateSchema } from '../../platform/lib/date-schema.ts'
import { storableText } from '../../platform/lib/storable-text.ts'
import { idJson, timestampJson } from '../../platform/lib/wire-scalars.ts'
import { containerTagSchema } from '../containers/schema.ts'

/** Request and response schemas of `/v2/search` and `/v3/search`, as the contract with existing clients fixes them. */

export const share = z.number().min(0).max(1)

/** The fields that all API generations share. */
export const commonSearchFields = {
  q: storableText.min(1).max(10_000).meta({
    description: 'The question or the words to look for, 1 to 10,000 characters.',
    example: 'where does Ada live now?',
  }),
  containerTag: containerTagSchema
    .optional()
    .describe('Container to search. Default: the whole organization, or the container of a scoped key.'),
  containerTags: z
    .array(containerTagSchema)
    .max(100)
    .optional()
    .meta({ deprecated: true, description: 'Containers to search. Use `containerTag` for one.' }),
  limit: z.int().min(1).max(100).default(10).describe('Maximum number of results, 1 to 100.'),
  filters: filtersSchema.optional(),
  filepath: storableText.max(4096).optional().meta({
    description: 'Only the document at this path, or everything below it when it ends with `/`.',
    example: '/notes/2026/',
  }),
  asOf: dateSchema
    .optional()
    .describe('Searches the data as of this date, `YYYY-MM-DD` or ISO 8601. Newer data is not found.'),
  rerank: z
    .boolean()
    .default(false)
    .describe(
      'Reranks the best 50 results with a second, slower model. Use it when quality matters more than latency.',
    ),
  rewriteQuery: z
    .boolean()
    .default(false)
    .describe(
      'Corrects misspelt words of the query to the closest words in the results. With a language model, the model rewrites the query.',
    ),
  explain: z
    .boolean()
    .default(false)
    .describe('Adds the scores and filters of each result, and counts the results that were left out.'),
}

export const searchBody = z.object({
  ...commonSearchFields,
  chunkThreshold: share.default(0).describe('Chunks that score less are left out, 0 to 1.'),
  documentThreshold: share.default(0).describe('Documents that score less are left out, 0 to 1.'),
  docId: storableText.max(255).optional().describe('Search within one document, by id or `customId`.'),
  userId: storableText
    .max(255)
    .optional()
    .describe('Only documents whose container tag, or metadata `userId`, is this.'),
  categoriesFilter: z
    .array(z.enum(categoryNames))
    .max(100)
    .transform(names => (names.length > 0 ? names : undefined))
    .optional()
    .describe('Only documents of these subjects; each document is classified when it is processed.'),
  includeFullDocs: z.boolean().default(false).describe('Adds the whole text of each document as `content`.'),
  includeSummary: z.boolean().default(false).describe('Adds the summary of each document.'),
  onlyMatchingChunks: z
    .boolean()
    .default(true)
    .describe('When false, results include the chunks before and after each match, with `isRelevant` false.'),
})
export type SearchBody = z.output<typeof searchBody>

/** The same search with the defaults of the older generation. */
export const searchBodyV2 = searchBody.extend({
  onlyMatchingChunks: searchBody.shape.onlyMatchingChunks
    .unwrap()
    .default(false)
    .describe('When false, results include the chunks before and after each match, with `isRelevant` false.'),
})

const armJson = z.object({
  rank: z.int().nullable().describe('Rank in this arm, from 1; null when the arm did not find it.'),
  score: z.number().nullable().describe('Raw score of this arm; null when the arm did not find it.'),
  normalised: z.number().describe('The score on the common scale, 0 to 1.'),
})

const arms = {
  dense: armJson.describe('Vector arm: similarity of meaning.'),
  lexical: armJson.describe('Keyword arm (BM25).'),
  tokens: z
    .number()
    .optional()
    .describe('Similarity of the words of the query to those of the text, token by token, 0 to 1.'),
  date: z
    .number()
    .optional()
    .describe('Closeness to the time in the query, 0 to 1; absent when the query names no time.'),
  fused: z.number().describe('Fused score of both arms, before dates and reranking.'),
  signals: z
    .record(z.string(), z.number())
    .optional()
    .describe('Signs that a memory answers the query, from -1 to 1; absent for chunks.'),
  parts: z
    .record(z.string(), z.number())
    .describe(
      'Parts that add up to the score; a negative one lowers it. `meaning` (vectors), `words` (keywords), `tokens` (word by word), `answer` (signs that a memory answers the query), `speaker`, `origin` (who said it, and whether it was inferred), `date`, `rerank`. Parts of 0 are left out.',
    ),
  rerank: z
    .object({
      by: z.enum(['local', 'http']).describe('Name of the reranker.'),
      score: z.number().nullable().describe('Score of the reranker; null when it did not respond.'),
    })
    .optional()
    .describe('Result of reranking; absent without `rerank`.'),
  path: z
    .enum(['exact', 'quantised', 'hnsw', 'ivfflat'])
    .describe(
      'Vector search method: exact, binary codes, an HNSW index, or the IVFFlat index of an organization.',
    ),
}

export const explanationJson = z.object({
  ...arms,
  filters: z
    .record(z.string(), z.unknown())
    .describe('Filters that were applied, by the names of the request.'),
})
export type ExplanationJson = z.output<typeof explanationJson>

/** The position of a chunk in its document and file. */
export const placeJson = z
  .object({
    start: z.int().describe('First character, in UTF-16 units of `raw`, else of `content`.'),
    end: z.int().describe('End of the span, exclusive.'),
    page: z.int().optional().describe('Page, slide or sheet of a file, from 1.'),
    endPage: z.int().optional().describe('Last page, if the chunk covers several.'),
    at: z.number().optional().describe('Time of a recording, in milliseconds.'),
    timestamp: z.string().optional().describe('The same time as text, such as `03:41`.'),
  })
  .meta({
    description: 'Position of the chunk in the document: span, and page of a file or time of a recording.',
    example: { start: 0, end: 59 },
  })

export const chunkJson = z.object({
  content: z.string().describe('Text of the chunk, verbatim.'),
  isRelevant: z.boolean().describe('False for a neighbouring chunk that was added for context.'),
  score: share.describe('Relevance, 0 to 1.'),
  position: z.int().describe('Place among the chunks of the document, from 0.'),
  place: placeJson.optional(),
})
export type ChunkJson = z.output<typeof chunkJson>

export const searchResultJson = z.object({
  documentId: idJson.describe('Id of the document.'),
  title: z.string().nullable().describe('Title of the document.'),
  type: z.string().describe('Kind of content, such as `text` or `pdf`.'),
  score: share.describe('Relevance of its best chunk, 0 to 1.'),
  chunks: z
    .array(
      chunkJson.extend({
        explain: z.object(arms).optional().describe('Scores of this chunk; only with `explain`.'),
      }),
    )
    .describe('The chunks that match, best first, at most 10. With neighbours, they are in reading order.'),
  metadata: z.record(z.string(), z.unknown()).nullable().describe('Metadata of the document.'),
  createdAt: timestampJson.describe('When the document was added.'),
  updatedAt: timestampJson.describe('When the document last changed.'),
  summary: z.string().nullable().optional().describe('Summary; only with `includeSummary`.'),
  content: z.string().optional().describe('Whole text; only with `includeFullDocs`.'),
  explain: explanationJson.optional().describe('Scores of the best chunk and filters; only with `explain`.'),
})
export type SearchResultJson = z.output<typeof searchResultJson>

const count = z.int().min(0)

const leftOutJson = z.object({
  belowThreshold: count.describe('Left out because they scored less than the threshold.'),
  filtered: count.describe('Left out by filters.'),
  superseded: count.describe('Memories left out because a newer version exists.'),
  forgotten: count.describe('Memories left out because they are forgotten.'),
  examples: z
    .array(
      z.object({
        reason: z
          .enum(['belowThreshold', 'filtered', 'superseded', 'forgotten'])
          .describe('Why it was left out.'),
        score: share.describe('Its score, 0 to 1.'),
        documentId: idJson.optional().describe('Document of a chunk.'),
        position: z.int().optional().describe('Place of the chunk in its document, from 0.'),
        id: idJson.optional().describe('Id of a memory.'),
        memory: z.string().optional().describe('Text of the memory.'),
      }),
    )
    .max(10)
    .describe('The best of them, at most 10.'),
})
export type LeftOutJson = z.output<typeof leftOutJson>

/** The fields that `explain` adds to the response. */
export const reasonsJson = {
  leftOut: leftOutJson.optional().meta({
    description:
      'Chunks and memories similar to the query that are not among the results, and why. Only with `explain`.',
  }),
  rewrittenQuery: z
    .string()
    .optional()
    .describe('The query that was used instead of `q`; only with `explain` and `rewriteQuery`.'),
}

export const searchResponse = z.object({
  results: z.array(searchResultJson).describe('Documents, best first.'),
  total: z.number().describe('Number of results in this response.'),
  timing: z.number().describe('Milliseconds the search took.'),
  ...reasonsJson,
})
