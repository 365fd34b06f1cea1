import { containerExample } from '../examples.ts'

/** Bodies that the API description shows. A test holds each against its schema. */

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
