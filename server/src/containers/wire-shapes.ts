import { z } from 'zod'
import { isStorable } from '../lib/storable-text.ts'
import { containerTagSchema } from './schema.ts'

/** Shapes that whatever lives in a container has in common on the wire. */

const metadataValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())], {
  error: 'must be a string, number, boolean or array of strings',
})

export const metadataSchema = z
  .record(z.string(), metadataValue)
  .refine(
    metadata => Object.entries(metadata).flat(2).map(String).every(isStorable),
    'must not contain the character U+0000',
  )
  .meta({ description: 'Values are strings, numbers, booleans or arrays of strings.' })

/** A number, or the digits of one. */
const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    value => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  )

export const pageSchema = wholeNumber(1, 1_000_000)
export const limitSchema = wholeNumber(1, 1100)

/** The tag of one container, by either name clients have for it. */
export const oneTag = {
  containerTag: containerTagSchema.optional(),
  containerTags: z.array(containerTagSchema).min(1).max(100).optional().meta({ deprecated: true }),
}

type Tagged = { containerTag?: string | undefined; containerTags?: string[] | undefined }

export const hasTag = ({ containerTag, containerTags }: Tagged) =>
  containerTag !== undefined || containerTags !== undefined

export const tagIsRequired = { path: ['containerTag'], message: 'is required' }

/** The one tag of a body that has one. */
export const tagOf = ({ containerTag, containerTags }: Tagged): string =>
  (containerTag ?? containerTags?.[0])!

export const timestampJson = z.iso.datetime()

export const metadataJson = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.record(z.string(), z.unknown()),
  z.array(z.unknown()),
])

export const pageJson = z.object({
  currentPage: z.number(),
  totalItems: z.number(),
  totalPages: z.number(),
  limit: z.number().max(1100),
})
