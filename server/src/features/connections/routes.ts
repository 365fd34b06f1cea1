import { TextReply } from '../../platform/routing/replies.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { createConnection } from './create-connection.ts'
import { deleteConnections } from './delete-connection.ts'
import { eventRoutes } from './event-routes.ts'
import {
  connectExample,
  connectionDocumentsExample,
  connectionExample,
  connectionOfProviderExample,
  deleteConnectionExample,
  importExample,
  listConnectionsExample,
  providersExample,
  updateConnectionExample,
} from './examples.ts'
import { getConnection, refuseProvider, show, showConnection } from './get-connection.ts'
import { listConnectionDocuments } from './list-connection-documents.ts'
import { findConnections, getOfProvider } from './list-connections.ts'
import { listProviders } from './list-providers.ts'
import {
  presentConnection,
  presentDeleted,
  presentDocuments,
  presentProviders,
  presentStarted,
  presentStartedImports,
} from './present.ts'
import { runRoutes } from './run-routes.ts'
import {
  connectionDocumentsJson,
  connectionJson,
  connectionParams,
  connectionStartedJson,
  createConnectionBody,
  deleteConnectionQuery,
  idParams,
  importParams,
  listConnectionsBody,
  listConnectionsResponse,
  newConnectionParams,
  ofProviderBody,
  providerParams,
  providersJson,
  updateConnectionBody,
} from './schema.ts'
import { startImports } from './start-imports.ts'
import { updateConnection } from './update-connection.ts'

const tag = 'Connections'
const whole = { access: 'organization', tag } as const
const ofSource = [
  'connection.check_failed',
  'connection.not_authorized',
  'connection.provider_unavailable',
] as const

export function connectionRoutes(app: ConnectionsApp): Route[] {
  return [
    route({
      ...whole,
      method: 'GET',
      path: '/v3/connections/providers',
      summary: 'List connectors',
      description:
        'Returns the connectors of this server with the JSON schemas of their settings and credentials, from which a form can be made.',
      example: providersExample,
      operation: 'list',
      response: providersJson,
      handle: async ({ principal, origin }) =>
        presentProviders(await listProviders(app, principal.organization, origin)),
    }),
    route({
      ...whole,
      method: 'POST',
      path: '/v3/connections/list',
      role: 'viewer',
      summary: 'List connections',
      description: 'Returns the connections of the organization as a bare array, oldest first.',
      example: listConnectionsExample,
      operation: 'list',
      body: listConnectionsBody,
      response: listConnectionsResponse,
      handle: async ({ principal: { organization }, body, origin }) => {
        const rows = await findConnections(app, organization, body)
        return (await show(app, organization, rows)).map(each => presentConnection(each, origin))
      },
    }),
    creation(app),
    ...ofOne(app),
    deletion(app),
    ...ofProvider(app),
    ...runRoutes(app),
    ...eventRoutes(app),
  ]
}

function creation(app: ConnectionsApp): Route {
  return route({
    ...whole,
    method: 'POST',
    path: '/v3/connections/:id',
    role: 'admin',
    summary: 'Connect to a provider',
    description:
      'Creates a connection, whose documents are then kept in step with the source. A provider that needs an authorization returns `authLink`: open it in a browser within an hour. Any other source is tried once, and its first import starts at once. `GET /v3/connections/providers` says what each needs.',
    example: connectExample,
    params: newConnectionParams,
    body: createConnectionBody,
    response: connectionStartedJson,
    errors: ['connection.provider_not_configured', 'connection.too_many', ...ofSource],
    audit: {
      action: 'connection.create',
      facts: ({ params }, answer) => ({
        target: (answer as { id: string }).id,
        details: { provider: (params as { id: string }).id },
      }),
    },
    handle: async ({ principal, params, body, origin }) =>
      presentStarted(await createConnection(app, principal, params.id, body, origin)),
  })
}

function ofOne(app: ConnectionsApp): Route[] {
  return [
    route({
      ...whole,
      method: 'GET',
      path: '/v3/connections/:id',
      summary: 'Get a connection',
      description: 'Returns one connection with its state, its latest run and the time of the next.',
      example: connectionExample,
      operation: 'get',
      params: connectionParams,
      response: connectionJson,
      errors: ['connection.provider_not_configured', 'connection.not_found'],
      handle: async ({ principal: { organization }, params, origin }) => {
        await refuseProvider(app, params.id)
        const row = await getConnection(app, organization, params.id)
        return presentConnection(await showConnection(app, organization, row), origin)
      },
    }),
    route({
      ...whole,
      method: 'PATCH',
      path: '/v3/connections/:id',
      role: 'admin',
      summary: 'Update a connection',
      description:
        'Pauses or resumes a connection, or changes its schedule, limit, settings or credentials. New settings and credentials are tried at the source first.',
      example: updateConnectionExample,
      operation: 'update',
      params: idParams,
      body: updateConnectionBody,
      response: connectionJson,
      errors: ['connection.not_found', 'connection.provider_not_configured', ...ofSource],
      audit: {
        action: 'connection.change',
        facts: ({ params, body }) => ({
          target: (params as { id: string }).id,
          details: { changed: Object.keys(body as object) },
        }),
      },
      handle: async ({ principal: { organization }, params, body, origin }) => {
        const row = await updateConnection(app, organization, params.id, body)
        return presentConnection(await showConnection(app, organization, row), origin)
      },
    }),
  ]
}

function deletion(app: ConnectionsApp): Route {
  return route({
    ...whole,
    method: 'DELETE',
    path: '/v3/connections/:id',
    role: 'admin',
    audit: { action: 'connection.delete' },
    summary: 'Delete a connection',
    description:
      'Deletes one connection by its id, or all connections to a provider, of the container tags in the body if there are any. The authorization is revoked, and the documents are deleted in the background unless `deleteDocuments` is `false`.',
    example: deleteConnectionExample,
    operation: 'delete',
    params: connectionParams,
    query: deleteConnectionQuery,
    body: ofProviderBody,
    response: connectionJson.pick({ id: true, provider: true }),
    errors: ['connection.provider_not_configured', 'connection.not_found'],
    handle: async ({ principal, params, query, body }) =>
      presentDeleted(await deleteConnections(app, principal, params.id, { ...body, ...query })),
  })
}

function ofProvider(app: ConnectionsApp): Route[] {
  const errors = ['connection.provider_not_configured', 'connection.not_found'] as const
  return [
    route({
      ...{ ...whole, method: 'POST', params: providerParams, body: ofProviderBody },
      path: '/v3/connections/:provider/connection',
      role: 'viewer',
      summary: 'Get the connection to a provider',
      description:
        'Returns the oldest connection to a provider, of the container tags in the body if there are any.',
      example: connectionOfProviderExample,
      operation: 'get',
      response: connectionJson,
      errors,
      handle: async ({ principal, params, body, origin }) =>
        presentConnection(await getOfProvider(app, principal, params.provider, body), origin),
    }),
    route({
      ...{ ...whole, method: 'POST', params: importParams, body: ofProviderBody },
      path: '/v3/connections/:provider/import',
      role: 'admin',
      summary: 'Import from a provider now',
      description:
        'Starts an import in the background: of a connection by its id, or of all connections to a provider, of the container tags in the body if there are any.',
      example: importExample,
      status: 202,
      text: true,
      errors: [...errors, 'connection.not_authorized'],
      handle: async ({ principal, params, body }) =>
        new TextReply(
          'text/plain; charset=utf-8',
          presentStartedImports(await startImports(app, principal, params.provider, body)),
        ),
    }),
    route({
      ...{ ...whole, method: 'POST', params: providerParams, body: ofProviderBody },
      path: '/v3/connections/:provider/documents',
      role: 'viewer',
      summary: 'List the documents of a provider',
      description:
        'Lists the latest documents that came from a provider, at most 1,000, of the container tags in the body if there are any.',
      example: connectionDocumentsExample,
      operation: 'list',
      response: connectionDocumentsJson,
      errors,
      handle: async ({ principal, params, body }) =>
        presentDocuments(await listConnectionDocuments(app, principal, params.provider, body)),
    }),
  ]
}
