import { z } from 'zod'
import { isStorable } from '../lib/storable-text.ts'
import { containerTagSchema } from './schema.ts'

/** Shapes that whatever lives in a container has in common on the wire. */

export const metadataSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
  .refine(
    metadata => Object.entries(metadata).flat(2).map(String).every(isStorable),
    'must not hold the character U+0000',
  )
  .meta({ description: 'Values are strings, numbers, booleans or arrays of strings.' })

/** A time without an offset is taken as UTC: as local time, it would depend on where the server stands. */
export const dateSchema = z
  .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })])
  .transform(text => new Date(/T[\d:.]+$/.test(text) ? `${text}Z` : text))
  .meta({ description: '`YYYY-MM-DD` or ISO 8601.' })

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
