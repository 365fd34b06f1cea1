import { z } from 'zod'

/** Shapes on the wire; they are ours. */

export const erasureHeader = 'X-Erasure-Id'

/** For the description of routes that delete. */
export const erasureHeaders = {
  [erasureHeader]: 'Names the receipt of what is removed: `GET /v3/erasures/{id}`.',
}

export const erasureParams = z.object({ id: z.string().min(1).max(255) })

const count = z.int().min(0)

const layers = z.object({
  rows: count.meta({
    description: 'Of documents, their contents, chunks, metadata and attempts, and of container tags.',
  }),
  vectors: count,
  textIndex: count,
  blobs: count.meta({ description: 'Uploaded files.' }),
  memories: count.meta({ description: 'Memories, their sources, relations and metadata.' }),
  facts: count.meta({ description: 'What was read from documents to form memories.' }),
  caches: count,
})
export type Layers = z.output<typeof layers>

export const erasureJson = z.object({
  id: z.string().length(22),
  kind: z.enum(['document', 'documents', 'memory', 'container']),
  targetId: z
    .string()
    .length(22)
    .nullable()
    .meta({ description: 'The document, memory or container; null when there were many.' }),
  outcome: z.enum(['erased', 'forgotten']),
  status: z.enum(['pending', 'done']),
  requested: count.meta({ description: 'How many documents, memories or container tags were named.' }),
  removed: layers.meta({ description: 'Rows, or files, that were removed so far, by layer.' }),
  found: layers.meta({ description: 'What a scan finds of it now, by layer.' }),
  checked: z.object({ targets: count, blobs: count }).meta({
    description:
      'What the scan has looked for: all that was named and all files, but of very many only the first 100,000 documents and 100 files.',
  }),
  isClean: z.boolean().meta({ description: 'Whether it is done and the scan found nothing.' }),
  remains: z
    .array(z.object({ what: z.string(), count, why: z.string() }))
    .meta({ description: 'What is kept on purpose.' }),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  verifiedAt: z.iso.datetime(),
})
export type ErasureJson = z.output<typeof erasureJson>
