import { z } from 'zod'
import { isStorable } from '../../platform/lib/storable-text.ts'
import { digitsToNumber } from '../../platform/lib/wire-scalars.ts'
import { containerTagSchema } from './schema.ts'

/** Wire formats that everything in a container shares. */

const maxKeys = 100
const maxKeyLength = 255
const maxValueLength = 8_192
const maxItems = 1_000
/** Each item of an array is a row of the filter index: 100,000 of them took Postgres 0.9 s. */
const maxItemsInAll = 10_000
const maxLength = 262_144

const metadataValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).max(maxItems)], {
  error: 'must be a string, number, boolean or array of strings',
})

export const metadataSchema = z
  .preprocess(withinBounds, z.record(z.string(), metadataValue))
  .refine(
    metadata => Object.entries(metadata).flat(2).map(String).every(isStorable),
    'must not contain the character U+0000',
  )
  .meta({
    description:
      'Your own keys; values are strings, numbers, booleans or arrays of strings. At most 100 keys of 255 characters, 8,192 characters a string, 1,000 items an array; 10,000 items and 262,144 characters in all.',
    example: { source: 'onboarding', plan: 'pro' },
    maxProperties: maxKeys,
  })

/** Checked before the schema, which would try every value as four types. */
function withinBounds(metadata: unknown, context: z.RefinementCtx): unknown {
  const fault = typeof metadata === 'object' && metadata !== null ? findFault(metadata) : undefined
  if (fault === undefined) return metadata
  context.addIssue({ code: 'custom', ...fault })
  return z.NEVER
}

type Fault = { path: string[]; message: string }

function findFault(metadata: object): Fault | undefined {
  const entries = Object.entries(metadata)
  if (entries.length > maxKeys) return { path: [], message: `must have at most ${maxKeys} keys` }
  let items = 0
  let length = 0
  for (const [key, value] of entries) {
    const fault = faultOf(key, value)
    if (fault) return fault
    const texts = Array.isArray(value) ? value : [value]
    if (Array.isArray(value)) items += value.length
    for (const text of texts) length += typeof text === 'string' ? text.length : 0
  }
  if (items > maxItemsInAll)
    return { path: [], message: `must have at most ${maxItemsInAll} array items in all` }
  if (length > maxLength) return { path: [], message: `must have at most ${maxLength} characters in all` }
  return undefined
}

function faultOf(key: string, value: unknown): Fault | undefined {
  if (key.length > maxKeyLength)
    return { path: [], message: `keys must be at most ${maxKeyLength} characters` }
  if (Array.isArray(value) && value.length > maxItems)
    return { path: [key], message: `must have at most ${maxItems} items` }
  const isLong = (text: unknown) => typeof text === 'string' && text.length > maxValueLength
  return isLong(value) || (Array.isArray(value) && value.some(isLong))
    ? { path: [key], message: `must be at most ${maxValueLength} characters` }
    : undefined
}

export const pageSchema = z
  .preprocess(digitsToNumber, z.int().min(1).max(1_000_000))
  .describe('Page to return, from 1.')
export const limitSchema = z
  .preprocess(digitsToNumber, z.int().min(1).max(1100))
  .describe('Items per page, 1 to 1,100.')

/** The tag of one container, under either name that clients use. */
export const oneTag = {
  containerTag: containerTagSchema.optional().describe('Container tag of the request. Required.'),
  containerTags: z.array(containerTagSchema).min(1).max(100).optional().meta({
    deprecated: true,
    description: 'Use `containerTag`. If there are several tags, only the first is used.',
  }),
}

type Tagged = { containerTag?: string | undefined; containerTags?: string[] | undefined }

export const hasTag = ({ containerTag, containerTags }: Tagged) =>
  containerTag !== undefined || containerTags !== undefined

export const tagIsRequired = { path: ['containerTag'], message: 'is required' }

/** The tag of a body that has exactly one. */
export const tagOf = ({ containerTag, containerTags }: Tagged): string =>
  (containerTag ?? containerTags?.[0])!

export const metadataJson = z
  .union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.record(z.string(), z.unknown()),
    z.array(z.unknown()),
  ])
  .meta({
    description: 'Metadata as it was given; null when there is none.',
    example: { source: 'onboarding' },
  })

export const pageJson = z.object({
  currentPage: z.number().describe('This page, from 1.'),
  totalItems: z.number().describe('Items on all pages.'),
  totalPages: z.number().describe('Number of pages.'),
  limit: z.number().max(1100).describe('Items per page.'),
})
