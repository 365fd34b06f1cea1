import { z } from 'zod'
import { filtersSchema } from '../../platform/filters/schema.ts'
import { dateSchema } from '../../platform/lib/date-schema.ts'
import { storableText } from '../../platform/lib/storable-text.ts'
import { idJson, timestampJson } from '../../platform/lib/wire-scalars.ts'
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
} from '../containers/wire-shapes.ts'
import { memoryOrigins } from './store.ts'

/** Request and response schemas of memories, as the contract with existing clients fixes them. */

const text = storableText.max(10_000).refine(value => value.trim() !== '', 'must not be empty')
const reason = storableText.max(1000)
const memoryId = idJson

const temporalContext = z.object({
  documentDate: dateSchema.nullish().describe('Date of the statement itself, `YYYY-MM-DD` or ISO 8601.'),
  eventDate: z
    .preprocess(value => (typeof value === 'string' ? [value] : value), z.array(dateSchema).max(100))
    .nullish()
    .describe('Dates that the statement is about, at most 100.'),
})
export type TemporalContext = z.output<typeof temporalContext>

export const addMemoriesBody = z
  .object({
    ...oneTag,
    memories: z
      .array(
        z.object({
          content: text.meta({
            description: 'The fact as a sentence, 1 to 10,000 characters.',
            example: 'Ada prefers tea to coffee.',
          }),
          isStatic: z
            .boolean()
            .default(false)
            .describe('True for a lasting fact, such as a name. Later statements do not supersede it.'),
          metadata: metadataSchema.nullish().describe('Your own keys to filter by.'),
          forgetAfter: dateSchema
            .nullish()
            .describe('When to forget it automatically, `YYYY-MM-DD` or ISO 8601.'),
          forgetReason: reason.nullish().describe('Why it will be forgotten, up to 1,000 characters.'),
          temporalContext: temporalContext.nullish().describe('Dates of the fact.'),
        }),
      )
      .min(1)
      .max(100)
      .describe('1 to 100 facts.'),
  })
  .refine(hasTag, tagIsRequired)
export type AddMemoriesBody = z.output<typeof addMemoriesBody>

/** Names a memory by its id or by its exact text. */
const memoryName = {
  id: storableText.min(1).max(255).optional().meta({
    description: 'Id of the memory. Send either `id` or `content`.',
    example: '1Cb2E7KzvbpT8bZne3oSdk',
  }),
  content: storableText.max(10_000).optional().meta({
    description: 'Exact text of the memory, instead of `id`.',
    example: 'Ada prefers tea to coffee.',
  }),
}

const namesOne = ({ id, content }: { id?: string | undefined; content?: string | undefined }) =>
  id !== undefined || content !== undefined
const mustNameOne = { path: ['id'], message: 'is required, unless content is given' }

export const updateMemoryBody = z
  .object({
    ...oneTag,
    ...memoryName,
    newContent: text.meta({
      description: 'Text of the new version, 1 to 10,000 characters.',
      example: 'Ada prefers green tea to coffee.',
    }),
    metadata: metadataSchema.nullish().describe('New metadata; null clears it.'),
    forgetAfter: dateSchema.nullish().describe('When to forget it automatically; null clears it.'),
    forgetReason: reason.nullish().describe('Why it will be forgotten; null clears it.'),
    temporalContext: temporalContext.nullish().describe('Dates of the new version.'),
  })
  .refine(hasTag, tagIsRequired)
  .refine(namesOne, mustNameOne)
export type UpdateMemoryBody = z.output<typeof updateMemoryBody>

export const forgetMemoryBody = z
  .object({
    ...oneTag,
    ...memoryName,
    reason: reason
      .optional()
      .describe('Why it is forgotten, up to 1,000 characters. Stored as `forgetReason`.'),
  })
  .refine(hasTag, tagIsRequired)
  .refine(namesOne, mustNameOne)
export type ForgetMemoryBody = z.output<typeof forgetMemoryBody>

/** The lists of memories that a person looks at. */
const memoryStates = ['current', 'changed', 'superseded', 'forgotten', 'inferred'] as const
export type MemoryState = (typeof memoryStates)[number]

export const listMemoriesBody = z
  .object({
    containerTag: containerTagSchema.optional().describe('Container to list, instead of `containerTags`.'),
    containerTags: z
      .array(containerTagSchema)
      .min(1)
      .max(100)
      .optional()
      .describe('Containers to list, 1 to 100. Required, unless `containerTag` is sent.'),
    filters: filtersSchema.optional(),
    limit: limitSchema.default(10),
    page: pageSchema.default(1),
    sort: z.enum(['createdAt', 'updatedAt']).default('createdAt').describe('Time to sort by.'),
    order: z.enum(['asc', 'desc']).default('desc').describe('`desc`: newest first. `asc`: oldest first.'),
    include: z
      .object({ forgottenMemories: z.boolean().default(false).describe('Lists forgotten memories too.') })
      .optional()
      .describe('Additional memories to list.'),
    state: z
      .enum(memoryStates)
      .optional()
      .describe(
        '`current`: what is believed now, the default. `changed`: current ones that replaced an earlier version. `superseded`: replaced versions. `forgotten`: forgotten or expired ones. `inferred`: inferences that await a review.',
      ),
    origins: z
      .array(z.enum(memoryOrigins))
      .min(1)
      .max(memoryOrigins.length)
      .optional()
      .describe('Only memories of these origins, as in `GET /v4/memories/{id}`.'),
    contains: storableText
      .min(1)
      .max(200)
      .optional()
      .describe(
        'Only memories whose text contains each of these words, in any case. Searches find memories by meaning; this also finds superseded ones.',
      ),
  })
  .refine(hasTag, { path: ['containerTags'], message: 'is required' })
  .refine(({ state, include }) => !state || !include?.forgottenMemories, {
    path: ['state'],
    message: 'cannot be combined with include.forgottenMemories',
  })
export type ListMemoriesBody = z.output<typeof listMemoriesBody>

export const forgetMatchingBody = z
  .object({
    ...oneTag,
    query: storableText
      .min(1)
      .max(10_000)
      .optional()
      .describe('Forgets the memories that match this text. Send either `query` or `ids`.'),
    ids: z.array(storableText.min(1).max(255)).min(1).max(500).optional().describe('1 to 500 ids to forget.'),
    dryRun: z.boolean().default(false).describe('Returns the candidates and changes nothing.'),
    threshold: z.number().min(0).max(1).default(0.5).describe('Minimum similarity to `query`, 0 to 1.'),
    maxForget: z
      .int()
      .min(1)
      .max(500)
      .default(100)
      .describe('Maximum number of memories to forget, 1 to 500.'),
    reason: reason.optional().describe('Why they are forgotten. Stored as `forgetReason`.'),
  })
  .refine(hasTag, tagIsRequired)
  .refine(({ query, ids }) => (query === undefined) !== (ids === undefined), {
    path: ['query'],
    message: 'must be sent, or ids instead, but not both',
  })
export type ForgetMatchingBody = z.output<typeof forgetMatchingBody>

const written = {
  id: memoryId.describe('Id of the memory (of this version).'),
  memory: z.string().describe('The fact, as a sentence.'),
  createdAt: timestampJson.describe('When the fact was learned.'),
  forgetAfter: timestampJson.nullable().describe('When it will be forgotten automatically; null for never.'),
  forgetReason: z.string().nullable().describe('Why it was or will be forgotten.'),
  metadata: metadataJson,
}

export const addMemoriesResponse = z.object({
  documentId: memoryId.nullable().describe('Always null: these memories come from no document.'),
  memories: z
    .array(z.object({ ...written, isStatic: z.boolean().describe('True for a lasting fact.') }))
    .describe('The memories, in the order they were sent.'),
})

export const updateMemoryResponse = z.object({
  ...written,
  version: z.int32().describe('Number of the version, from 1.'),
  parentMemoryId: memoryId.nullable().describe('The version before this one.'),
  rootMemoryId: memoryId.nullable().describe('The first version.'),
})

export const forgetMemoryResponse = z.object({
  id: memoryId.describe('Id of the memory.'),
  forgotten: z.literal(true).describe('Always true; a failure returns an error.'),
})

/** A memory as part of a document. */
export const memoryJson = z.object({
  id: memoryId.describe('Id of the memory (of this version).'),
  memory: z.string().describe('The fact, as a sentence.'),
  createdAt: timestampJson.describe('When the fact was learned.'),
  updatedAt: timestampJson.nullable().describe('When the memory last changed.'),
  isLatest: z.boolean().describe('False when a newer version superseded it.'),
  isForgotten: z.boolean().describe('True when it is forgotten: stored, but not in search and profile.'),
  isStatic: z.boolean().describe('True for a lasting fact, such as a name.'),
  isInference: z.boolean().describe('True when it was inferred from other memories, not stated.'),
  version: z.int32().describe('Number of the version, from 1.'),
  sourceCount: z.int32().describe('Number of sources that state it.'),
  metadata: metadataJson,
  parentMemoryId: memoryId.nullable().describe('The version before this one; null for the first.'),
  rootMemoryId: memoryId.nullable().describe('The first version; null when this is the first.'),
})
export type MemoryJson = z.output<typeof memoryJson>

export const relation = z.enum(['updates', 'extends', 'derives'])

export const memoryEntryJson = z.object({
  ...memoryJson.shape,
  spaceId: memoryId.describe('Id of the container.'),
  orgId: memoryId.describe('Id of the organization.'),
  forgetAfter: timestampJson.nullable().describe('When it will be forgotten automatically; null for never.'),
  forgetReason: z.string().nullable().describe('Why it was or will be forgotten.'),
  memoryRelations: z
    .record(z.string(), relation)
    .describe(
      'Related memories. `updates`: this one supersedes the other. `extends`: it adds detail. `derives`: it was inferred from the other.',
    ),
  temporalContext: z
    .object({
      documentDate: timestampJson.nullable().describe('Date of the statement itself.'),
      eventDate: z.array(timestampJson).describe('Dates that the statement is about.'),
    })
    .nullable()
    .describe('Dates of the fact; null when none are known.'),
  history: z.array(memoryJson).describe('Earlier versions, newest first.'),
  documentIds: z.array(memoryId).describe('Documents it comes from.'),
})
export type MemoryEntryJson = z.output<typeof memoryEntryJson>

/** A memory in a list of documents, with the fields by which published graphs place it. */
export const memoryInDocumentJson = memoryJson.extend({
  ...memoryEntryJson.pick({ spaceId: true, forgetAfter: true, forgetReason: true, memoryRelations: true })
    .shape,
  spaceContainerTag: z.string().describe('Tag of the container.'),
})
export type MemoryInDocumentJson = z.output<typeof memoryInDocumentJson>

export const memoryParams = z.object({
  id: z
    .string()
    .min(1)
    .max(255)
    .meta({ description: 'Id of the memory.', example: '1Cb2E7KzvbpT8bZne3oSdk' }),
})

/** A memory with its sources, and the reasons for the decisions about it. */
export const citedMemoryJson = z.object({
  ...memoryEntryJson.shape,
  origin: z
    .enum(memoryOrigins)
    .describe(
      'Who stated it: `document` for pages and files, the role for messages, `user` for texts added directly, `api` for memories written by a caller.',
    ),
  confidence: z.number().nullable().describe('Confidence in the fact, 0 to 1; null when it was stated.'),
  trueFrom: timestampJson.nullable().describe('Start of the time when it is true, if known.'),
  trueUntil: timestampJson
    .nullable()
    .describe('End of the time when it was true: the time of the fact that superseded it.'),
  citations: z
    .array(
      z.object({
        documentId: memoryId.describe('Id of the document.'),
        title: z.string().nullable().describe('Title of the document.'),
        revision: z.int32().describe('Revision of the content that was read.'),
        spans: z
          .array(
            z.object({
              start: z.int32().describe('First character, in UTF-16 units.'),
              end: z.int32().describe('End of the span, exclusive.'),
              text: z.string().describe('The passage, verbatim.'),
            }),
          )
          .describe('Passages that state the fact.'),
      }),
    )
    .describe('Documents and passages the fact comes from.'),
  decisions: z
    .array(
      z.object({
        memoryId: memoryId.describe('Id of the other memory.'),
        relation: relation.describe(
          'Decision: this memory `updates`, `extends` or `derives` from the other.',
        ),
        reason: z.string().nullable().describe('Why it was decided, in a sentence.'),
        decidedAt: timestampJson.describe('When it was decided.'),
      }),
    )
    .describe('Decisions about this memory and others.'),
})
export type CitedMemoryJson = z.output<typeof citedMemoryJson>

export const undoMemoryResponse = z.object({
  id: memoryId.describe('Id of the memory.'),
  undone: z
    .enum(['forgetting', 'edit', 'update'])
    .describe(
      'The change that was undone: the memory was forgotten, a caller changed it, or it superseded another.',
    ),
  current: z.array(memoryJson).describe('Memories that are current now.'),
})

export const listMemoriesResponse = z.object({
  memoryEntries: z.array(memoryEntryJson).describe('Memories of this page.'),
  pagination: pageJson.describe('Position of this page.'),
})

const matched = z.array(
  z.object({
    id: memoryId.describe('Id of the memory.'),
    memory: z.string().describe('The fact, as a sentence.'),
    score: z.number().describe('Similarity to the query, 0 to 1.'),
  }),
)

export const forgetMatchingResponse = z.object({
  dryRun: z.boolean().describe('True when nothing was changed.'),
  count: z.number().describe('Number of memories that match.'),
  forgetBatchId: memoryId
    .nullable()
    .describe('Id of the batch and of its receipt; null when nothing was forgotten.'),
  summary: z.string().describe('The result in a sentence.'),
  candidates: matched.optional().describe('Memories that would be forgotten; only with `dryRun`.'),
  forgotten: matched.optional().describe('Memories that were forgotten; not with `dryRun`.'),
})
