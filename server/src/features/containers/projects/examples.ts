import { containerExample } from '../examples.ts'

/** Bodies shown in the API description. A test checks each against its schema. */

const project = {
  ...containerExample.response,
  name: 'Holiday plans',
  containerTag: 'sm_project_holiday_plans',
  entityContext: null,
  profileBuckets: null,
}

export const listProjectsExample = { response: { projects: [project] } }

export const createProjectExample = { body: { name: 'Holiday plans' }, response: project }

export const deleteProjectExample = {
  response: { success: true, message: 'Project deleted', documentsAffected: 24, memoriesAffected: 61 },
}
