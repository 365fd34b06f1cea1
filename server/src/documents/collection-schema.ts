import { z } from 'zod'
import { containerTagSchema } from '../containers/schema.ts'
import { storableText } from '../lib/storable-text.ts'
import { addDocumentBody, documentJson, listDocumentsBody, memoryJson, paginationJson } from './schema.ts'

/** Shapes of what is done with many documents at once. */

/** Items are looked at one by one: a bad one fails alone. */
export const addBatchBody = z
  .object({
    documents: z
      .array(z.union([z.string(), z.record(z.string(), z.unknown())]))
      .min(1)
      .max(600)
      .meta({ description: 'Each the content alone, or an object with the fields of `POST /v3/documents`.' }),
    content: z.null().optional(),
  })
  .extend(addDocumentBody.omit({ content: true, customId: true }).shape)
  // Items inherit dates as they were sent, and are parsed with them.
  .extend({ documentDate: z.string().optional() })
export type AddBatchBody = z.output<typeof addBatchBody>

export const addBatchResponse = z.object({
  results: z.array(
    z.object({
      id: z.string().meta({ description: 'Of a failed item: empty when it had a customId, else `unknown`.' }),
      status: z.string(),
      error: z.string().optional(),
      code: z.string().optional().meta({ description: 'Of a failed item, where there is one.' }),
      details: z.string().optional(),
      customId: z.string().optional(),
      url: z.string().optional(),
    }),
  ),
  failed: z.number(),
  success: z.number(),
})

export type AddBatchJson = z.output<typeof addBatchResponse>

export const deleteManyBody = z
  .object({
    ids: z.array(storableText.min(1).max(255)).min(1).max(100).optional(),
    containerTag: containerTagSchema.optional(),
    containerTags: z.array(containerTagSchema).min(1).max(100).optional(),
    filepath: storableText.min(1).max(4096).optional(),
  })
  .refine(
    ({ ids, containerTag, containerTags, filepath }) =>
      [ids, containerTag, containerTags, filepath].some(field => field !== undefined),
    'must name ids, containerTags or filepath',
  )
export type DeleteManyBody = z.output<typeof deleteManyBody>

export const deleteManyResponse = z.object({
  success: z.boolean(),
  deletedCount: z.number(),
  errors: z.array(z.object({ id: z.string(), error: z.string() })).optional(),
  containerTags: z.array(z.string()).optional(),
  erasureIds: z
    .array(z.string().length(22))
    .meta({ description: 'Receipts, one for each container: `GET /v3/erasures/{id}`. (ours)' }),
})

export const reprocessBody = z.object({
  ids: z
    .array(storableText.min(1).max(255))
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Document ids or customIds.' }),
  containerTag: containerTagSchema.optional(),
  containerTags: z
    .array(containerTagSchema)
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'All documents of these containers. A scoped key may leave out its own.' }),
  from: z.enum(['extracting', 'dreaming']).default('extracting').meta({
    description:
      'extracting: read, chunk, embed and dream of the documents again, as after a change of chunkSize. dreaming: only form their memories again, as after a change of a filter.',
  }),
  after: z
    .string()
    .length(22)
    .optional()
    .meta({ description: 'Go on after this document: the `after` of an earlier answer.' }),
})
export type ReprocessBody = z.output<typeof reprocessBody>

export const reprocessResponse = z.object({
  count: z.int32().meta({ description: 'Documents that this call has queued.' }),
  after: z
    .string()
    .length(22)
    .nullable()
    .meta({ description: 'Send this to go on: a call takes up 10,000 documents. Null: there are no more.' }),
  errors: z.array(z.object({ id: z.string(), error: z.string() })).optional(),
})

export const listWithMemoriesBody = listDocumentsBody
  .pick({ containerTag: true, containerTags: true, limit: true, page: true, order: true, sort: true })
  .extend({ sources: z.array(storableText.max(255)).max(100).optional() })

export const listWithMemoriesResponse = z.object({
  documents: z.array(documentJson.extend({ memoryEntries: z.array(memoryJson) })),
  pagination: paginationJson,
})
