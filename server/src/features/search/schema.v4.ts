import { z } from 'zod'
import { idJson } from '../../platform/lib/wire-scalars.ts'
import { memoryResultJson } from '../memories/memory-result-schema.ts'
import { chunkJson, commonSearchFields, explanationJson, placeJson, reasonsJson, share } from './schema.ts'

/** Request and response schemas of `/v4/search`, as the contract with existing clients fixes them. */

export const searchBodyV4 = z.object({
  ...commonSearchFields,
  searchMode: z
    .enum(['memories', 'hybrid', 'documents'])
    .default('memories')
    .describe(
      '`memories`: extracted facts. `documents`: chunks of documents. `hybrid`: both, merged by similarity.',
    ),
  threshold: share.default(0.6).describe('Results that are less similar are left out, 0 to 1.'),
  aggregate: z.boolean().default(false).describe('Accepted for existing clients; has no effect.'),
  include: z
    .object({
      documents: z.boolean().default(false).describe('Adds the documents a result comes from.'),
      summaries: z.boolean().default(false).describe('Adds the documents with their summaries.'),
      relatedMemories: z
        .boolean()
        .default(false)
        .describe('Adds earlier, later and related memories as `context`.'),
      forgottenMemories: z.boolean().default(false).describe('Finds forgotten memories too.'),
      chunks: z
        .boolean()
        .default(false)
        .describe('Adds the chunks around a chunk, or the source chunks of a memory.'),
    })
    .prefault({})
    .meta({
      description: 'Additional parts of each result. Default: none.',
      example: { documents: true },
    }),
})
export type SearchBodyV4 = z.output<typeof searchBodyV4>

const sourceChunks = z
  .array(chunkJson.extend({ documentId: idJson.describe('Document of the chunk.') }))
  .describe('Chunks of the same documents; only with `include.chunks`.')

const explained = { explain: explanationJson.optional().describe('Scores and filters; only with `explain`.') }

const memoryResult = memoryResultJson.extend({ chunks: sourceChunks.optional(), ...explained })

const chunkResult = memoryResultJson.omit({ memory: true, version: true, context: true }).extend({
  chunk: z.string().describe('Text of the chunk, verbatim.'),
  place: placeJson,
  chunks: sourceChunks.optional(),
  ...explained,
})

/** A result is either a memory or a chunk. */
export const resultJsonV4 = z.union([memoryResult, chunkResult])
export type ResultJsonV4 = z.output<typeof resultJsonV4>

export const searchResponseV4 = z.object({
  results: z.array(resultJsonV4).describe('Memories (with `memory`) and chunks (with `chunk`), best first.'),
  total: z.number().describe('Number of results in this response.'),
  timing: z.number().describe('Milliseconds the search took.'),
  ...reasonsJson,
})
