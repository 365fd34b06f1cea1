import { type Route, route } from '../../platform/routing/route.ts'
import { authorizeConnection } from './authorize-connection.ts'
import { configureConnection } from './configure-connection.ts'
import type { ConnectionsApp } from './connections-app.ts'
import {
  authorizeExample,
  configureExample,
  failuresExample,
  resourcesExample,
  retryFailuresExample,
  runsExample,
  testExample,
} from './examples.ts'
import { getFailures, retryFailures } from './failures.ts'
import { refuseProvider } from './get-connection.ts'
import { getRuns } from './get-runs.ts'
import { listResources } from './list-resources.ts'
import {
  presentConfigured,
  presentFailures,
  presentResources,
  presentRetried,
  presentRun,
  presentStarted,
  presentTested,
} from './present.ts'
import {
  checkedJson,
  failuresJson,
  failuresQuery,
  retriedJson,
  retryFailuresBody,
  runsJson,
  runsQuery,
} from './run-schema.ts'
import {
  authorizeBody,
  configureBody,
  configuredJson,
  connectionParams,
  connectionStartedJson,
  idParams,
  resourcesJson,
  resourcesQuery,
} from './schema.ts'
import { testConnection } from './test-connection.ts'

const needs = { access: 'organization', tag: 'Connections', params: connectionParams } as const
const errors = ['connection.provider_not_configured', 'connection.not_found'] as const
const ofSource = [
  'connection.check_failed',
  'connection.not_authorized',
  'connection.provider_unavailable',
] as const

/** What a connection imports, and what came of it. */
export function runRoutes(app: ConnectionsApp): Route[] {
  return [
    route({
      ...needs,
      method: 'GET',
      path: '/v3/connections/:id/sync-runs',
      summary: 'List imports of a connection',
      description: 'Lists the runs of a connection, the latest first, with their counts and errors.',
      example: runsExample,
      operation: 'list',
      query: runsQuery,
      response: runsJson,
      errors,
      async handle({ principal: { organization }, params, query }) {
        await refuseProvider(app, params.id)
        return (await getRuns(app, organization, params.id, query)).map(presentRun)
      },
    }),
    ...ofResources(app),
    ...ofFailures(app),
    ...ofAuthorization(app),
  ]
}

function ofResources(app: ConnectionsApp): Route[] {
  return [
    route({
      ...needs,
      method: 'GET',
      path: '/v3/connections/:id/resources',
      summary: 'List importable resources',
      description:
        'Lists the folders, repositories or mailboxes that a connection could import, a page at a time. A provider without such a list returns 501.',
      example: resourcesExample,
      operation: 'list',
      query: resourcesQuery,
      response: resourcesJson,
      errors: [...errors, 'connection.not_supported', ...ofSource],
      async handle({ principal, params, query }) {
        await refuseProvider(app, params.id)
        return presentResources(await listResources(app, principal.organization, params.id, query))
      },
    }),
    route({
      ...needs,
      method: 'POST',
      path: '/v3/connections/:id/configure',
      role: 'admin',
      summary: 'Choose resources to import',
      description:
        'Chooses what a connection imports, and starts an import. Documents of resources that are no longer chosen are deleted.',
      example: configureExample,
      operation: 'update',
      body: configureBody,
      response: configuredJson,
      errors,
      audit: { action: 'connection.change' },
      async handle({ principal, params, body }) {
        await refuseProvider(app, params.id)
        const { subscription } = await configureConnection(app, principal.organization, params.id, body)
        return presentConfigured(subscription === null ? undefined : 1)
      },
    }),
  ]
}

function ofFailures(app: ConnectionsApp): Route[] {
  return [
    route({
      ...{ ...needs, params: idParams },
      method: 'GET',
      path: '/v3/connections/:id/failures',
      summary: 'List items that could not be imported',
      description:
        'Lists the items of a source that could not be read, by their ids, with the reason of each.',
      example: failuresExample,
      operation: 'list',
      query: failuresQuery,
      response: failuresJson,
      errors: ['connection.not_found'],
      handle: async ({ principal, params, query }) =>
        presentFailures(await getFailures(app, principal.organization, params.id, query)),
    }),
    route({
      ...{ ...needs, params: idParams },
      method: 'POST',
      path: '/v3/connections/:id/failures/retry',
      role: 'admin',
      summary: 'Import failed items again',
      description:
        'Reads failed items again, one by one, in a run of their own: those that are named, or all.',
      example: retryFailuresExample,
      operation: 'update',
      body: retryFailuresBody,
      response: retriedJson,
      errors: ['connection.not_found'],
      handle: async ({ principal, params, body }) =>
        presentRetried(await retryFailures(app, principal.organization, params.id, body.externalIds)),
    }),
  ]
}

function ofAuthorization(app: ConnectionsApp): Route[] {
  return [
    route({
      ...{ ...needs, params: idParams },
      method: 'POST',
      path: '/v3/connections/:id/test',
      role: 'admin',
      summary: 'Get whether a source can be read',
      description:
        'Reaches the source once. The answer says whether it can be read, and why not. Nothing is imported.',
      example: testExample,
      response: checkedJson,
      errors: ['connection.not_found', 'connection.provider_not_configured'],
      handle: async ({ principal, params }) =>
        presentTested(await testConnection(app, principal.organization, params.id)),
    }),
    route({
      ...{ ...needs, params: idParams },
      method: 'POST',
      path: '/v3/connections/:id/authorize',
      role: 'admin',
      summary: 'Get a link to authorize a connection',
      description:
        'Returns a link where a person authorizes the connection again, after the authorization expired or the application in the settings changed. It works for an hour.',
      example: authorizeExample,
      body: authorizeBody,
      response: connectionStartedJson,
      errors: ['connection.not_found', 'connection.provider_not_configured', 'connection.not_supported'],
      audit: { action: 'connection.authorize' },
      handle: async ({ principal, params, body, origin }) =>
        presentStarted(
          await authorizeConnection(app, principal.organization, params.id, { ...body, origin }),
        ),
    }),
  ]
}
