import { z } from 'zod'
import { idJson, timestampJson } from '../../platform/lib/wire-scalars.ts'
import { containerTagSchema } from '../containers/schema.ts'

/** Request and response schemas of connections, as the contract with existing clients fixes them. */

const providers = [
  'notion',
  'google-drive',
  'onedrive',
  'gmail',
  'github',
  'web-crawler',
  's3',
  'granola',
] as const

const provider = z.enum(providers)

export const isProvider = (name: string): boolean => provider.safeParse(name).success

export const providerParams = z.object({ provider: provider.describe('Name of the provider.') })

/** The one path parameter of these routes is either a provider or the id of a connection. */
export const connectionParams = z.object({
  id: z
    .string()
    .min(1)
    .max(255)
    .meta({ description: 'Id of a connection, or the name of a provider.', example: 'notion' }),
})

export const newConnectionParams = z.object({
  id: provider.meta({ description: 'Name of the provider to connect to.' }),
})

export const listConnectionsBody = z.object({
  containerTag: containerTagSchema.optional().describe('Only connections of this container.'),
  containerTags: z.array(containerTagSchema).max(100).optional().meta({
    deprecated: true,
    description: 'Only connections of these containers. Use `containerTag` for one.',
  }),
  provider: provider.optional().describe('Only connections to this provider.'),
})

export const connectionJson = z.object({
  id: idJson.describe('Id of the connection.'),
  provider: provider.describe('Name of the provider.'),
  createdAt: timestampJson.describe('When the connection was created.'),
  expiresAt: timestampJson.optional().describe('When its authorization expires.'),
  email: z.string().optional().describe('Account at the provider.'),
  documentLimit: z.int().min(0).optional().describe('Maximum number of documents to import.'),
  containerTags: z.array(z.string()).optional().describe('Containers its documents go to.'),
  metadata: z.record(z.string(), z.unknown()).optional().describe('Metadata of the connection.'),
})

export const listConnectionsResponse = z.array(connectionJson)

export const connectionStartedJson = z.object({
  id: idJson.describe('Id of the connection.'),
  authLink: z.string().describe('Address where the user authorizes the connection.'),
  expiresIn: z.string().describe('How long the link works.'),
  redirectsTo: z.string().optional().describe('Address the user returns to.'),
})
