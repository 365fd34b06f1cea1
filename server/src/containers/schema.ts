import { z } from 'zod'

/** What names may be made of: container tags and customIds alike. */
export const namePattern = /^[a-zA-Z0-9_:.-]+$/
export const nameHint = 'may hold letters, digits, underscore, colon, hyphen and dot'

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
