import { z } from 'zod'
import { roles } from '../../platform/access/roles.ts'
import { nameHint, namePattern } from '../../platform/lib/name-pattern.ts'
import { storableText } from '../../platform/lib/storable-text.ts'
import { timestampJson } from '../../platform/lib/wire-scalars.ts'
import { clientPattern, isLoopbackCallback } from './clients.ts'

/** Wire formats of the log-in of plugins, as published plugins expect them. */

const client = z
  .string()
  .regex(clientPattern, 'must be an id such as claude_code')
  .meta({ description: 'Id of the plugin that asks.', example: 'claude_code' })

export const grantQuery = z.object({
  client,
  callback: z
    .string()
    .max(2_000)
    .refine(
      isLoopbackCallback,
      'must be an http address on this machine, such as http://127.0.0.1:19876/callback',
    )
    .meta({
      description: 'Address on the own machine of the person, where the plugin waits for the key.',
      example: 'http://127.0.0.1:19876/callback',
    }),
  containerTag: z
    .string()
    .min(1)
    .max(100)
    .regex(namePattern, nameHint)
    .optional()
    .meta({ description: 'Limits the key to this container. Default: all containers.', example: 'user_42' }),
  expiresInDays: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .optional()
    .describe('Days until the key expires, 1 to 365. Default: never.'),
})

export const grantedKeyResponse = z.object({
  key: z.string().describe('The value of the key. It is not shown again.'),
  id: z.string().describe('Id of the key, to revoke it.'),
  name: z.string().describe('Name in lists: that of the plugin.'),
  role: z.enum(roles).describe('What the key may do at most: `member`, or `viewer` if the person is one.'),
  containerTag: z.string().nullable().describe('The only container of the key; null for all.'),
  expiresAt: timestampJson.nullable().describe('When the key expires; null for never.'),
  redirectTo: z.string().describe('The callback with `apikey` and `api_url` added. Send the browser there.'),
})

export const pluginsResponse = z.object({
  plugins: z.array(z.string()).describe('Ids of plugins that have access, each once.'),
})

export const grantsResponse = z.object({
  grants: z
    .array(
      z.object({
        id: z.string().describe('Id of the key.'),
        clientId: z.string().describe('Id of the plugin.'),
        name: z.string().describe('Name of the plugin.'),
        icon: z.string().nullable().describe('Always null; clients of this interface expect the field.'),
        isFirstParty: z.boolean().describe('Always false; clients of this interface expect the field.'),
        workspaceId: z.string().describe('Id of the organization.'),
        workspaceName: z.string().describe('Name of the organization.'),
        scopes: z.array(z.string()).describe('`read`, and `write` unless the key only reads.'),
        containerTag: z.string().nullable().describe('The only container of the key; null for all.'),
        person: z
          .object({
            id: z.string().describe('Id of the person.'),
            name: z.string().nullable().describe('Name of the person.'),
          })
          .describe('Who gave the access.'),
        connectedAt: timestampJson.describe('When access was given.'),
        expiresAt: timestampJson.nullable().describe('When access ends; null for never.'),
        lastUsedAt: timestampJson.nullable().describe('Approximate time of the last use; null for never.'),
      }),
    )
    .describe('Access that works now, the latest first.'),
})

export const grantParams = z.object({
  id: storableText.min(1).max(64).meta({
    description: 'Id of the key, or of a plugin: then all of its keys.',
    example: 'claude_code',
  }),
})

export const revokedResponse = z.object({
  success: z.boolean().describe('Always true; a failure returns an error.'),
  revoked: z.int().describe('Keys that were disabled.'),
})
