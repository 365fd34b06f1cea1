import { z } from 'zod'
import { idJson, timestampJson } from '../../platform/lib/wire-scalars.ts'

/** Wire formats of our own, outside the contract. */

export const erasureHeader = 'X-Erasure-Id'

/** For the description of routes that delete. */
export const erasureHeaders = {
  [erasureHeader]: 'Id of the receipt of the deletion: `GET /v3/erasures/{id}`.',
}

export const erasureParams = z.object({
  id: z.string().min(1).max(255).meta({
    description: 'Id of the receipt, from `X-Erasure-Id` or `erasureId`.',
    example: '1CbejtaJuzWqjDB4RUoeDQ',
  }),
})

const count = z.int().min(0)

const layers = z.object({
  rows: count.describe('Rows of documents, contents, chunks, metadata, attempts and container tags.'),
  vectors: count.describe('Vectors of chunks and memories.'),
  textIndex: count.describe('Rows of the keyword index.'),
  blobs: count.describe('Uploaded or fetched files.'),
  memories: count.describe('Rows of memories, their sources, relations and metadata.'),
  facts: count.describe('Facts extracted from documents, from which memories are made.'),
  caches: count.describe('Cached vectors and answers of language models.'),
})
export type Layers = z.output<typeof layers>

export const erasureJson = z.object({
  id: idJson.describe('Id of the receipt.'),
  kind: z.enum(['document', 'documents', 'memory', 'container']).describe('Kind of deletion.'),
  targetId: idJson.nullable().describe('Id of the document, memory or container; null when there were many.'),
  outcome: z
    .enum(['erased', 'forgotten'])
    .describe('`erased`: removed permanently. `forgotten`: stored, but not in search and profile.'),
  status: z.enum(['pending', 'done']).describe('`pending` while the purge runs.'),
  requested: count.describe('Documents, memories or container tags that the deletion named.'),
  removed: layers.describe('Rows and files removed so far, by layer.'),
  found: layers.describe('Rows and files that a scan finds now, by layer.'),
  checked: z
    .object({
      targets: count.describe('Documents, memories or containers looked for.'),
      blobs: count.describe('Files looked for.'),
      looseFiles: z
        .boolean()
        .describe(
          'True when the store was searched for files without a document, for example from an interrupted upload, up to the time of the deletion. This search runs every few hours.',
        ),
    })
    .describe('Extent of the scan: all data, up to 100,000 documents and 100 files.'),
  isClean: z.boolean().describe('True when the purge is done and the scan finds nothing.'),
  remains: z
    .array(
      z.object({
        what: z.string().describe('Kind of row that is kept.'),
        count: count.describe('How many are kept.'),
        why: z.string().describe('Why they are kept, in a sentence.'),
      }),
    )
    .describe('Rows that are kept on purpose; empty when there are none.'),
  createdAt: timestampJson.describe('When the deletion was requested.'),
  finishedAt: timestampJson.nullable().describe('When the purge was complete; null before.'),
  verifiedAt: timestampJson.describe('When the scan was made.'),
  journaledAt: timestampJson
    .nullable()
    .describe(
      'When the deletion was appended to the journal outside of the database, by which an operator repeats it after a restore; null before.',
    ),
})
export type ErasureJson = z.output<typeof erasureJson>
