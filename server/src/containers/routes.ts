import { erasureHeader, erasureHeaders } from '../erasures/schema.ts'
import { type Route, route } from '../http/route.ts'
import { encodeId } from '../lib/ids.ts'
import { type ContainersApp, deleteContainer } from './delete-container.ts'
import { listContainers } from './list-containers.ts'
import { getMerge, startMerge } from './merge-containers.ts'
import { presentContainer, presentMerge } from './present.ts'
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
      summary: 'List container tags, those with the latest activity first',
      operation: 'list',
      query: listContainersQuery,
      response: listContainersResponse,
      errors: [403],
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
      operation: 'get',
      params: containerParams,
      response: containerJson,
      errors: [403, 404],
      handle: async ({ principal, params }) =>
        presentContainer(await getContainer(app, principal.organization, params.tag)),
    }),
    route({
      method: 'PATCH',
      path: '/v3/container-tags/:tag',
      access: 'organization',
      tag,
      summary: 'Change what is said of a container tag, or make it; null clears a field',
      operation: 'update',
      params: containerParams,
      body: updateContainerBody,
      response: containerJson,
      errors: [403],
      handle: async ({ principal, params, body }) =>
        presentContainer(await updateContainer(app, principal.organization, params.tag, body)),
    }),
    route({
      method: 'DELETE',
      path: '/v3/container-tags/:tag',
      access: 'organization',
      tag,
      summary: 'Delete a container tag with all that is in it; 409 while it is being merged',
      operation: 'delete',
      params: containerParams,
      response: containerDeletedJson,
      headers: erasureHeaders,
      errors: [403, 404, 409],
      async handle({ principal, params, replyHeaders }) {
        const { documents, memories, erasure } = await deleteContainer(app, principal, params.tag)
        replyHeaders[erasureHeader] = encodeId(erasure)
        return {
          success: true,
          containerTag: params.tag,
          deletedDocumentsCount: documents,
          deletedMemoriesCount: memories,
          erasureId: encodeId(erasure),
        }
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
      tag,
      summary:
        'Merge container tags into another, in the background; a spread organization can only merge tags of one cell',
      operation: 'update',
      body: mergeBody,
      status: 202,
      response: mergeQueuedJson,
      errors: [403, 404, 409],
      async handle({ principal, body }) {
        const sourceTags = [...new Set(body.containerTags)]
        const targetTag = body.targetContainerTag
        const { id } = await startMerge(app, principal.organization, { sourceTags, targetTag })
        return { success: true, status: 'queued', mergeId: encodeId(id), targetTag, sourceTags }
      },
    }),
    route({
      method: 'GET',
      path: '/v3/container-tags/merge/:id',
      access: 'organization',
      tag,
      summary: 'How far a merge has come',
      operation: 'get',
      params: mergeParams,
      response: mergeJson,
      errors: [403, 404],
      handle: async ({ principal, params }) =>
        presentMerge(await getMerge(app, principal.organization, params.id)),
    }),
  ]
}
