import type { Organization } from '../../../platform/access/principal.ts'
import { AppError } from '../../../platform/errors.ts'
import { encodeId } from '../../../platform/lib/ids.ts'
import { type Route, route } from '../../../platform/routing/route.ts'
import { erasureHeader, erasureHeaders } from '../../erasures/schema.ts'
import { type ContainersApp, deleteContainer } from '../delete-container.ts'
import { listContainers } from '../list-containers.ts'
import { projectPrefix } from '../place-container.ts'
import { presentContainer } from '../present.ts'
import { listContainersQuery } from '../schema.ts'
import { updateContainer } from '../update-container.ts'
import { createProjectExample, deleteProjectExample, listProjectsExample } from './examples.ts'
import { presentDeletion, presentProjects } from './present.ts'
import {
  createProjectBody,
  listProjectsResponse,
  projectDeletedJson,
  projectJson,
  projectParams,
  toProjectTag,
} from './schema.ts'

const tag = 'Projects'

/** Projects are an older name for some container tags. They store nothing of their own. */
export function projectRoutes(app: ContainersApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/projects',
      access: 'organization',
      tag,
      summary: 'List projects',
      description: 'Returns the container tags that begin with `sm_project_`, latest activity first.',
      example: listProjectsExample,
      operation: 'list',
      query: listContainersQuery,
      response: listProjectsResponse,
      async handle({ principal, query }) {
        const wanted = { ...query, prefix: projectPrefix }
        return presentProjects(await listContainers(app.cells, principal.organization, wanted))
      },
    }),
    route({
      method: 'POST',
      path: '/v3/projects',
      access: 'organization',
      tag,
      summary: 'Create a project',
      description:
        'Creates a container tag named after the project: `Holiday plans` becomes `sm_project_holiday_plans`. If the tag already exists, that project gets the new name.',
      example: createProjectExample,
      operation: 'add',
      body: createProjectBody,
      response: projectJson,
      handle: async ({ principal, body: { name } }) =>
        presentContainer(await updateContainer(app, principal.organization, toProjectTag(name), { name })),
    }),
    route({
      method: 'DELETE',
      path: '/v3/projects/:id',
      access: 'organization',
      role: 'admin',
      audit: { action: 'container.delete' },
      tag,
      summary: 'Delete a project',
      description:
        'Deletes the project with all its documents, memories and files, as `DELETE /v3/container-tags/{tag}` does.',
      example: deleteProjectExample,
      operation: 'delete',
      params: projectParams,
      response: projectDeletedJson,
      headers: erasureHeaders,
      errors: ['project.not_found', 'container.not_found', 'merge.busy', 'storage.unavailable'],
      async handle({ principal, params, replyHeaders }) {
        const containerTag = await findTag(app, principal.organization, params.id)
        const deletion = await deleteContainer(app, principal, containerTag)
        replyHeaders[erasureHeader] = encodeId(deletion.erasure)
        return presentDeletion(deletion)
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
