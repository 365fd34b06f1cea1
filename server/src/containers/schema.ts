import { z } from 'zod'
import { nameHint, namePattern } from '../lib/names.ts'

export const containerTagSchema = z
  .string()
  .min(1)
  .max(100)
  .regex(namePattern, nameHint)
  .meta({ description: 'Groups documents, for example one tag per end user.', example: 'user_42' })

/** Text that Postgres can keep: it has no place for the character U+0000, and would fail the whole request over it. */
export const storableText = z.string().refine(isStorable, 'must not hold the character U+0000')

export function isStorable(text: string): boolean {
  return !text.includes('\0')
}

/** The tags a request names, by either field; the first is the container. */
export function tagsOf(body: {
  containerTag?: string | undefined
  containerTags?: string[] | undefined
}): string[] {
  return [...new Set([...(body.containerTag ? [body.containerTag] : []), ...(body.containerTags ?? [])])]
}
