import { z } from 'zod'
import { projectPrefix } from '../containers/place-container.ts'
import { containerJson, containerTagSchema } from '../containers/schema.ts'
import { storableText } from '../lib/storable-text.ts'

export const projectJson = containerJson

export const listProjectsResponse = z.object({ projects: z.array(projectJson) })

export const createProjectBody = z.object({
  name: storableText
    .min(1)
    .max(80)
    .refine(name => toProjectTag(name) !== projectPrefix, 'must contain a letter or a digit'),
})

export const projectParams = z.object({
  id: containerTagSchema.meta({ description: "The project's id or its container tag." }),
})

export const projectDeletedJson = z.object({
  success: z.boolean(),
  message: z.string(),
  documentsAffected: z.int().min(0),
  memoriesAffected: z.int().min(0),
})

/** `Holiday plans` → `sm_project_holiday_plans`. */
export function toProjectTag(name: string): string {
  const word = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  return projectPrefix + word
}
