import { z } from 'zod'
import { foundMemoryJson } from '../memories/schema.ts'
import { askedInAll, chunkJson, explanationJson, placeJson, reasonsJson, share } from './schema.ts'

/** Shapes on the wire, as `decisions.md` 5 has them. */

export const searchBodyV4 = z.object({
  ...askedInAll,
  searchMode: z
    .enum(['memories', 'hybrid', 'documents'])
    .default('memories')
    .meta({ description: 'What is known, the chunks of documents, or both.' }),
  threshold: share.default(0.6).meta({ description: 'What is less similar is left out.' }),
  aggregate: z.boolean().default(false),
  include: z
    .object({
      documents: z.boolean().default(false),
      summaries: z.boolean().default(false),
      relatedMemories: z.boolean().default(false),
      forgottenMemories: z.boolean().default(false),
      chunks: z.boolean().default(false),
    })
    .prefault({}),
})
export type SearchBodyV4 = z.output<typeof searchBodyV4>

const sourceChunks = z.array(chunkJson.extend({ documentId: z.string().length(22) }))

const explained = { explain: explanationJson.optional() }

const memoryResult = foundMemoryJson.extend({ chunks: sourceChunks.optional(), ...explained })

const chunkResult = foundMemoryJson
  .omit({ memory: true, version: true, context: true })
  .extend({ chunk: z.string(), place: placeJson, chunks: sourceChunks.optional(), ...explained })

/** One result holds a memory or a chunk, never both. */
export const resultJsonV4 = z.union([memoryResult, chunkResult])
export type ResultJsonV4 = z.output<typeof resultJsonV4>

export const searchResponseV4 = z.object({
  results: z.array(resultJsonV4),
  total: z.number(),
  timing: z.number().meta({ description: 'Milliseconds.' }),
  ...reasonsJson,
})
