import { z } from 'zod'
import { roles } from '../../platform/access/roles.ts'
import { nameHint, namePattern } from '../../platform/lib/name-pattern.ts'
import { storableText } from '../../platform/lib/storable-text.ts'
import { timestampJson } from '../../platform/lib/wire-scalars.ts'

/** The routes that a scoped key may call, as the response lists them. */
export const scopedEndpoints = [
  '/v3/documents',
  '/v3/memories',
  '/v4/memories',
  '/v3/search',
  '/v4/search',
  '/v4/profile',
]

/** Strict, because a misspelt `expiresInDays` would make a key that never expires. */
export const createScopedKeyBody = z.strictObject({
  containerTag: z
    .string()
    .min(1)
    .max(100)
    .regex(namePattern, nameHint)
    .meta({ description: 'The only container the key may use. It need not exist yet.', example: 'user_42' }),
  name: storableText
    .min(1)
    .max(255)
    .optional()
    .meta({ description: 'Name in lists. Default: `scoped_<containerTag>`.', example: 'Ada, phone' }),
  expiresInDays: z
    .int()
    .min(1)
    .max(365)
    .optional()
    .meta({ description: 'Days until the key expires, 1 to 365. Default: never.', example: 90 }),
  rateLimitMax: z.int().min(1).max(10_000).default(500).describe('Requests per time window, 1 to 10,000.'),
  rateLimitTimeWindow: z
    .int()
    .min(1)
    .max(3_600_000)
    .default(60_000)
    .describe('Time window in milliseconds, at most an hour.'),
})

/** Strict, because a misspelt `expiresInDays` would make a key that never expires. */
export const createKeyBody = z.strictObject({
  name: storableText.min(1).max(255).meta({ description: 'Name in lists.', example: 'Laptop' }),
  expiresInDays: z
    .int()
    .min(1)
    .max(365)
    .optional()
    .meta({ description: 'Days until the key expires, 1 to 365. Default: never.', example: 90 }),
})

export const createdKeyResponse = z.object({
  key: z.string().describe('The value of the key. It is not shown again.'),
  id: z.string().describe('Id of the key, to disable it.'),
  name: z.string().describe('Name in lists.'),
  expiresAt: timestampJson.nullable().describe('When the key expires; null for never.'),
})

export const scopedKeyResponse = z.object({
  key: z.string().describe('The value of the key. It is not shown again.'),
  id: z.string().describe('Id of the key, to disable it.'),
  name: z.string().describe('Name in lists.'),
  containerTag: z.string().describe('The only container the key may use.'),
  expiresAt: timestampJson.nullable().describe('When the key expires; null for never.'),
  allowedEndpoints: z.array(z.string()).describe('Paths the key may use.'),
})

export const keyParams = z.object({
  id: storableText.min(1).max(64).meta({ description: 'Id of the key.', example: '1k7m3q9x2v5t' }),
})

export const listKeysResponse = z.object({
  keys: z
    .array(
      z.object({
        id: z.string().describe('Id of the key.'),
        name: z.string().describe('Name of the key.'),
        type: z.enum(['organization', 'scoped']).describe('`scoped` keys are limited to one container tag.'),
        containerTag: z.string().nullable().describe('The only container of a scoped key; null otherwise.'),
        createdAt: timestampJson.describe('When the key was created.'),
        expiresAt: timestampJson.nullable().describe('When the key expires; null for never.'),
        disabledAt: timestampJson.nullable().describe('When the key was disabled; null while it works.'),
        lastUsedAt: timestampJson.nullable().describe('Approximate time of the last use; null for never.'),
        client: z
          .string()
          .nullable()
          .describe('Plugin that got the key on the log-in page; null for other keys.'),
        rateLimit: z
          .object({
            max: z.int().describe('Requests per time window.'),
            timeWindow: z.int().describe('Time window in milliseconds.'),
          })
          .nullable()
          .describe('Rate limit of the key itself; null when only the limits of the server apply.'),
      }),
    )
    .describe('All keys of the organization.'),
})

const permission = z
  .enum(['read', 'write'])
  .describe('`read` for the key of a plugin that a viewer connected, else `write`.')

export const sessionResponse = z.object({
  user: z
    .object({
      id: z.string().describe('Id of the person or key.'),
      name: z.string().describe('Name of the person or key.'),
      email: z.string().optional().describe('Email of the person; absent for a key.'),
    })
    .describe('The person who has signed in, or the key itself.'),
  org: z
    .object({
      id: z.string().describe('Id of the organization.'),
      name: z.string().describe('Name of the organization.'),
      slug: z.string().describe('Short name that commands use.'),
    })
    .describe('Organization of the key, or the one that the person works in.'),
  organizations: z
    .array(
      z.object({
        slug: z.string().describe('Short name, for the header `x-organization`.'),
        name: z.string().describe('Name of the organization.'),
        role: z.enum(roles).describe('Role of the person in it.'),
      }),
    )
    .optional()
    .describe('All organizations of the person; absent for a key.'),
  role: z
    .enum(roles)
    .describe(
      'Role of the person. `owner` for a key of the organization, `member` for a scoped key. The key of a plugin has the role that its person lent it.',
    ),
  accessType: z.enum(['full', 'restricted']).describe('`restricted` for a scoped key.'),
  containerTags: z
    .array(
      z.object({
        containerTag: z.string().describe('The tag.'),
        permission,
      }),
    )
    .optional()
    .describe('Containers of a scoped key; absent otherwise.'),
  scope: z
    .object({
      type: z.enum(['full', 'scoped']).describe('`scoped` when the key is limited to one container.'),
      permission: permission.optional(),
      tag: z.string().optional().describe('The only container of a scoped key.'),
      tags: z.array(z.string()).optional().describe('The same as a list.'),
      containerTag: z.string().optional().describe('The same as `tag`.'),
      rateLimit: z
        .object({
          max: z.int().describe('Requests per time window.'),
          timeWindow: z.int().describe('Time window in milliseconds.'),
        })
        .optional()
        .describe('Rate limit of a scoped key.'),
      expires: timestampJson.nullable().optional().describe('When a scoped key expires; null for never.'),
    })
    .describe('Scope of the key.'),
})
