import { z } from 'zod'
import { filtersSchema } from '../../platform/filters/schema.ts'
import { ignoredFields } from '../../platform/lib/client-fields.ts'
import { dateSchema } from '../../platform/lib/date-schema.ts'
import { nameHint, namePattern } from '../../platform/lib/name-pattern.ts'
import { storableText } from '../../platform/lib/storable-text.ts'
import { connectedTypes } from '../../platform/lib/type-words.ts'
import { idJson, timestampJson } from '../../platform/lib/wire-scalars.ts'
import { containerTagSchema } from '../containers/schema.ts'
import { limitSchema, metadataJson, metadataSchema, pageJson, pageSchema } from '../containers/wire-shapes.ts'
import { idempotencyHelp } from '../idempotency/answer-once.ts'
import { memoryJson } from '../memories/schema.ts'
import { dreamingStatusJson, outcome } from './outcome-schema.ts'
import { documentStatuses, documentTypes, taskTypes } from './status.ts'

/** Request and response schemas of documents, as the contract with existing clients fixes them. */

export const customIdSchema = z.string().min(1).max(100).regex(namePattern, nameHint).meta({
  description:
    'Your own id, unique in its container. Adding it again updates the document. Up to 100 letters, digits and `_ : - .`.',
  example: 'note-2026-05-14',
})

/** Existing clients send `superrag`. */
export const taskTypeSchema = z
  .preprocess(value => (value === 'superrag' ? 'rag' : value), z.enum(taskTypes))
  .describe('`memory` (the default): searchable, with memories. `rag`: searchable only.')

export const documentDateSchema = dateSchema.meta({
  description:
    'Date of the content itself, `YYYY-MM-DD` or ISO 8601. Relative dates in the text ("last week") are resolved against it. Default: when the document was added.',
})

export const addDocumentBody = z.strictObject({
  content: z
    .string()
    .refine(text => text.trim() !== '', 'must not be empty')
    .meta({
      description:
        'Text, or exactly one http(s) address to fetch. At most 1,000,000 bytes unless configured.',
      example: 'Ada moved to Lisbon in May and started at a ceramics studio.',
    }),
  containerTag: containerTagSchema
    .optional()
    .describe('Container of the document, for example one per end user. Default: `sm_project_default`.'),
  containerTags: z
    .array(containerTagSchema)
    .min(1)
    .max(100)
    .optional()
    .meta({ deprecated: true, description: 'Use `containerTag`. The first tag is the container.' }),
  entityContext: storableText.max(1500).optional().meta({
    description:
      'Who or what the container is about, up to 1,500 characters. Guides memory extraction and stays with the container.',
    example: 'Ada, a ceramics teacher who uses our studio planner',
  }),
  customId: customIdSchema.optional(),
  metadata: metadataSchema.optional(),
  taskType: taskTypeSchema.optional(),
  filepath: storableText.max(4096).optional().meta({
    description: 'Path of the document, to list and search by folder. Up to 4,096 characters.',
    example: '/notes/2026/lisbon.md',
  }),
  filterByMetadata: metadataSchema
    .optional()
    .describe(
      'Dreaming uses only memories with this metadata as context. An array matches any of its values.',
    ),
  documentDate: documentDateSchema.optional(),
  dreaming: z
    .enum(['instant', 'dynamic'])
    .optional()
    .describe(
      'When dreaming starts. `dynamic` (the default) waits until the container is quiet and processes related documents together. `instant` does not wait and counts as one more operation.',
    ),
  ...ignoredFields.document,
})
export type AddDocumentBody = z.output<typeof addDocumentBody>

/** Request headers of routes that add documents. */
export const addHeaders = {
  'Idempotency-Key': idempotencyHelp,
  'x-sm-source': 'Name of your application, kept as `source` of the document. Up to 255 characters.',
}

export const acceptedResponse = z.object({
  id: z.string().meta({ description: 'Id of the document.', example: '1Cb2E6xd3spDuQv5BFZdDc' }),
  status: z.string().meta({ description: 'Processing status, `queued` for new content.', example: 'queued' }),
})

export const documentParams = z.object({
  id: storableText
    .min(1)
    .max(255)
    .meta({ description: 'Id or `customId` of the document.', example: '1Cb2E6xd3spDuQv5BFZdDc' }),
})

/** Query parameters of routes that name a document in their path. */
export const documentQuery = z.object({
  containerTag: containerTagSchema.optional().meta({
    description:
      'Container tag of the document. An organization key needs it when several tags have a document with this `customId`. A scoped key uses its own container.',
    example: 'user_42',
  }),
})

/** Errors of every route that names a document in its path. */
export const namingErrors = [
  'auth.container_mismatch',
  'document.not_found',
  'document.ambiguous',
  'document.moving',
] as const

const timestamp = timestampJson

const listed = {
  ...outcome,
  id: idJson.describe('Id of the document.'),
  connectionId: idJson.nullable().describe('Connection that imported the document; null if there is none.'),
  customId: z.string().max(255).nullable().describe('Your own id; null when none was given.'),
  containerTags: z
    .array(z.string())
    .meta({ deprecated: true, description: 'Tags of the document; the first is its container.' }),
  createdAt: timestamp.describe('When the document was added.'),
  updatedAt: timestamp.describe('When the document last changed.'),
  metadata: metadataJson,
  status: z
    .enum(documentStatuses)
    .describe('Processing status: `queued`, then the stage it is in, then `done` or `failed`.'),
  summary: z
    .string()
    .nullable()
    .describe(
      'Summary: the most important sentences, up to 400 characters. Null until the document is read.',
    ),
  title: z
    .string()
    .nullable()
    .describe('Title from the content: heading, page title or first line. Null until the document is read.'),
  type: z
    .enum([...documentTypes, ...connectedTypes])
    .describe(
      'Detected type of the content. Documents of a connection have the words of the provider, such as `google_doc`.',
    ),
}

export const documentJson = z.object({
  ...listed,
  content: z.string().nullable().describe('Text or address as it was sent; null for an uploaded file.'),
  raw: z.unknown().nullable().describe('Text extracted from a file or a page; null when there is none.'),
  ogImage: z.string().nullable().describe('Address of the preview image of the page.'),
  source: z
    .string()
    .max(255)
    .nullable()
    .describe('Source of the document: `api`, `upload`, `conversation`, or the header `x-sm-source`.'),
  taskType: z.enum(taskTypes).describe('`memory`: searchable, with memories. `rag`: searchable only.'),
  latestRevision: z.int32().describe('Number of the latest content, from 1.'),
  activeContentUpdateId: idJson.nullable().describe('Set while new content is processed; null after.'),
  tombstonedAt: timestamp.nullable().describe('When it was deleted; null if it was not.'),
  dreamingStatus: dreamingStatusJson,
  url: z.string().nullable().describe('Address that was fetched; null for text and files.'),
  filepath: z.string().nullable().describe('Path that was given; null when there is none.'),
  memories: z
    .array(memoryJson)
    .optional()
    .describe(
      'Memories extracted from it, including superseded and forgotten ones. Absent while there are none.',
    ),
})
export type DocumentJson = z.output<typeof documentJson>

export const documentListItemJson = z.object({
  ...listed,
  filepath: z.string().nullable().describe('Path that was given; null when there is none.'),
  dreamingStatus: dreamingStatusJson,
  url: z.string().nullable().optional().describe('Address that was fetched; null for text and files.'),
  content: z.string().optional().describe('Text or address; only with `includeContent`.'),
})
export type DocumentListItemJson = z.output<typeof documentListItemJson>

/** Progress of reading a long file. */
const progressJson = z
  .object({
    done: z.int32().describe('Pages, or seconds of a recording, that were read.'),
    total: z.int32().describe('Pages, or seconds of a recording, in all.'),
  })
  .nullable()
  .meta({
    description: 'Progress of reading a long file; null otherwise.',
    example: { done: 12, total: 80 },
  })

export const processingItemJson = z.object({
  ...listed,
  dreamingStatus: dreamingStatusJson,
  stuck: z.boolean().describe('True when it is unfinished and has not changed for 4 hours.'),
  progress: progressJson,
  gate: z
    .object({
      name: z
        .string()
        .describe('What is down: `embedding`, `llm`, `blobs` (the file store), `directory` or `disk`.'),
      code: z.string().describe('Code of the failure.'),
      since: timestamp.describe('Time of the first failure.'),
    })
    .nullable()
    .meta({
      description:
        'What the document waits for while something that it needs is down; otherwise null. The wait uses up no attempt, and the document continues by itself.',
      example: null,
    }),
})
export type ProcessingItemJson = z.output<typeof processingItemJson>

/** The event that `GET /v3/documents/{id}/events` sends whenever the state changes. */
export const documentEventJson = z.object({
  id: idJson.describe('Id of the document.'),
  status: z.enum(documentStatuses).describe('Processing status.'),
  dreamingStatus: dreamingStatusJson,
  progress: progressJson,
  ...outcome,
  updatedAt: timestamp.describe('When the document last changed.'),
})
export type DocumentEventJson = z.output<typeof documentEventJson>

export const listDocumentsBody = z.object({
  containerTag: containerTagSchema.optional().describe('Only documents that carry this tag.'),
  containerTags: z.array(containerTagSchema).max(100).optional().meta({
    deprecated: true,
    description: 'Only documents that carry any of these tags. Use `containerTag` for one.',
  }),
  includeContent: z
    .boolean()
    .default(false)
    .describe('Adds `content` to each item; answers can become large.'),
  limit: limitSchema.default(10),
  page: pageSchema.default(1),
  order: z.enum(['asc', 'desc']).default('desc').describe('`desc`: newest first. `asc`: oldest first.'),
  sort: z.enum(['createdAt', 'updatedAt']).default('createdAt').describe('Time to sort by.'),
  filepath: storableText.optional().meta({
    description: 'Only the document at this path, or everything below it when it ends with `/`.',
    example: '/notes/2026/',
  }),
  filters: filtersSchema.optional(),
  categories: z
    .array(storableText.max(100))
    .max(100)
    .optional()
    .meta({
      description:
        'Only documents of these types. `google_drive`, `notion`, `files` and `notes` stand for several types.',
      example: ['pdf', 'webpage'],
    }),
  statuses: z
    .array(z.enum(documentStatuses))
    .max(10)
    .optional()
    .meta({ description: 'Only documents with one of these statuses.', example: ['failed'] }),
  sources: z
    .array(storableText.max(255))
    .max(100)
    .optional()
    .meta({ description: 'Only documents with one of these values of `source`.', example: ['upload'] }),
  ...ignoredFields.list,
})

export const listDocumentsResponse = z.object({
  memories: z
    .array(documentListItemJson)
    .describe('Documents of this page. The field is called `memories` because existing clients expect it.'),
  pagination: pageJson.describe('Position of this page.'),
})

export const listProcessingQuery = z.object({
  view: z
    .enum(['active', 'pending', 'all', 'dreaming'])
    .default('active')
    .describe(
      '`active`: unfinished and updated within 4 hours. `pending`: all unfinished. `all`: failed ones too. `dreaming`: done, but dreaming has not ended.',
    ),
  containerTag: containerTagSchema.optional().describe('Only documents that carry this tag.'),
  containerTags: z
    .string()
    .transform(text =>
      text
        .split(',')
        .map(tag => tag.trim())
        .filter(tag => tag !== ''),
    )
    .pipe(z.array(containerTagSchema).max(100))
    .optional()
    .meta({
      description: 'Only documents that carry any of these tags, separated by commas.',
      example: 'user_42,user_43',
    }),
  statuses: z
    .string()
    .max(200)
    .transform(text => text.split(',').map(status => status.trim()))
    .pipe(z.array(z.enum(documentStatuses)))
    .optional()
    .meta({
      description: 'Only documents with one of these statuses, separated by commas.',
      example: 'extracting,embedding',
    }),
  codes: z
    .string()
    .max(2_000)
    .transform(text => text.split(',').map(code => code.trim()))
    .pipe(
      z.array(
        z.string().regex(/^[a-z_]+(\.[a-z_]+)*(\.\*)?$/, 'must be a code, or the start of one with .*'),
      ),
    )
    .optional()
    .meta({
      description:
        'Only failed documents with one of these values of `errorCode`, separated by commas. `embed.*` stands for all codes that begin with `embed.`. Use it with view `all`.',
      example: 'extract.encrypted',
    }),
  page: pageSchema.default(1).describe('Page to return, from 1.'),
  limit: limitSchema.default(10).describe('Documents per page, 1 to 1,100.'),
})

export const listProcessingResponse = z.object({
  documents: z.array(processingItemJson).describe('Documents of this page.'),
  totalCount: z.number().describe('All documents that match, not only this page.'),
  dreamingCount: z.number().describe('Documents that are done, but whose dreaming has not ended.'),
  pagination: pageJson.optional().describe('Position of this page; only with view `all`.'),
})

export const updateDocumentBody = addDocumentBody
  .pick({
    content: true,
    containerTag: true,
    containerTags: true,
    metadata: true,
    taskType: true,
    filepath: true,
    title: true,
  })
  .extend({
    customId: z.string().min(1).max(255).regex(namePattern, nameHint).meta({
      description:
        'New `customId`, up to 255 characters. 409 when another document in the container uses it.',
      example: 'note-2026-05-14',
    }),
    filterByMetadata: addDocumentBody.shape.filterByMetadata,
    documentDate: documentDateSchema,
  })
  .partial()
export type UpdateDocumentBody = z.output<typeof updateDocumentBody>
