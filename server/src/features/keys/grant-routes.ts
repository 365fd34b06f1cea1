import type { z } from 'zod'
import { type Route, route } from '../../platform/routing/route.ts'
import { grantedKeyExample, grantsExample, pluginsExample, revokedExample } from './examples.ts'
import { grantAccess, listGrants, revokeGrants } from './grant-access.ts'
import {
  grantedKeyResponse,
  grantParams,
  grantQuery,
  grantsResponse,
  pluginsResponse,
  revokedResponse,
} from './grant-schema.ts'
import { presentGrantedKey, presentGrants, presentPlugins, presentRevoked } from './present-grants.ts'
import type { KeysApp } from './routes.ts'

const tag = 'Apps'

/** How plugins get a key from the log-in page, and how people take it back. */
export function grantRoutes(app: KeysApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/auth/key',
      access: 'person',
      role: 'viewer',
      sameOrigin: true,
      tag,
      summary: 'Create a key for a plugin',
      description:
        'Makes a key for a plugin that waits at a loopback address, after the person who has signed in has agreed. The key is named after the plugin. It reads and writes documents and memories, or only reads them if the person is a viewer; it manages neither keys nor people. It stops working when the person leaves the organization. A person has at most ten keys for a plugin; the oldest is disabled. Only a page of this server may call this route.',
      example: grantedKeyExample,
      query: grantQuery,
      response: grantedKeyResponse,
      audit: {
        action: 'key.create',
        facts: ({ query }, answer) => grantFacts(query as never, answer as never),
      },
      handle: async ({ principal, query, origin }) =>
        presentGrantedKey(await grantAccess(app, principal, query), {
          callback: query.callback,
          apiUrl: origin,
        }),
    }),
    route({
      method: 'GET',
      path: '/v3/auth/plugins',
      access: 'organization',
      tag,
      summary: 'List plugins with access',
      description:
        'Returns the ids of the plugins that have a working key from the log-in page: those of the person who asks, or of everybody for admins and keys of the organization.',
      example: pluginsExample,
      response: pluginsResponse,
      handle: async ({ principal }) => presentPlugins(await listGrants(app, principal)),
    }),
    route({
      method: 'GET',
      path: '/v3/oauth/grants',
      access: 'organization',
      tag,
      summary: 'List the access of plugins',
      description:
        'Returns each working key that the log-in page has made, with its plugin and the person who gave it: those of the person who asks, or of everybody for admins and keys of the organization.',
      example: grantsExample,
      response: grantsResponse,
      handle: async ({ principal }) =>
        presentGrants(await listGrants(app, principal), principal.organization),
    }),
    route({
      method: 'DELETE',
      path: '/v3/oauth/grants/:id',
      access: 'organization',
      role: 'viewer',
      tag,
      summary: 'Disable the access of a plugin',
      description:
        'Disables one key that the log-in page has made, or all keys of a plugin. People and their plugins revoke the access that the person gave; admins and keys of the organization revoke any. Within seconds, requests with the key get 401.',
      example: revokedExample,
      params: grantParams,
      response: revokedResponse,
      errors: ['key.not_found'],
      audit: { action: 'key.disable' },
      handle: async ({ principal, params }) => presentRevoked(await revokeGrants(app, principal, params.id)),
    }),
  ]
}

const grantFacts = ({ client, containerTag }: z.output<typeof grantQuery>, { id }: { id: string }) => ({
  target: id,
  details: { client, ...(containerTag !== undefined && { containerTag }) },
})
