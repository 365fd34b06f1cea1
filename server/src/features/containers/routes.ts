import { encodeId } from '../../platform/lib/ids.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { erasureHeader, erasureHeaders } from '../erasures/schema.ts'
import { type ContainersApp, deleteContainer } from './delete-container.ts'
import {
  containerExample,
  deleteContainerExample,
  getMergeExample,
  listContainersExample,
  mergeExample,
  updateContainerExample,
} from './examples.ts'
import { listContainers } from './list-containers.ts'
import { getMerge, startMerge } from './merge-containers.ts'
import { presentContainer, presentDeletion, presentMerge, presentQueuedMerge } from './present.ts'
import {
  containerDeletedJson,
  containerJson,
  containerParams,
  listContainersQuery,
  listContainersResponse,
  mergeBody,
  mergeJson,
  mergeParams,
  mergeQueuedJson,
  updateContainerBody,
} from './schema.ts'
import { getContainer, updateContainer } from './update-container.ts'

const tag = 'Container tags'

export function containerRoutes(app: ContainersApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/container-tags/list',
      access: 'organization',
      tag,
      summary: 'List container tags',
      description:
        'Returns the container tags of the organization, latest activity first, as a bare array of up to 1,000.',
      example: listContainersExample,
      operation: 'list',
      query: listContainersQuery,
      response: listContainersResponse,
      handle: async ({ principal, query }) =>
        (await listContainers(app.cells, principal.organization, query)).map(presentContainer),
    }),
    ...oneContainer(app),
    ...merges(app),
  ]
}

function oneContainer(app: ContainersApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/container-tags/:tag',
      access: 'organization',
      tag,
      summary: 'Get a container tag',
      description: 'Returns a container tag with its counts and its own settings.',
      example: containerExample,
      operation: 'get',
      params: containerParams,
      response: containerJson,
      errors: ['container.not_found'],
      handle: async ({ principal, params }) =>
        presentContainer(await getContainer(app, principal.organization, params.tag)),
    }),
    route({
      method: 'PATCH',
      path: '/v3/container-tags/:tag',
      access: 'organization',
      role: 'admin',
      audit: {
        action: 'container.change',
        facts: ({ params, body }) => ({
          target: (params as { tag: string }).tag,
          details: { changed: Object.keys(body as object) },
        }),
      },
      tag,
      summary: 'Update or create a container tag',
      description:
        'Changes the fields you send and keeps all others; null clears one. A tag that does not exist is created. You need not create tags beforehand: adding a document creates them.',
      example: updateContainerExample,
      operation: 'update',
      params: containerParams,
      body: updateContainerBody,
      response: containerJson,
      handle: async ({ principal, params, body }) =>
        presentContainer(await updateContainer(app, principal.organization, params.tag, body)),
    }),
    route({
      method: 'DELETE',
      path: '/v3/container-tags/:tag',
      access: 'organization',
      role: 'admin',
      audit: { action: 'container.delete' },
      tag,
      summary: 'Delete a container tag',
      description:
        'Deletes the tag with all its documents, memories and files. They leave search at once and are purged in the background. The receipt shows when the purge is complete. The tag can be used again at once.',
      example: deleteContainerExample,
      operation: 'delete',
      params: containerParams,
      response: containerDeletedJson,
      headers: erasureHeaders,
      errors: ['container.not_found', 'merge.busy', 'storage.unavailable'],
      async handle({ principal, params, replyHeaders }) {
        const deletion = await deleteContainer(app, principal, params.tag)
        replyHeaders[erasureHeader] = encodeId(deletion.erasure)
        return presentDeletion(params.tag, deletion)
      },
    }),
  ]
}

function merges(app: ContainersApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v3/container-tags/merge',
      access: 'organization',
      role: 'admin',
      audit: { action: 'container.merge', facts: ({ body }) => ({ details: { ...(body as object) } }) },
      tag,
      summary: 'Merge container tags',
      description:
        'Moves all documents and memories of one or more tags into another tag, in the background, and then removes the source tags. `GET /v3/container-tags/merge/{id}` shows the progress. When the organization is spread over several databases, all tags must be in the same one.',
      example: mergeExample,
      operation: 'update',
      body: mergeBody,
      status: 202,
      response: mergeQueuedJson,
      errors: ['container.not_found', 'merge.busy', 'merge.across_cells'],
      async handle({ principal, body }) {
        const sourceTags = [...new Set(body.containerTags)]
        const targetTag = body.targetContainerTag
        const { id } = await startMerge(app, principal.organization, { sourceTags, targetTag })
        return presentQueuedMerge(id, { sourceTags, targetTag })
      },
    }),
    route({
      method: 'GET',
      path: '/v3/container-tags/merge/:id',
      access: 'organization',
      tag,
      summary: 'Get the progress of a merge',
      description: 'Returns the status of a merge and how many documents it has moved so far.',
      example: getMergeExample,
      operation: 'get',
      params: mergeParams,
      response: mergeJson,
      errors: ['merge.not_found'],
      handle: async ({ principal, params }) =>
        presentMerge(await getMerge(app, principal.organization, params.id)),
    }),
  ]
}
