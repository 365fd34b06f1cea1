import { AppError } from '../../platform/errors.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import {
  connectExample,
  connectionExample,
  deleteConnectionExample,
  listConnectionsExample,
} from './examples.ts'
import {
  connectionJson,
  connectionParams,
  connectionStartedJson,
  isProvider,
  listConnectionsBody,
  listConnectionsResponse,
  newConnectionParams,
  providerParams,
} from './schema.ts'

const tag = 'Connections'

/**
 * No provider can be connected yet. Lists of connections are empty, and requests to create one are refused with a stable
 * error code.
 */
export function connectionRoutes(): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v3/connections/list',
      access: 'organization',
      role: 'viewer',
      tag,
      summary: 'List connections',
      description:
        'Returns the connections as a bare array. This version has no connector, so it is always empty.',
      example: listConnectionsExample,
      operation: 'list',
      body: listConnectionsBody,
      response: listConnectionsResponse,
      handle: async () => [],
    }),
    route({
      method: 'POST',
      path: '/v3/connections/:id',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'Connect to a provider',
      description:
        'Starts the authorization of a connection. This version has no connector: the response is 400 with `connection.provider_not_configured`.',
      example: connectExample,
      params: newConnectionParams,
      response: connectionStartedJson,
      errors: ['connection.provider_not_configured'],
      handle: async ({ params }) => refuse(params.id),
    }),
    route({
      method: 'GET',
      path: '/v3/connections/:id',
      access: 'organization',
      tag,
      summary: 'Get a connection',
      description:
        'Returns one connection. This version has no connector: an id is 404 and a provider is 400.',
      example: connectionExample,
      operation: 'get',
      params: connectionParams,
      response: connectionJson,
      errors: ['connection.provider_not_configured', 'connection.not_found'],
      handle: async ({ params }) => refuse(params.id),
    }),
    route({
      method: 'DELETE',
      path: '/v3/connections/:id',
      access: 'organization',
      role: 'admin',
      audit: { action: 'connection.delete' },
      tag,
      summary: 'Delete a connection',
      description:
        'Deletes one connection by id, or all connections to a provider. This version has no connector: an id is 404 and a provider is 400.',
      example: deleteConnectionExample,
      operation: 'delete',
      params: connectionParams,
      response: connectionJson.pick({ id: true, provider: true }),
      errors: ['connection.provider_not_configured', 'connection.not_found'],
      handle: async ({ params }) => refuse(params.id),
    }),
    ...ofProvider(),
    ...ofConnection(),
  ]
}

function ofProvider(): Route[] {
  const needs = { method: 'POST', access: 'organization', tag, params: providerParams } as const
  const handle = async ({ params }: { params: { provider: string } }) => refuse(params.provider)
  return [
    route({
      ...needs,
      path: '/v3/connections/:provider/connection',
      role: 'viewer',
      summary: 'Get the connection to a provider',
      description:
        'Returns the connection of a container tag to a provider. This version has no connector: the response is 400.',
      example: connectionExample,
      operation: 'get',
      response: connectionJson,
      errors: ['connection.provider_not_configured', 'connection.not_found'],
      handle,
    }),
    route({
      ...needs,
      path: '/v3/connections/:provider/import',
      role: 'admin',
      summary: 'Import from a provider now',
      description: 'Starts an import in the background. This version has no connector: the response is 400.',
      status: 202,
      errors: ['connection.provider_not_configured', 'connection.not_found'],
      handle,
    }),
    route({
      ...needs,
      path: '/v3/connections/:provider/documents',
      role: 'viewer',
      summary: 'List the documents of a provider',
      description:
        'Lists the documents that came from a provider. This version has no connector: the response is 400.',
      operation: 'list',
      errors: ['connection.provider_not_configured', 'connection.not_found'],
      handle,
    }),
  ]
}

function ofConnection(): Route[] {
  const needs = {
    access: 'organization',
    tag,
    params: connectionParams,
    errors: ['connection.provider_not_configured', 'connection.not_found'],
  } as const
  const handle = async ({ params }: { params: { id: string } }) => refuse(params.id)
  return [
    route({
      ...needs,
      method: 'GET',
      path: '/v3/connections/:id/resources',
      summary: 'List importable resources',
      description:
        'Lists the folders or repositories that a connection could import. This version has no connector: an id is 404 and a provider is 400.',
      operation: 'list',
      handle,
    }),
    route({
      ...needs,
      method: 'POST',
      path: '/v3/connections/:id/configure',
      role: 'admin',
      summary: 'Choose resources to import',
      description:
        'Chooses the folders or repositories that a connection imports. This version has no connector: an id is 404 and a provider is 400.',
      operation: 'update',
      handle,
    }),
    route({
      ...needs,
      method: 'GET',
      path: '/v3/connections/:id/sync-runs',
      summary: 'List imports of a connection',
      description:
        'Lists the past imports of a connection with their errors. This version has no connector: an id is 404 and a provider is 400.',
      operation: 'list',
      handle,
    }),
  ]
}

function refuse(providerOrId: string): never {
  if (!isProvider(providerOrId)) throw new AppError('connection.not_found')
  throw new AppError('connection.provider_not_configured', {
    message: `This server has no connector for ${providerOrId}. Add its documents with POST /v3/documents instead`,
  })
}
