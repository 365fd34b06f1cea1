import { z } from 'zod'
import { dateSchema } from '../../platform/lib/date-schema.ts'
import { storableText } from '../../platform/lib/storable-text.ts'
import { dateExample, idJson } from '../../platform/lib/wire-scalars.ts'
import { containerTagSchema } from '../containers/schema.ts'
import { pageJson } from '../containers/wire-shapes.ts'
import { memoryInDocumentJson } from '../memories/schema.ts'
import { addDocumentBody, documentJson, listDocumentsBody } from './schema.ts'

/** Wire formats of routes that work on many documents at once. */

/** Items are validated one by one, so that an invalid item fails alone. */
export const addBatchBody = z
  .strictObject({
    documents: z
      .array(z.union([z.string(), z.record(z.string(), z.unknown())]))
      .min(1)
      .max(600)
      .describe('1 to 600 items: the content alone, or an object with the fields of `POST /v3/documents`.'),
    content: z.null().optional().describe('Must be null or absent; put the content into `documents`.'),
  })
  .extend(addDocumentBody.omit({ content: true, customId: true }).shape)
  // Items inherit the date as text, and parse it with their own fields.
  .extend({
    documentDate: z.string().optional().meta({
      description:
        'Date of the content, for items without their own `documentDate`. `YYYY-MM-DD` or ISO 8601.',
      example: dateExample,
    }),
  })
export type AddBatchBody = z.output<typeof addBatchBody>

export const addBatchResponse = z.object({
  results: z
    .array(
      z.object({
        id: z
          .string()
          .describe('Id of the document. For a failed item: empty when it had a `customId`, else `unknown`.'),
        status: z.string().describe('Processing status, or `error` for a failed item.'),
        error: z.string().optional().describe('Why the item failed, in a sentence.'),
        code: z.string().optional().describe('Stable code of the failure, if there is one.'),
        details: z.string().optional().describe('Each invalid field of a failed item as `path: message`.'),
        retryable: z
          .boolean()
          .optional()
          .describe('True when the same item may be added later. Absent otherwise.'),
        customId: z.string().optional().describe('The `customId` of a failed item, to match it.'),
        url: z.string().optional().describe('The address of a failed item, to match it.'),
      }),
    )
    .describe('One result for each item, in the order they were sent.'),
  failed: z.number().describe('Items that were not added.'),
  success: z.number().describe('Items that were added.'),
})

export type AddBatchJson = z.output<typeof addBatchResponse>

export const deleteManyBody = z
  .object({
    ids: z
      .array(storableText.min(1).max(255))
      .min(1)
      .max(100)
      .optional()
      .describe('1 to 100 ids or customIds.'),
    containerTag: containerTagSchema.optional().describe('Only documents that carry this tag.'),
    containerTags: z
      .array(containerTagSchema)
      .min(1)
      .max(100)
      .optional()
      .describe('Only documents that carry any of these tags.'),
    filepath: storableText.min(1).max(4096).optional().meta({
      description: 'Only the document at this path, or everything below it when it ends with `/`.',
      example: '/notes/2026/',
    }),
  })
  .refine(
    ({ ids, containerTag, containerTags, filepath }) =>
      [ids, containerTag, containerTags, filepath].some(field => field !== undefined),
    'must have ids, containerTag, containerTags or filepath',
  )
export type DeleteManyBody = z.output<typeof deleteManyBody>

/** A document of `ids` that a request for many could not work on, and why. */
const itemErrorJson = (error: string) =>
  z.object({
    id: z.string().describe('Id as it was sent.'),
    error: z.string().describe(error),
    code: z.string().describe('Stable code of the reason, such as `document.not_found`.'),
    details: z
      .string()
      .optional()
      .describe('More information; for `document.ambiguous` the candidates, one per line.'),
  })

export const deleteManyResponse = z.object({
  success: z.boolean().describe('True when every id was found and deleted.'),
  deletedCount: z.number().describe('Documents deleted.'),
  errors: z
    .array(itemErrorJson('Why it was not deleted.'))
    .optional()
    .describe('Ids that could not be deleted; absent when there are none.'),
  containerTags: z.array(z.string()).optional().describe('The tags of the request, if it had any.'),
  erasureIds: z.array(idJson).describe('Receipts, one for each container: `GET /v3/erasures/{id}`.'),
})

export const reprocessBody = z.object({
  ids: z
    .array(storableText.min(1).max(255))
    .min(1)
    .max(100)
    .optional()
    .describe('Ids or `customId`s of 1 to 100 documents.'),
  containerTag: containerTagSchema.optional().describe('All documents of this container.'),
  containerTags: z
    .array(containerTagSchema)
    .min(1)
    .max(100)
    .optional()
    .describe('All documents of these containers. A scoped key may leave out its own.'),
  from: z
    .enum(['extracting', 'dreaming'])
    .default('extracting')
    .describe(
      '`extracting`: read, chunk, embed and dream again, for example after a change of `chunkSize`. `dreaming`: only extract memories again, for example after a change of a filter.',
    ),
  after: idJson.optional().describe('Continue after this document: the `after` of an earlier response.'),
})
export type ReprocessBody = z.output<typeof reprocessBody>

export const reprocessResponse = z.object({
  count: z.int32().describe('Documents that this call queued.'),
  after: idJson
    .nullable()
    .describe(
      'Send this value to continue: a call queues at most 10,000 documents. Null when there are no more.',
    ),
  errors: z
    .array(itemErrorJson('Why the document was not queued.'))
    .optional()
    .describe('Documents of `ids` that were not queued. Absent when all were.'),
})

export const retryManyBody = z.object({
  codes: z
    .array(
      z
        .string()
        .max(100)
        .regex(/^[a-z_]+(\.[a-z_]+)*(\.\*)?$/, 'must be a code, or the start of one with .*'),
    )
    .min(1)
    .max(50)
    .optional()
    .meta({
      description:
        'Only documents with one of these values of `errorCode`. `embed.*` stands for all codes that begin with `embed.`.',
      example: ['embed.*', 'internal'],
    }),
  since: dateSchema.optional().describe('Only documents that failed at or after this time.'),
  containerTag: containerTagSchema.optional().describe('Only documents of this container.'),
  containerTags: z
    .array(containerTagSchema)
    .min(1)
    .max(100)
    .optional()
    .describe(
      'Only documents of these containers. Without a tag: all of the organization, or of a scoped key.',
    ),
  after: idJson.optional().describe('Continue after this document: the `after` of an earlier response.'),
})
export type RetryManyBody = z.output<typeof retryManyBody>

export const retryManyResponse = z.object({
  count: z.int32().describe('Documents that this call queued.'),
  after: idJson
    .nullable()
    .describe(
      'Send this value to continue: a call queues at most 10,000 documents. Null when there are no more.',
    ),
})

export const listWithMemoriesBody = listDocumentsBody.pick({
  containerTag: true,
  containerTags: true,
  limit: true,
  page: true,
  order: true,
  sort: true,
  categories: true,
  statuses: true,
  sources: true,
})

const documentWithMemories = documentJson.extend({
  memoryEntries: z
    .array(memoryInDocumentJson)
    .describe('Memories extracted from the document; empty while there are none.'),
})

export const listWithMemoriesResponse = z.object({
  documents: z.array(documentWithMemories).describe('Documents of this page.'),
  pagination: pageJson.describe('Position of this page.'),
})

export const byIdsBody = listDocumentsBody.pick({ containerTag: true, containerTags: true }).extend({
  ids: z
    .array(storableText.min(1).max(255))
    .min(1)
    .max(500)
    .meta({ description: '1 to 500 ids or `customId`s.', example: ['1Cb2E6xd3spDuQv5BFZdDc'] }),
  by: z.enum(['id', 'customId']).default('id').describe('Which of the two `ids` are.'),
})

export const byIdsResponse = z.object({
  documents: z
    .array(documentWithMemories)
    .describe(
      'The documents, in the order of `ids`. With `customId`, documents of several containers may share one.',
    ),
  notFound: z.array(z.string()).describe('Ids that name no document of the caller.'),
})

export const facetsBody = listDocumentsBody.pick({
  containerTag: true,
  containerTags: true,
  filepath: true,
  filters: true,
  categories: true,
  statuses: true,
  sources: true,
})

const facetJson = z.object({
  category: z.string().describe('The value.'),
  count: z.int().describe('Documents that have it.'),
  label: z.string().describe('Name of the value for people.'),
})

export const facetsResponse = z.object({
  facets: z.array(facetJson).describe('Documents by `type`, the most frequent first.'),
  statuses: z.array(facetJson).describe('Documents by `status`.'),
  sources: z.array(facetJson).describe('Documents by `source`, at most 100 values.'),
  containers: z.array(facetJson).describe('Documents by container tag, at most 100 tags.'),
  total: z.int().describe('All documents that match. With a filter, only those that were counted.'),
  isComplete: z.boolean().describe('False when a cell has more documents that match than it counts.'),
})
export type FacetsJson = z.output<typeof facetsResponse>
