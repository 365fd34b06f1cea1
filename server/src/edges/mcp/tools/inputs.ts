import { z } from 'zod'
import { containerTagSchema } from '../../../features/containers/schema.ts'

/** Arguments that several tools share. */

export const containerTag = containerTagSchema
  .optional()
  .describe('Space to use, as listSpaces names it. Leave it out unless the user names a space.')

export const page = z.int().min(1).max(10_000).default(1).describe('Page, from 1.')

export const limit = z.int().min(1).max(50).default(10).describe('Items per page, 1 to 50.')

export const pagination = z.object({
  currentPage: z.int(),
  totalItems: z.int(),
  totalPages: z.int(),
  limit: z.int(),
})

export const leftOut = z.int().describe('Items that did not fit into maxTokens.')

/** The last line of a list that was cut. */
export const leftOutLine = (count: number): string[] =>
  count === 0 ? [] : [`${count} more did not fit. Raise maxTokens, or ask for less.`]
