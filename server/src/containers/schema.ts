import { z } from 'zod'
import { nameHint, namePattern } from '../lib/names.ts'
import { storableText } from '../lib/storable-text.ts'

export const containerTagSchema = z
  .string()
  .min(1)
  .max(100)
  .regex(namePattern, nameHint)
  .meta({ description: 'Groups documents, for example one tag per end user.', example: 'user_42' })

/** The tags a request names, by either field; the first is the container. */
export function tagsOf(body: {
  containerTag?: string | undefined
  containerTags?: string[] | undefined
}): string[] {
  return [...new Set([...(body.containerTag ? [body.containerTag] : []), ...(body.containerTags ?? [])])]
}

/** Shapes on the wire, as `decisions.md` 7 has them. */

/** A number, or the digits of one. */
const whole = (min: number, max: number) =>
  z.preprocess(
    value => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  )

export const containerParams = z.object({ tag: containerTagSchema })

export const listContainersQuery = z.object({
  page: whole(1, 1_000).default(1),
  limit: whole(1, 1_000).default(1_000),
})

const profileBuckets = z
  .array(z.object({ key: storableText.min(1).max(100), description: storableText.max(1000) }))
  .max(50)
const memoryFilesystemPaths = z.array(storableText.min(1).max(4096)).max(100)

export const updateContainerBody = z.object({
  name: storableText.min(1).max(255).nullable().optional(),
  entityContext: storableText.max(1500).nullable().optional(),
  memoryFilesystemPaths: memoryFilesystemPaths.nullable().optional(),
  profileBuckets: profileBuckets.nullable().optional(),
})

const timestamp = z.iso.datetime()

export const containerJson = z.object({
  id: z.string().length(22),
  name: z.string().nullable(),
  containerTag: z.string(),
  description: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  isExperimental: z.boolean(),
  isNova: z.boolean(),
  documentCount: z.int().min(0),
  memoryCount: z.int().min(0),
  tokenCount: z.int().min(0).meta({ description: 'Of its documents, a token being four characters.' }),
  lastActivityAt: timestamp,
  entityContext: z.string().nullable(),
  memoryFilesystemPaths: z.array(z.string()).nullable(),
  profileBuckets: z.array(z.object({ key: z.string(), description: z.string() })).nullable(),
})
export type ContainerJson = z.output<typeof containerJson>

export const listContainersResponse = z.array(containerJson)

export const containerDeletedJson = z.object({
  success: z.boolean(),
  containerTag: z.string(),
  deletedDocumentsCount: z.int().min(0),
  deletedMemoriesCount: z.int().min(0),
  erasureId: z.string().length(22).meta({ description: 'The receipt: `GET /v3/erasures/{id}`. (ours)' }),
})

export const mergeBody = z
  .object({
    containerTags: z.array(containerTagSchema).min(1).max(100).meta({ description: 'Emptied, then gone.' }),
    targetContainerTag: containerTagSchema.meta({ description: 'Made when there is none.' }),
  })
  .refine(({ containerTags, targetContainerTag }) => !containerTags.includes(targetContainerTag), {
    path: ['targetContainerTag'],
    error: 'must not be one of containerTags',
  })

export const mergeQueuedJson = z.object({
  success: z.boolean(),
  status: z.literal('queued'),
  mergeId: z.string().length(22),
  targetTag: z.string(),
  sourceTags: z.array(z.string()),
})

export const mergeParams = z.object({ id: z.string().min(1).max(255) })

export const mergeJson = z.object({
  mergeId: z.string().length(22),
  status: z.enum(['queued', 'running', 'done']),
  targetTag: z.string(),
  sourceTags: z.array(z.string()),
  movedDocuments: z.int().min(0),
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
})
export type MergeJson = z.output<typeof mergeJson>
