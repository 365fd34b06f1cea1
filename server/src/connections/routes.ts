import { AppError } from '../errors.ts'
import { type Route, route } from '../http/route.ts'
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
 * No provider can be connected yet, so there is no connection: clients that look for some find none, and whoever wants
 * one is told so by a code that stays.
 */
export function connectionRoutes(): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v3/connections/list',
      access: 'organization',
      tag,
      summary: 'List connections',
      operation: 'list',
      body: listConnectionsBody,
      response: listConnectionsResponse,
      errors: [403],
      handle: async () => [],
    }),
    route({
      method: 'POST',
      path: '/v3/connections/:id',
      access: 'organization',
      tag,
      summary: 'Connect to a provider',
      params: newConnectionParams,
      response: connectionStartedJson,
      errors: [403],
      handle: async ({ params }) => refuse(params.id),
    }),
    route({
      method: 'GET',
      path: '/v3/connections/:id',
      access: 'organization',
      tag,
      summary: 'Get a connection',
      operation: 'get',
      params: connectionParams,
      response: connectionJson,
      errors: [403, 404],
      handle: async ({ params }) => refuse(params.id),
    }),
    route({
      method: 'DELETE',
      path: '/v3/connections/:id',
      access: 'organization',
      tag,
      summary: 'Delete a connection, or those to a provider',
      operation: 'delete',
      params: connectionParams,
      response: connectionJson.pick({ id: true, provider: true }),
      errors: [403, 404],
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
      summary: 'Get the connection of a container tag to a provider',
      operation: 'get',
      response: connectionJson,
      errors: [403, 404],
      handle,
    }),
    route({
      ...needs,
      path: '/v3/connections/:provider/import',
      summary: 'Import from a provider now',
      status: 202,
      errors: [403, 404],
      handle,
    }),
    route({
      ...needs,
      path: '/v3/connections/:provider/documents',
      summary: 'List the documents of a connection',
      operation: 'list',
      errors: [403, 404],
      handle,
    }),
  ]
}

function ofConnection(): Route[] {
  const needs = { access: 'organization', tag, params: connectionParams, errors: [403, 404] } as const
  const handle = async ({ params }: { params: { id: string } }) => refuse(params.id)
  return [
    route({
      ...needs,
      method: 'GET',
      path: '/v3/connections/:id/resources',
      summary: 'List what a connection could import',
      operation: 'list',
      handle,
    }),
    route({
      ...needs,
      method: 'POST',
      path: '/v3/connections/:id/configure',
      summary: 'Choose what a connection imports',
      operation: 'update',
      handle,
    }),
    route({
      ...needs,
      method: 'GET',
      path: '/v3/connections/:id/sync-runs',
      summary: 'List the imports of a connection',
      operation: 'list',
      handle,
    }),
  ]
}

function refuse(providerOrId: string): never {
  if (!isProvider(providerOrId)) throw new AppError('connection.not_found')
  throw new AppError('connection.provider_not_configured', {
    message: `This server has no connector for ${providerOrId}. Add what is there with POST /v3/documents instead`,
  })
}
