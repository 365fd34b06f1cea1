import { z } from 'zod'
import { withoutChoices } from '../../platform/connectors/connector.ts'
import { storableText } from '../../platform/lib/storable-text.ts'
import { digitsToNumber, idJson, timestampJson } from '../../platform/lib/wire-scalars.ts'
import { containerTagSchema } from '../containers/schema.ts'
import { documentStatuses } from '../documents/status.ts'
import { connectionStates } from './connection-store.ts'
import { runJson } from './run-schema.ts'

/** Request and response schemas of connections. Fields without a note are the contract's with existing clients. */

/** The providers that existing clients name. This server has connectors for some of them, and for others. */
export const contractProviders = [
  'notion',
  'google-drive',
  'onedrive',
  'gmail',
  'github',
  'web-crawler',
  's3',
  'granola',
] as const

export const providerName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,39}$/, 'must be a name of a provider, such as web-crawler')
  .meta({ example: 'web-crawler' })

export const providerParams = z.object({ provider: providerName.describe('Name of the provider.') })

/** The one path parameter of these routes is either a provider or the id of a connection. */
export const connectionParams = z.object({
  id: z
    .string()
    .min(1)
    .max(255)
    .meta({ description: 'Id of a connection, or the name of a provider.', example: 'web-crawler' }),
})

export const importParams = z.object({
  provider: z
    .string()
    .min(1)
    .max(255)
    .meta({ description: 'Name of the provider, or the id of a connection.', example: 'web-crawler' }),
})

export const idParams = z.object({
  id: z
    .string()
    .min(1)
    .max(255)
    .meta({ description: 'Id of a connection.', example: '1CbejjjFvcQJCrNZgx1iMR' }),
})

export const newConnectionParams = z.object({
  id: providerName.describe('Name of the provider to connect to.'),
})

const containerTags = z.array(containerTagSchema).min(1).max(100).optional().meta({
  deprecated: true,
  description: 'Use `containerTag`. The first tag counts.',
})

/** Values that a connector checks itself. */
const fields = (about: string, example: Record<string, unknown>) =>
  z.record(z.string().max(100), z.unknown()).optional().meta({ description: about, example })

const settings = fields(
  'What the connector needs to know. `GET /v3/connections/providers` has the schema of each. Fields of it in `metadata` count too.',
  { startUrl: 'https://docs.example.org' },
)
const credentials = fields(
  'Keys and passwords that the connector needs. They are stored encrypted and never shown. Fields of its schema in `metadata` count too, and are not kept there.',
  { token: 'secret' },
)
const documentLimit = z
  .int()
  .min(1)
  .max(10_000)
  .nullable()
  .optional()
  .describe('Most documents that the connection imports, 1 to 10,000. Null or absent: no limit.')
const everyMinutes = z
  .int()
  .min(0)
  .max(525_600)
  .nullable()
  .optional()
  .describe(
    'Minutes from the end of a run to the next, up to 525,600. 0: only when asked. Null or absent: as the connector says.',
  )
const metadata = z
  .record(z.string().max(255), z.unknown())
  .nullable()
  .optional()
  .meta({ description: 'Your own keys for this connection.', example: { team: 'docs' } })

export const createConnectionBody = z.strictObject({
  redirectUrl: storableText
    .max(2_000)
    .refine(isWebAddress, 'must be an http or https address')
    .optional()
    .meta({
      description: 'Where the browser goes after an authorization. Default: the console.',
      example: 'https://app.example.org/connected',
    }),
  containerTag: containerTagSchema
    .optional()
    .describe('Container of its documents. Default: `sm_project_default`.'),
  containerTags,
  documentLimit,
  metadata,
  settings,
  credentials,
  everyMinutes,
})
export type CreateConnectionBody = z.output<typeof createConnectionBody>

function isWebAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

export const updateConnectionBody = z.strictObject({
  paused: z
    .boolean()
    .optional()
    .describe('True: no run starts, and one that is under way stops. False: runs go on.'),
  documentLimit,
  metadata,
  settings: settings.describe(
    'New settings, all of them. The source is checked, and read again from its beginning.',
  ),
  credentials: credentials.describe('New credentials, all of them. The source is checked with them.'),
  everyMinutes,
})
export type UpdateConnectionBody = z.output<typeof updateConnectionBody>

export const listConnectionsBody = z.object({
  containerTag: containerTagSchema.optional().describe('Only connections of this container.'),
  containerTags: z.array(containerTagSchema).max(100).optional().meta({
    deprecated: true,
    description: 'Only connections of these containers. Use `containerTag` for one.',
  }),
  provider: providerName.optional().describe('Only connections to this provider.'),
})

export const ofProviderBody = z.object({
  containerTag: containerTagSchema.optional().describe('Only the connection of this container.'),
  containerTags: z.array(containerTagSchema).max(100).optional().meta({
    deprecated: true,
    description: 'Only connections of these containers. Use `containerTag` for one.',
  }),
})
export type OfProviderBody = z.output<typeof ofProviderBody>

export const deleteConnectionQuery = z.object({
  deleteDocuments: z
    .enum(['true', 'false'])
    .default('true')
    .transform(value => value === 'true')
    .describe('False keeps the documents. Default: they are deleted with the connection.'),
})

export const connectionJson = z.object({
  id: idJson.describe('Id of the connection.'),
  provider: z.string().describe('Name of the provider.'),
  createdAt: timestampJson.describe('When the connection was created.'),
  expiresAt: timestampJson.optional().describe('When its authorization expires, if it cannot be renewed.'),
  email: z.string().optional().describe('Account at the provider, or the place that is read.'),
  documentLimit: z.int().min(0).optional().describe('Maximum number of documents to import.'),
  containerTags: z.array(z.string()).optional().describe('Containers its documents go to.'),
  metadata: z.record(z.string(), z.unknown()).optional().describe('Metadata of the connection.'),
  lastSyncRun: runJson.optional().describe('The latest run; absent before the first.'),
  state: z
    .enum(connectionStates)
    .describe('`needs_authorization`: nothing is imported until it is authorized again.'),
  settings: z.record(z.string(), z.unknown()).describe('Settings of its connector.'),
  resources: z
    .array(
      z.object({
        id: z.string().describe('Id of the resource.'),
        name: z.string().optional().describe('Its name.'),
      }),
    )
    .nullable()
    .describe('Resources that were chosen; null for everything.'),
  everyMinutes: z
    .int()
    .nullable()
    .describe('Minutes between runs; null as the connector says, 0 only when asked.'),
  nextRunAt: timestampJson.nullable().describe('When the next run begins; null when none is planned.'),
  isRunWaiting: z.boolean().describe('Whether a run was asked for and has not begun yet.'),
  documentCount: z.int().describe('Documents that the connection has imported.'),
  failureCount: z.int().describe('Items that could not be read, and wait for another try.'),
  eventsUrl: z
    .string()
    .nullable()
    .describe(
      'Address for events of the provider, to register there where Reverie does not do so itself; null if the connector takes none. It begins with `PUBLIC_URL`.',
    ),
})

export const listConnectionsResponse = z.array(connectionJson)

export const connectionStartedJson = z.object({
  id: idJson.describe('Id of the connection.'),
  authLink: z
    .string()
    .nullable()
    .describe(
      'Address where the user authorizes the connection; null if the provider needs no authorization.',
    ),
  expiresIn: z.string().nullable().describe('How long the link works; null without one.'),
  redirectsTo: z.string().optional().describe('Address the user returns to.'),
})

export const authorizeBody = z.strictObject({
  redirectUrl: createConnectionBody.shape.redirectUrl,
})

const resourceFields = {
  id: z.string().describe('Id of the resource.'),
  name: z.string().describe('Name of the resource.'),
}

export const resourcesQuery = z.object({
  page: z
    .preprocess(digitsToNumber, z.int().min(1).max(100_000))
    .default(1)
    .describe('Page to return, from 1.'),
  per_page: z
    .preprocess(digitsToNumber, z.int().min(1).max(100))
    .default(30)
    .describe('Resources per page, 1 to 100.'),
  parent_id: storableText
    .max(1_000)
    .optional()
    .meta({ description: 'Only what is in this resource.', example: 'folder-1' }),
})

export const resourcesJson = z.object({
  resources: z
    .array(
      z.looseObject({
        ...resourceFields,
        hasChildren: z
          .boolean()
          .optional()
          .describe('Whether there are resources in it. Ask for them with `parent_id`.'),
      }),
    )
    .describe('Folders, repositories or mailboxes. Further fields depend on the provider.'),
  total_count: z.int().optional().describe('Resources in all, if the provider says.'),
})

export const configureBody = z.strictObject({
  resources: z
    .array(
      z.object({
        id: storableText.min(1).max(1_000).describe('Id of the resource.'),
        name: storableText.max(1_000).optional().describe('Its name, for people.'),
        defaultBranch: storableText
          .max(255)
          .optional()
          .describe('For a repository: the branch that is read.'),
      }),
    )
    .max(1_000)
    .nullable()
    .meta({
      description:
        'What to import, at most 1,000. Null: everything. Documents of other resources are deleted.',
      example: [{ id: 'folder-1', name: 'Handbook' }],
    }),
})
export type ConfigureBody = z.output<typeof configureBody>

export const configuredJson = z.object({
  success: z.boolean().describe('Always true; a failure returns an error.'),
  message: z.string().describe('The result in a sentence.'),
  webhooksRegistered: z.int().optional().describe('Webhooks that the provider has of us.'),
})

const jsonSchema = z.record(z.string(), z.unknown())

export const providersJson = z.object({
  providers: z
    .array(
      z.object({
        provider: z.string().describe('Name in addresses.'),
        title: z.string().describe('Name for people.'),
        summary: z.string().describe('What it imports.'),
        credentials: z.enum(['none', 'secret', 'oauth']).describe('What it needs to be authorized.'),
        isReady: z.boolean().describe('False for `oauth` until the settings name your own application.'),
        everyMinutes: z.int().describe('Minutes between runs, unless the connection says otherwise.'),
        hasResources: z.boolean().describe('Whether there is a list of resources to choose from.'),
        withoutChoice: z
          .enum(withoutChoices)
          .nullable()
          .describe(
            'What is read while nothing is chosen: `everything`, the `usual` resources, or `nothing` but what the settings name; null without such a list.',
          ),
        settingsSchema: jsonSchema.describe('JSON schema of `settings`, for a form.'),
        credentialsSchema: jsonSchema
          .nullable()
          .describe('JSON schema of `credentials`; null if there are none to enter.'),
        callbackUrl: z
          .string()
          .nullable()
          .describe('For `oauth`: the redirect URL to register at the provider; otherwise null.'),
        settingPrefix: z
          .string()
          .nullable()
          .describe(
            'For `oauth`: the beginning of the names of the settings that hold your application, such as `googleDrive` of `googleDriveClientId`; otherwise null.',
          ),
      }),
    )
    .describe('Connectors of this server, by name.'),
})

export const connectionDocumentsJson = z.array(
  z.object({
    id: idJson.describe('Id of the document.'),
    title: z.string().nullable().describe('Its title.'),
    summary: z.string().nullable().describe('Its summary.'),
    type: z.string().describe('Its type.'),
    status: z.enum(documentStatuses).describe('Status of its processing.'),
    createdAt: timestampJson.describe('When it was added.'),
    updatedAt: timestampJson.describe('When it changed last.'),
    connectionId: idJson.describe('The connection that imported it.'),
  }),
)

const answered = storableText.max(4_000).optional()

export const callbackQuery = z.looseObject({
  state: answered.meta({ description: 'The state of the authorization request.', example: 'abc' }),
  code: answered.meta({ description: 'The code that the provider issued.', example: 'xyz' }),
  error: answered.meta({ description: 'Why the provider issued none.', example: 'access_denied' }),
  iss: answered.meta({ description: 'The provider, by RFC 9207.', example: 'https://provider.example.org' }),
})

export const eventParams = z.object({
  id: z.string().min(1).max(64).meta({
    description:
      'The end of the `eventsUrl` of a connection: the ids of the organization and the connection.',
    example: '1CbejjjFvcQJCrNZgx1iMR1CbgdhVREVkT2TV2Z8FYBo',
  }),
})
