import { z } from 'zod'
import { nameHint, namePattern } from '../lib/names.ts'
import { storableText } from '../lib/storable-text.ts'

/** What a scoped key may call, as clients are told. */
export const scopedEndpoints = [
  '/v3/documents',
  '/v3/memories',
  '/v4/memories',
  '/v3/search',
  '/v4/search',
  '/v4/profile',
]

export const createScopedKeyBody = z.object({
  containerTag: z.string().min(1).max(100).regex(namePattern, nameHint),
  name: storableText.min(1).max(255).optional(),
  expiresInDays: z.int().min(1).max(365).optional(),
  rateLimitMax: z.int().min(1).max(10_000).default(500),
  rateLimitTimeWindow: z.int().min(1).max(3_600_000).default(60_000).meta({ description: 'Milliseconds.' }),
})

export const scopedKeyResponse = z.object({
  key: z.string().meta({ description: 'The key value. Shown only now.' }),
  id: z.string(),
  name: z.string(),
  containerTag: z.string(),
  expiresAt: z.iso.datetime().nullable(),
  allowedEndpoints: z.array(z.string()),
})

export const keyParams = z.object({ id: storableText.min(1).max(64) })

export const listKeysResponse = z.object({
  keys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      type: z.enum(['organization', 'scoped']),
      containerTag: z.string().nullable(),
      createdAt: z.iso.datetime(),
      expiresAt: z.iso.datetime().nullable(),
      disabledAt: z.iso.datetime().nullable(),
      lastUsedAt: z.iso.datetime().nullable(),
    }),
  ),
})

export const sessionResponse = z.object({
  user: z.object({ id: z.string(), name: z.string() }),
  org: z.object({ id: z.string(), name: z.string(), slug: z.string() }),
  role: z.literal('owner'),
  accessType: z.enum(['full', 'restricted']),
  containerTags: z.array(z.string()).optional(),
  scope: z.object({ type: z.enum(['full', 'scoped']), containerTag: z.string().optional() }),
})
