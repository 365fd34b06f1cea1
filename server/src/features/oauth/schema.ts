import { z } from 'zod'
import { nameHint, namePattern } from '../../platform/lib/name-pattern.ts'
import { storableText } from '../../platform/lib/storable-text.ts'
import { timestampJson } from '../../platform/lib/wire-scalars.ts'

/** Wire formats of the consent page and of clients that are made by hand. */

const clientId = storableText
  .min(1)
  .max(200)
  .meta({ description: 'Id of the client.', example: 'hTsQJjXMUwAuhPsDySUcvldiMPZplxXD' })

export const clientParams = z.object({ id: clientId })

export const clientJson = z.object({
  clientId: z.string().describe('Id of the client.'),
  name: z.string().describe('Name that the client gives itself.'),
  uri: z.string().nullable().describe('Web page of the client, as it says; null without one.'),
  redirectUris: z.array(z.string()).describe('Addresses that codes may be sent to.'),
  createdAt: timestampJson.describe('When it was registered.'),
  isMadeByHand: z.boolean().describe('False for a client that has registered itself.'),
})

export const listClientsResponse = z.object({
  clients: z.array(clientJson).describe('Clients that admins have made, the latest first.'),
})

/** Strict, because a misspelt field would give more than was meant. */
export const consentBody = z.strictObject({
  query: z.string().min(1).max(8_000).meta({
    description: 'The query of the consent page, unchanged: the server has signed it.',
    example: 'response_type=code&client_id=hTsQJjXMUwAuhPsDySUcvldiMPZplxXD&sig=…',
  }),
  accept: z.boolean().describe('False refuses the access.'),
  permission: z
    .enum(['read', 'write'])
    .default('write')
    .describe('`read`: the client only reads. `write` is limited by what it asked for and by your role.'),
  containerTag: z
    .string()
    .min(1)
    .max(100)
    .regex(namePattern, nameHint)
    .optional()
    .meta({ description: 'The only container of the client. Default: all containers.', example: 'user_42' }),
  expiresInDays: z.int().min(1).max(365).optional().meta({
    description: 'Days until the access ends, 1 to 365. Default: until it is revoked.',
    example: 90,
  }),
})

export const consentResponse = z.object({
  redirectTo: z.string().describe('Where the browser goes next: back to the client.'),
  id: z.string().nullable().describe('Id of the grant, to revoke it; null when access was refused.'),
})

export const makeClientBody = z.strictObject({
  name: storableText.min(1).max(100).meta({ description: 'Name of the client.', example: 'claude.ai' }),
  redirectUris: z
    .array(z.url().max(500))
    .min(1)
    .max(10)
    .meta({
      description: 'Addresses that the client receives codes at, 1 to 10.',
      example: ['https://claude.ai/api/mcp/auth_callback'],
    }),
})

export const madeClientResponse = z.object({
  clientId: z.string().describe('Id to paste into the client.'),
  clientSecret: z.string().describe('Secret to paste into the client. It is not shown again.'),
  name: z.string().describe('Name of the client.'),
})

export const deletedClientResponse = z.object({
  success: z.boolean().describe('Always true; a failure returns an error.'),
})
