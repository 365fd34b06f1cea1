import { z } from 'zod'
import { containerTagSchema } from '../containers/schema.ts'
import {
  hasTag,
  limitSchema,
  metadataJson,
  metadataSchema,
  oneTag,
  pageJson,
  pageSchema,
  tagIsRequired,
  timestampJson,
} from '../containers/wire-shapes.ts'
import { filtersSchema } from '../filters/schema.ts'
import { dateSchema } from '../lib/date-schema.ts'
import { storableText } from '../lib/storable-text.ts'

/** Shapes on the wire, as `interface.md` 2.2 and `decisions.md` 5 and 6 have them. */

const text = storableText.max(10_000).refine(value => value.trim() !== '', 'must not be empty')
const reason = storableText.max(1000)
const memoryId = z.string().length(22)

const temporalContext = z.object({
  documentDate: dateSchema.nullish(),
  eventDate: z
    .preprocess(value => (typeof value === 'string' ? [value] : value), z.array(dateSchema).max(100))
    .nullish(),
})
export type TemporalContext = z.output<typeof temporalContext>

export const addMemoriesBody = z
  .object({
    ...oneTag,
    memories: z
      .array(
        z.object({
          content: text.meta({ example: 'Ada prefers tea to coffee.' }),
          isStatic: z
            .boolean()
            .default(false)
            .meta({ description: 'True of the person for good, as a name is.' }),
          metadata: metadataSchema.nullish(),
          forgetAfter: dateSchema.nullish(),
          forgetReason: reason.nullish(),
          temporalContext: temporalContext.nullish(),
        }),
      )
      .min(1)
      .max(100),
  })
  .refine(hasTag, tagIsRequired)
export type AddMemoriesBody = z.output<typeof addMemoriesBody>

/** Which memory is meant: by its id, or by its exact words. */
const which = { id: storableText.min(1).max(255).optional(), content: storableText.max(10_000).optional() }

const namesOne = ({ id, content }: { id?: string | undefined; content?: string | undefined }) =>
  id !== undefined || content !== undefined
const mustNameOne = { path: ['id'], message: 'is required, unless content is given' }

export const updateMemoryBody = z
  .object({
    ...oneTag,
    ...which,
    newContent: text,
    metadata: metadataSchema.nullish(),
    forgetAfter: dateSchema.nullish(),
    forgetReason: reason.nullish(),
    temporalContext: temporalContext.nullish(),
  })
  .refine(hasTag, tagIsRequired)
  .refine(namesOne, mustNameOne)
export type UpdateMemoryBody = z.output<typeof updateMemoryBody>

export const forgetMemoryBody = z
  .object({ ...oneTag, ...which, reason: reason.optional() })
  .refine(hasTag, tagIsRequired)
  .refine(namesOne, mustNameOne)
export type ForgetMemoryBody = z.output<typeof forgetMemoryBody>

export const listMemoriesBody = z
  .object({
    containerTag: containerTagSchema.optional(),
    containerTags: z.array(containerTagSchema).min(1).max(100).optional(),
    filters: filtersSchema.optional(),
    limit: limitSchema.default(10),
    page: pageSchema.default(1),
    sort: z.enum(['createdAt', 'updatedAt']).default('createdAt'),
    order: z.enum(['asc', 'desc']).default('desc'),
    include: z.object({ forgottenMemories: z.boolean().default(false) }).optional(),
  })
  .refine(hasTag, { path: ['containerTags'], message: 'is required' })
export type ListMemoriesBody = z.output<typeof listMemoriesBody>

export const forgetMatchingBody = z
  .object({
    ...oneTag,
    query: storableText.min(1).max(10_000).optional(),
    ids: z.array(storableText.min(1).max(255)).min(1).max(500).optional(),
    dryRun: z.boolean().default(false),
    threshold: z.number().min(0).max(1).default(0.5),
    maxForget: z.int().min(1).max(500).default(100),
    reason: reason.optional(),
  })
  .refine(hasTag, tagIsRequired)
  .refine(({ query, ids }) => (query === undefined) !== (ids === undefined), {
    path: ['query'],
    message: 'must be given, or ids instead, but not both',
  })
export type ForgetMatchingBody = z.output<typeof forgetMatchingBody>

const written = {
  id: memoryId,
  memory: z.string(),
  createdAt: timestampJson,
  forgetAfter: timestampJson.nullable(),
  forgetReason: z.string().nullable(),
  metadata: metadataJson,
}

export const addMemoriesResponse = z.object({
  documentId: memoryId.nullable(),
  memories: z.array(z.object({ ...written, isStatic: z.boolean() })),
})

export const updateMemoryResponse = z.object({
  ...written,
  version: z.int32(),
  parentMemoryId: memoryId.nullable(),
  rootMemoryId: memoryId.nullable(),
})

export const forgetMemoryResponse = z.object({ id: memoryId, forgotten: z.literal(true) })

/** Memory, as a document shows it. */
export const memoryJson = z.object({
  id: memoryId,
  memory: z.string(),
  createdAt: timestampJson,
  updatedAt: timestampJson.nullable(),
  isLatest: z.boolean(),
  isForgotten: z.boolean(),
  isStatic: z.boolean(),
  isInference: z.boolean(),
  version: z.int32(),
  sourceCount: z.int32(),
  metadata: metadataJson,
  parentMemoryId: memoryId.nullable(),
  rootMemoryId: memoryId.nullable(),
})
export type MemoryJson = z.output<typeof memoryJson>

/** A guess that waits for somebody to say whether it is right. */
const inferredJson = z.object({
  ...memoryJson.shape,
  parentCount: z.int().min(0).meta({ description: 'Of how many memories it was derived.' }),
})
export type InferredJson = z.output<typeof inferredJson>

export const inferredParams = z.object({ tag: containerTagSchema })

export const listInferredResponse = z.object({
  memories: z.array(inferredJson),
  total: z.int().min(0).meta({ description: 'How many are in this answer.' }),
})

export const reviewParams = z.object({ tag: containerTagSchema, memoryId: z.string().min(1).max(255) })

export const reviewBody = z.object({ action: z.enum(['approve', 'decline', 'undo']) })
export type ReviewAction = z.output<typeof reviewBody>['action']

export const reviewResponse = z.object({
  id: memoryId,
  isInference: z.boolean(),
  isForgotten: z.boolean(),
  reviewStatus: z.enum(['approved', 'declined']).nullable(),
})

const relation = z.enum(['updates', 'extends', 'derives'])

export const memoryEntryJson = z.object({
  ...memoryJson.shape,
  spaceId: memoryId,
  orgId: memoryId,
  forgetAfter: timestampJson.nullable(),
  forgetReason: z.string().nullable(),
  memoryRelations: z.record(z.string(), relation),
  temporalContext: z
    .object({ documentDate: timestampJson.nullable(), eventDate: z.array(timestampJson) })
    .nullable(),
  history: z.array(memoryJson),
  documentIds: z.array(memoryId),
})
export type MemoryEntryJson = z.output<typeof memoryEntryJson>

export const memoryParams = z.object({ id: z.string().min(1).max(255) })

/** A memory with its sources and the reasons of what was decided about it. */
export const citedMemoryJson = z.object({
  ...memoryEntryJson.shape,
  origin: z
    .enum(['api', 'user', 'assistant', 'document', 'tool'])
    .meta({ description: 'Who said it; `api` when a caller wrote it down.' }),
  confidence: z.number().nullable(),
  trueFrom: timestampJson.nullable().meta({ description: 'Since when it is so, as far as that is known.' }),
  trueUntil: timestampJson
    .nullable()
    .meta({ description: 'Until when it was so: something newer took its place.' }),
  citations: z.array(
    z.object({
      documentId: memoryId,
      title: z.string().nullable(),
      revision: z.int32(),
      spans: z.array(z.object({ start: z.int32(), end: z.int32(), text: z.string() })),
    }),
  ),
  decisions: z.array(
    z.object({ memoryId, relation, reason: z.string().nullable(), decidedAt: timestampJson }),
  ),
})
export type CitedMemoryJson = z.output<typeof citedMemoryJson>

export const undoMemoryResponse = z.object({
  id: memoryId,
  undone: z.enum(['forgetting', 'edit', 'update']).meta({
    description:
      'What was undone: that it was forgotten, that a caller changed it, or that it took the place of another.',
  }),
  current: z.array(memoryJson).meta({ description: 'What stands now.' }),
})

export const listMemoriesResponse = z.object({
  memoryEntries: z.array(memoryEntryJson),
  pagination: pageJson,
})

const matched = z.array(z.object({ id: memoryId, memory: z.string(), score: z.number() }))

export const forgetMatchingResponse = z.object({
  dryRun: z.boolean(),
  count: z.number(),
  forgetBatchId: memoryId.nullable(),
  summary: z.string(),
  candidates: matched.optional(),
  forgotten: matched.optional(),
})

const relativeJson = z.object({
  relation,
  version: z
    .int()
    .optional()
    .meta({ description: 'Steps along the chain: −1, −2 … before, +1, +2 … after.' }),
  memory: z.string(),
  metadata: metadataJson,
  updatedAt: timestampJson,
})

/** A memory as search finds it: the `memory` half of a /v4/search result. */
export const foundMemoryJson = z.object({
  id: memoryId,
  memory: z.string(),
  similarity: z.number(),
  metadata: metadataJson,
  updatedAt: timestampJson,
  version: z.int32(),
  filepath: z.string().nullable().meta({ description: 'Of the document it comes from.' }),
  context: z
    .object({
      parents: z.array(relativeJson),
      children: z.array(relativeJson),
      related: z.array(relativeJson),
    })
    .optional(),
  documents: z
    .array(
      z.object({
        id: memoryId,
        title: z.string().nullable(),
        type: z.string(),
        metadata: metadataJson,
        summary: z.string().nullable().optional(),
        createdAt: timestampJson,
        updatedAt: timestampJson,
      }),
    )
    .optional(),
})
export type FoundMemoryJson = z.output<typeof foundMemoryJson>
