import { z } from 'zod'
import { idJson, timestampJson } from '../../platform/lib/wire-scalars.ts'
import { metadataJson } from '../containers/wire-shapes.ts'
import { relation } from './schema.ts'

/** Schemas of memories in search results, as the contract with existing clients fixes them. */

const relativeJson = z.object({
  relation: relation.describe('How the two are related.'),
  version: z.int().optional().describe('Steps along the chain of versions: −1, −2 … before, +1, +2 … after.'),
  memory: z.string().describe('Text of the other memory.'),
  metadata: metadataJson,
  updatedAt: timestampJson.describe('When the other memory last changed.'),
})

/** A memory as a search result: the `memory` branch of a /v4/search result. */
export const memoryResultJson = z.object({
  id: idJson.describe('Id of the memory or the chunk.'),
  memory: z.string().describe('The fact, as a sentence.'),
  similarity: z.number().describe('Similarity to the query, 0 to 1.'),
  metadata: metadataJson,
  updatedAt: timestampJson.describe('When the memory or the document last changed.'),
  version: z.int32().describe('Number of the version, from 1.'),
  filepath: z.string().nullable().describe('Path of the document it comes from; null when there is none.'),
  context: z
    .object({
      parents: z.array(relativeJson).describe('Memories before it.'),
      children: z.array(relativeJson).describe('Memories after it.'),
      related: z.array(relativeJson).describe('Memories that extend it or are extended by it.'),
    })
    .optional()
    .describe('Memories around it; only with `include.relatedMemories`.'),
  documents: z
    .array(
      z.object({
        id: idJson.describe('Id of the document.'),
        title: z.string().nullable().describe('Title of the document.'),
        type: z.string().describe('Kind of content, such as `text` or `pdf`.'),
        metadata: metadataJson,
        summary: z.string().nullable().optional().describe('Summary; only with `include.summaries`.'),
        createdAt: timestampJson.describe('When the document was added.'),
        updatedAt: timestampJson.describe('When the document last changed.'),
      }),
    )
    .optional()
    .describe('Documents it comes from; only with `include.documents` or `include.summaries`.'),
})
export type MemoryResultJson = z.output<typeof memoryResultJson>
