import { z } from 'zod'
import { storableText } from '../../../platform/lib/storable-text.ts'
import { projectPrefix } from '../place-container.ts'
import { containerJson, containerTagSchema } from '../schema.ts'

export const projectJson = containerJson

export const listProjectsResponse = z.object({
  projects: z.array(projectJson).describe('Projects, latest activity first.'),
})

export const createProjectBody = z.object({
  name: storableText
    .min(1)
    .max(80)
    .refine(name => toProjectTag(name) !== projectPrefix, 'must contain a letter or a digit')
    // Some characters are spelled out in the tag, for example ligatures.
    .refine(
      name => containerTagSchema.safeParse(toProjectTag(name)).success,
      'must make a container tag of at most 100 characters',
    )
    .meta({ description: 'Name of the project, 1 to 80 characters.', example: 'Holiday plans' }),
})

export const projectParams = z.object({
  id: containerTagSchema.meta({
    description: 'Id or container tag of the project.',
    example: 'sm_project_holiday_plans',
  }),
})

export const projectDeletedJson = z.object({
  success: z.boolean().describe('Always true; a failure returns an error.'),
  message: z.string().describe('The result in a sentence.'),
  documentsAffected: z.int().min(0).describe('Documents deleted.'),
  memoriesAffected: z.int().min(0).describe('Memories deleted.'),
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
