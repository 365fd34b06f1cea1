import { type ContainersApp, deleteContainer } from '../containers/delete-container.ts'
import { listContainers } from '../containers/list-containers.ts'
import { projectPrefix } from '../containers/place-container.ts'
import { presentContainer } from '../containers/present.ts'
import { listContainersQuery } from '../containers/schema.ts'
import { updateContainer } from '../containers/update-container.ts'
import { erasureHeader, erasureHeaders } from '../erasures/schema.ts'
import { AppError } from '../errors.ts'
import { type Route, route } from '../http/route.ts'
import type { Organization } from '../keys/principal.ts'
import { encodeId } from '../lib/ids.ts'
import {
  createProjectBody,
  listProjectsResponse,
  projectDeletedJson,
  projectJson,
  projectParams,
  toProjectTag,
} from './schema.ts'

const tag = 'Projects'

/** An older name for some container tags; nothing here is kept anywhere else. */
export function projectRoutes(app: ContainersApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/projects',
      access: 'organization',
      tag,
      summary: 'List projects: the container tags that begin with sm_project_',
      operation: 'list',
      query: listContainersQuery,
      response: listProjectsResponse,
      errors: [403],
      async handle({ principal, query }) {
        const wanted = { ...query, prefix: projectPrefix }
        const rows = await listContainers(app.cells, principal.organization, wanted)
        return { projects: rows.map(presentContainer) }
      },
    }),
    route({
      method: 'POST',
      path: '/v3/projects',
      access: 'organization',
      tag,
      summary: 'Create a project, or rename the one whose name gives the same tag',
      operation: 'add',
      body: createProjectBody,
      response: projectJson,
      errors: [403],
      handle: async ({ principal, body: { name } }) =>
        presentContainer(await updateContainer(app, principal.organization, toProjectTag(name), { name })),
    }),
    route({
      method: 'DELETE',
      path: '/v3/projects/:id',
      access: 'organization',
      tag,
      summary: 'Delete a project with all that is in it',
      operation: 'delete',
      params: projectParams,
      response: projectDeletedJson,
      headers: erasureHeaders,
      errors: [403, 404, 409],
      async handle({ principal, params, replyHeaders }) {
        const containerTag = await findTag(app, principal.organization, params.id)
        const { documents, memories, erasure } = await deleteContainer(app, principal, containerTag)
        replyHeaders[erasureHeader] = encodeId(erasure)
        return {
          success: true,
          message: 'Project deleted',
          documentsAffected: documents,
          memoriesAffected: memories,
        }
      },
    }),
  ]
}

async function findTag(app: ContainersApp, organization: Organization, idOrTag: string): Promise<string> {
  if (idOrTag.startsWith(projectPrefix)) return idOrTag
  const projects = await listContainers(app.cells, organization, {
    page: 1,
    limit: 1_000,
    prefix: projectPrefix,
  })
  const found = projects.find(({ container }) => encodeId(container) === idOrTag)
  if (!found) throw new AppError('project.not_found')
  return found.tag
}
