import { z } from 'zod'
import { timestampJson } from '../../platform/lib/wire-scalars.ts'

const count = z.int().min(0)

export const overviewJson = z.object({
  documents: count.describe('All documents.'),
  pending: count.describe('Documents that are not finished: queued or in work.'),
  failed: count.describe('Documents that ended `failed`.'),
  memories: count.describe('Current memories.'),
  learnedThisWeek: count.describe(
    'Current memories learned in the last seven days; counted up to 10,000 per database.',
  ),
  recent: z
    .array(
      z.object({
        id: z.string().describe('Id of the memory.'),
        memory: z.string().describe('The fact, as a sentence.'),
        containerTag: z.string().describe('Container of the memory.'),
        learnedAt: timestampJson.describe('When the fact was learned.'),
        version: z.int().describe('Number of the version, from 1.'),
        isInference: z.boolean().describe('True for a memory that was inferred and not stated.'),
        before: z.string().nullable().describe('The version that it replaced; null for a first version.'),
      }),
    )
    .describe('The memories learned last, the latest first.'),
  models: z
    .object({
      embedding: z.string().describe('Embedding model that documents and queries are embedded with.'),
      dimensions: z.int().describe('Dimensions of its vectors.'),
      language: z
        .string()
        .nullable()
        .describe('Language model that extracts memories; null when the built-in rules do.'),
    })
    .describe('Models in use.'),
})
