import { z } from 'zod'
import { containerTagSchema } from '../containers/schema.ts'

/** Shapes on the wire, as `decisions.md` 8 has them. */

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

export const providerParams = z.object({ provider })

/** Where a path has room for one word only, it is a provider or the id of a connection. */
export const connectionParams = z.object({
  id: z.string().min(1).max(255).meta({ description: 'The id of a connection, or a provider.' }),
})

export const newConnectionParams = z.object({
  id: provider.meta({ description: 'The provider to connect to.' }),
})

export const listConnectionsBody = z.object({
  containerTag: containerTagSchema.optional(),
  containerTags: z.array(containerTagSchema).max(100).optional().meta({ deprecated: true }),
  provider: provider.optional(),
})

export const connectionJson = z.object({
  id: z.string().length(22),
  provider,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().optional(),
  email: z.string().optional(),
  documentLimit: z.int().min(0).optional(),
  containerTags: z.array(z.string()).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})

export const listConnectionsResponse = z.array(connectionJson)

export const connectionStartedJson = z.object({
  id: z.string().length(22),
  authLink: z.string(),
  expiresIn: z.string(),
  redirectsTo: z.string().optional(),
})
