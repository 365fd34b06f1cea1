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
  .meta({
    description: 'Your own keys; values are strings, numbers, booleans or arrays of strings.',
    example: { source: 'onboarding', plan: 'pro' },
  })

/** A number, or the digits of one. */
const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    value => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  )

export const pageSchema = wholeNumber(1, 1_000_000).describe('Page to return, from 1.')
export const limitSchema = wholeNumber(1, 1100).describe('Items per page, 1 to 1,100.')

/** The tag of one container, by either name clients have for it. */
export const oneTag = {
  containerTag: containerTagSchema.optional().describe('Container the request is about. Required.'),
  containerTags: z
    .array(containerTagSchema)
    .min(1)
    .max(100)
    .optional()
    .meta({ deprecated: true, description: 'Use `containerTag`. Of several tags the first counts.' }),
}

type Tagged = { containerTag?: string | undefined; containerTags?: string[] | undefined }

export const hasTag = ({ containerTag, containerTags }: Tagged) =>
  containerTag !== undefined || containerTags !== undefined

export const tagIsRequired = { path: ['containerTag'], message: 'is required' }

/** The one tag of a body that has one. */
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
