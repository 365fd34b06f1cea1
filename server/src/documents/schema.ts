import { z } from 'zod'
import { containerTagSchema } from '../containers/schema.ts'
import { filtersSchema } from '../filters/schema.ts'
import { nameHint, namePattern } from '../lib/names.ts'
import { isStorable, storableText } from '../lib/storable-text.ts'
import { documentStatuses, documentTypes, dreamingOutcomes, dreamingStatuses, taskTypes } from './status.ts'

/** Shapes on the wire, as `interface.md` 2 and 4 and `decisions.md` 2 and 4 have them. */

export const customIdSchema = z.string().min(1).max(100).regex(namePattern, nameHint)

export const metadataSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
  .refine(isStorableMetadata, 'must not hold the character U+0000')
  .meta({ description: 'Values are strings, numbers, booleans or arrays of strings.' })

function isStorableMetadata(metadata: Record<string, string | number | boolean | string[]>): boolean {
  return Object.entries(metadata).flat(2).map(String).every(isStorable)
}

/** Existing clients send `superrag`. */
export const taskTypeSchema = z.preprocess(value => (value === 'superrag' ? 'rag' : value), z.enum(taskTypes))

/** A time without an offset is taken as UTC: as local time, it would depend on where the server stands. */
const toDate = (text: string) => new Date(/T[\d:.]+$/.test(text) ? `${text}Z` : text)

export const documentDateSchema = z
  .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })])
  .transform(toDate)
  .meta({ description: 'Date of the content itself: `YYYY-MM-DD` or ISO 8601.' })

export const addDocumentBody = z.object({
  content: z
    .string()
    .refine(text => text.trim() !== '', 'must not be empty')
    .meta({
      description: 'The text to remember.',
      example: 'Ada moved to Lisbon in May and started at a ceramics studio.',
    }),
  containerTag: containerTagSchema.optional(),
  containerTags: z.array(containerTagSchema).min(1).max(100).optional().meta({ deprecated: true }),
  entityContext: storableText.max(1500).optional(),
  customId: customIdSchema.optional(),
  metadata: metadataSchema.optional(),
  taskType: taskTypeSchema.optional(),
  filepath: storableText.max(4096).optional(),
  filterByMetadata: metadataSchema.optional(),
  documentDate: documentDateSchema.optional(),
  dreaming: z.enum(['instant', 'dynamic']).optional(),
})
export type AddDocumentBody = z.output<typeof addDocumentBody>

export const acceptedResponse = z.object({ id: z.string(), status: z.string() })

export const documentParams = z.object({
  id: storableText.min(1).max(255).meta({ description: 'Document id or customId.' }),
})

const timestamp = z.iso.datetime()
const wireMetadata = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.record(z.string(), z.unknown()),
  z.array(z.unknown()),
])

/** How dreaming of a document ended, or why it waits. */
const dreamingOutcomeJson = z
  .object({
    outcome: z.enum(dreamingOutcomes).meta({
      description:
        'formed: memories were formed. nothing: there was nothing to remember. filtered: a setting left all of it out. skipped: taskType is rag. failed: see errorCode. waiting: tried again at until.',
    }),
    memories: z.int32().meta({ description: 'Memories that cited the document when its dreaming ended.' }),
    setting: z.string().nullable().meta({
      description: 'The setting that left its facts out: includeItems, excludeItems or filterPrompt.',
    }),
    errorCode: z.string().nullable(),
    errorMessage: z.string().nullable(),
    until: timestamp.nullable().meta({ description: 'When dreaming is tried again at the earliest.' }),
  })
  .nullable()
  .meta({ description: 'Null while the document is processed or dreamed of for the first time.' })

const outcome = {
  errorCode: z.string().nullable().meta({ description: 'Stable code of a failure; null unless failed.' }),
  errorMessage: z.string().nullable().meta({ description: 'What failed, for people.' }),
  memoryCount: z.int32().meta({ description: 'Current memories that cite the document.' }),
  dreamingOutcome: dreamingOutcomeJson,
}

const listed = {
  ...outcome,
  id: z.string().length(22),
  connectionId: z.string().length(22).nullable(),
  customId: z.string().max(255).nullable(),
  containerTags: z.array(z.string()).meta({ deprecated: true }),
  createdAt: timestamp,
  updatedAt: timestamp,
  metadata: wireMetadata,
  status: z.enum(documentStatuses),
  summary: z.string().nullable(),
  title: z.string().nullable(),
  type: z.enum(documentTypes),
}

export const memoryJson = z.object({
  id: z.string().length(22),
  memory: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp.nullable(),
  isLatest: z.boolean(),
  isForgotten: z.boolean(),
  isStatic: z.boolean(),
  isInference: z.boolean(),
  version: z.int32(),
  sourceCount: z.int32(),
  metadata: wireMetadata,
  parentMemoryId: z.string().length(22).nullable(),
  rootMemoryId: z.string().length(22).nullable(),
})

export const documentJson = z.object({
  ...listed,
  content: z.string().nullable(),
  raw: z.unknown().nullable(),
  ogImage: z.string().nullable(),
  source: z.string().max(255).nullable(),
  taskType: z.enum(taskTypes),
  latestRevision: z.int32(),
  activeContentUpdateId: z.string().length(22).nullable(),
  tombstonedAt: timestamp.nullable(),
  dreamingStatus: z.enum(dreamingStatuses),
  url: z.string().nullable(),
  filepath: z.string().nullable(),
  memories: z.array(memoryJson).optional(),
})
export type DocumentJson = z.output<typeof documentJson>

export const documentListItemJson = z.object({
  ...listed,
  filepath: z.string().nullable(),
  dreamingStatus: z.enum(dreamingStatuses),
  url: z.string().nullable().optional(),
  content: z.string().optional(),
})
export type DocumentListItemJson = z.output<typeof documentListItemJson>

/** How far reading a long file has come. */
const progressJson = z
  .object({ done: z.int32(), total: z.int32() })
  .nullable()
  .meta({ description: 'Pages read, of how many; of a recording, seconds. Null where nobody counts.' })

export const processingItemJson = z.object({
  ...listed,
  dreamingStatus: z.enum(dreamingStatuses),
  stuck: z.boolean(),
  progress: progressJson,
})
export type ProcessingItemJson = z.output<typeof processingItemJson>

/** What `GET /v3/documents/{id}/events` tells, whenever it changes. */
export const documentEventJson = z.object({
  id: z.string().length(22),
  status: z.enum(documentStatuses),
  dreamingStatus: z.enum(dreamingStatuses),
  progress: progressJson,
  ...outcome,
  updatedAt: timestamp,
})
export type DocumentEventJson = z.output<typeof documentEventJson>

export const attemptJson = z.object({
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
  worker: z.string(),
  stage: z.string(),
  outcome: z.enum(['running', 'done', 'retry', 'failed', 'superseded', 'lost']),
  revision: z.int32(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
})

export const llmCallJson = z.object({
  createdAt: timestamp,
  model: z.string(),
  prompt: z.string().meta({ description: 'Name and version of the prompt.' }),
  outcome: z.enum(['done', 'provider_unavailable', 'rate_limited', 'bad_response', 'refused']),
  documents: z.int32().meta({ description: 'How many documents were read together.' }),
  inputTokens: z.number().meta({ description: "The document's share of the call, by its length." }),
  outputTokens: z.number(),
  usd: z.number().meta({ description: 'By the prices of the configuration.' }),
  ms: z.int32().meta({ description: 'How long the call took, for all of them.' }),
})

/** A number, or the digits of one. */
const whole = (min: number, max: number) =>
  z.preprocess(
    value => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  )

export const pageSchema = whole(1, 1_000_000)
export const limitSchema = whole(1, 1100)

export const paginationJson = z.object({
  currentPage: z.number(),
  totalItems: z.number(),
  totalPages: z.number(),
  limit: z.number().max(1100),
})

export const listDocumentsBody = z.object({
  containerTag: containerTagSchema.optional(),
  containerTags: z.array(containerTagSchema).max(100).optional().meta({ deprecated: true }),
  includeContent: z.boolean().default(false),
  limit: limitSchema.default(10),
  page: pageSchema.default(1),
  order: z.enum(['asc', 'desc']).default('desc'),
  sort: z.enum(['createdAt', 'updatedAt']).default('createdAt'),
  filepath: storableText.optional(),
  filters: filtersSchema.optional(),
})

export const listDocumentsResponse = z.object({
  memories: z.array(documentListItemJson),
  pagination: paginationJson,
})

export const listProcessingQuery = z.object({
  view: z.enum(['active', 'pending', 'all', 'dreaming']).default('active').meta({
    description:
      'active: in process and updated within 4 hours. pending: neither done nor failed. all: these and failed ones. dreaming: done, their memories are still to be formed.',
  }),
  containerTag: containerTagSchema.optional(),
  containerTags: z
    .string()
    .transform(text =>
      text
        .split(',')
        .map(tag => tag.trim())
        .filter(tag => tag !== ''),
    )
    .pipe(z.array(containerTagSchema).max(100))
    .optional(),
  page: pageSchema.default(1),
  limit: limitSchema.default(10),
})

export const listProcessingResponse = z.object({
  documents: z.array(processingItemJson),
  totalCount: z.number(),
  dreamingCount: z
    .number()
    .meta({ description: 'Documents that are done and whose memories are still to be formed.' }),
  pagination: paginationJson.optional(),
})

export const updateDocumentBody = addDocumentBody
  .pick({
    content: true,
    containerTag: true,
    containerTags: true,
    metadata: true,
    taskType: true,
    filepath: true,
  })
  .extend({
    customId: z.string().min(1).max(255).regex(namePattern, nameHint),
    filterByMetadata: metadataSchema,
    documentDate: documentDateSchema,
  })
  .partial()
export type UpdateDocumentBody = z.output<typeof updateDocumentBody>

export const listChunksResponse = z.object({
  documentId: z.string().length(22),
  total: z.number(),
  chunks: z.array(
    z.object({
      id: z.string().length(22),
      position: z.int(),
      content: z.string(),
      type: z.string(),
      metadata: wireMetadata.optional(),
      createdAt: timestamp,
    }),
  ),
})
