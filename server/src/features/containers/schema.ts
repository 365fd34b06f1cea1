import { z } from 'zod'
import { nameHint, namePattern } from '../../platform/lib/name-pattern.ts'
import { storableText } from '../../platform/lib/storable-text.ts'
import { digitsToNumber, idJson, timestampJson } from '../../platform/lib/wire-scalars.ts'

export const containerTagSchema = z.string().min(1).max(100).regex(namePattern, nameHint).meta({
  description:
    'Groups documents and memories, for example one tag per end user. Up to 100 letters, digits and `_ : - .`.',
  example: 'user_42',
})

/** The tags of a request, from either field; the first is the container. */
export function tagsOf(body: {
  containerTag?: string | undefined
  containerTags?: string[] | undefined
}): string[] {
  return [...new Set([...(body.containerTag ? [body.containerTag] : []), ...(body.containerTags ?? [])])]
}

/** Request and response schemas of container tags, as the contract with existing clients fixes them. */

export const containerParams = z.object({ tag: containerTagSchema })

export const listContainersQuery = z.object({
  page: z
    .preprocess(digitsToNumber, z.int().min(1).max(1_000))
    .default(1)
    .describe('Page to return, from 1.'),
  limit: z
    .preprocess(digitsToNumber, z.int().min(1).max(1_000))
    .default(1_000)
    .describe('Tags per page, 1 to 1,000.'),
})

const profileBuckets = z
  .array(
    z.object({
      key: storableText.min(1).max(100).describe('Name of the bucket in a profile, for example `work`.'),
      description: storableText.max(1000).describe('Description of the memories that belong in the bucket.'),
    }),
  )
  .max(50)
const memoryFilesystemPaths = z.array(storableText.min(1).max(4096)).max(100)

export const updateContainerBody = z.object({
  name: storableText.min(1).max(255).nullable().optional().describe('Display name, 1 to 255 characters.'),
  entityContext: storableText
    .max(1500)
    .nullable()
    .optional()
    .describe('Who or what the container is about, up to 1,500 characters. Guides memory extraction.'),
  memoryFilesystemPaths: memoryFilesystemPaths
    .nullable()
    .optional()
    .describe('Paths that a memory tool of a client shows as files, at most 100. Stored and returned only.'),
  profileBuckets: profileBuckets
    .nullable()
    .optional()
    .describe('Buckets of this profile, at most 50. They replace the buckets of the organization.'),
})

const timestamp = timestampJson

export const containerJson = z.object({
  id: idJson.describe('Id of the container.'),
  name: z.string().describe('Display name; the tag itself when it has none.'),
  containerTag: z.string().describe('The tag itself.'),
  description: z.string().nullable().describe('Always null; clients of this interface expect the field.'),
  createdAt: timestamp.describe('When the tag was first used.'),
  updatedAt: timestamp.describe('When the container last changed.'),
  isExperimental: z.boolean().describe('Always false; clients of this interface expect the field.'),
  isNova: z.boolean().describe('Always false; clients of this interface expect the field.'),
  documentCount: z.int().min(0).describe('Documents in the container.'),
  memoryCount: z.int().min(0).describe('Current memories in the container.'),
  tokenCount: z.int().min(0).describe('Tokens of its documents, estimated as a quarter of their characters.'),
  lastActivityAt: timestamp.describe('When a document or memory last changed.'),
  entityContext: z.string().nullable().describe('Who or what the container is about.'),
  memoryFilesystemPaths: z.array(z.string()).nullable().describe('Paths that a memory tool shows as files.'),
  profileBuckets: z
    .array(
      z.object({
        key: z.string().describe('Name of the bucket.'),
        description: z.string().describe('Description of the memories that belong in it.'),
      }),
    )
    .nullable()
    .describe('Buckets of this profile; null when the buckets of the organization apply.'),
})
export type ContainerJson = z.output<typeof containerJson>

export const listContainersResponse = z.array(containerJson)

export const containerDeletedJson = z.object({
  success: z.boolean().describe('Always true; a failure returns an error.'),
  containerTag: z.string().describe('The tag that was deleted.'),
  deletedDocumentsCount: z.int().min(0).describe('Documents deleted.'),
  deletedMemoriesCount: z.int().min(0).describe('Memories deleted.'),
  erasureId: idJson.describe('Id of the receipt: `GET /v3/erasures/{id}`.'),
})

export const mergeBody = z
  .object({
    containerTags: z
      .array(containerTagSchema)
      .min(1)
      .max(100)
      .describe('Source tags, 1 to 100. They are emptied and then removed.'),
    targetContainerTag: containerTagSchema.describe('Tag to move into; created when it does not exist.'),
  })
  .refine(({ containerTags, targetContainerTag }) => !containerTags.includes(targetContainerTag), {
    path: ['targetContainerTag'],
    error: 'must not be one of containerTags',
  })

export const mergeQueuedJson = z.object({
  success: z.boolean().describe('Always true; a failure returns an error.'),
  status: z.literal('queued').describe('The merge waits for a worker.'),
  mergeId: idJson.describe('Id of the merge. `GET /v3/container-tags/merge/{id}` shows the progress.'),
  targetTag: z.string().describe('Tag to move into.'),
  sourceTags: z.array(z.string()).describe('Tags to empty, each once.'),
})

export const mergeParams = z.object({
  id: z
    .string()
    .min(1)
    .max(255)
    .meta({ description: 'The `mergeId` of the merge.', example: '1CbejjjFvcQJCrNZgx1iMR' }),
})

export const mergeJson = z.object({
  mergeId: idJson.describe('Id of the merge.'),
  status: z.enum(['queued', 'running', 'done']).describe('Whether the merge waits, runs or is complete.'),
  targetTag: z.string().describe('Tag to move into.'),
  sourceTags: z.array(z.string()).describe('Tags to empty.'),
  movedDocuments: z.int().min(0).describe('Documents moved so far.'),
  createdAt: timestamp.describe('When the merge was requested.'),
  startedAt: timestamp.nullable().describe('When a worker began; null before.'),
  finishedAt: timestamp.nullable().describe('When the merge was complete; null before.'),
})
export type MergeJson = z.output<typeof mergeJson>
