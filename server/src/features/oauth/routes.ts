import { success } from '../../platform/routing/replies.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { deleteClient, getClient, listMadeClients, makeClient, type OAuthApp } from './clients.ts'
import { decideConsent } from './decide-consent.ts'
import {
  clientExample,
  consentExample,
  deleteClientExample,
  listClientsExample,
  makeClientExample,
} from './examples.ts'
import { presentClient, presentClients, presentDecision, presentMade } from './present.ts'
import {
  clientJson,
  clientParams,
  consentBody,
  consentResponse,
  deletedClientResponse,
  listClientsResponse,
  madeClientResponse,
  makeClientBody,
} from './schema.ts'

const tag = 'Apps'

/** What the consent page and the page of apps need. The protocol itself is at `/oauth2/…`. */
export function oauthRoutes(app: OAuthApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/oauth/clients',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'List OAuth clients made by hand',
      description: 'Returns the clients that admins of the organization have made, without their secrets.',
      example: listClientsExample,
      response: listClientsResponse,
      handle: async ({ principal }) => presentClients(await listMadeClients(app, principal)),
    }),
    route({
      method: 'POST',
      path: '/v3/oauth/clients',
      access: 'person',
      role: 'admin',
      tag,
      summary: 'Create an OAuth client',
      description:
        'Makes an id and a secret to paste into a client that has fields for them, such as the connectors of claude.ai. Clients that register themselves need none.',
      example: makeClientExample,
      body: makeClientBody,
      response: madeClientResponse,
      errors: ['oauth.not_available'],
      audit: {
        action: 'key.create',
        facts: (_request, answer) => ({ target: (answer as { clientId: string }).clientId }),
      },
      handle: async ({ principal, body, cookies }) =>
        presentMade(await makeClient(app, principal, body, cookies ?? ''), body.name),
    }),
    route({
      method: 'GET',
      path: '/v3/oauth/clients/:id',
      access: 'person',
      role: 'viewer',
      tag,
      summary: 'Get an OAuth client',
      description: 'Returns what a client says about itself, for the page on which a person agrees to it.',
      example: clientExample,
      params: clientParams,
      response: clientJson,
      errors: ['oauth.client_not_found', 'oauth.not_available'],
      handle: async ({ params }) => presentClient(await getClient(app, params.id)),
    }),
    route({
      method: 'DELETE',
      path: '/v3/oauth/clients/:id',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'Delete an OAuth client made by hand',
      description:
        'Deletes the client with its tokens. All access that people gave to it ends within seconds.',
      example: deleteClientExample,
      params: clientParams,
      response: deletedClientResponse,
      errors: ['oauth.client_not_found'],
      audit: { action: 'key.disable' },
      async handle({ principal, params }) {
        await deleteClient(app, principal, params.id)
        return success
      },
    }),
    route({
      method: 'POST',
      path: '/v3/oauth/consent',
      access: 'person',
      role: 'viewer',
      tag,
      summary: 'Accept or refuse an OAuth client',
      description:
        'Records the decision of the person who has signed in about a client that has sent them to the consent page. Agreeing makes a grant, limited as the person says, and returns the address that takes the browser back to the client. `DELETE /v3/oauth/grants/{id}` revokes it: within two seconds, requests and refreshes with its tokens are refused.',
      example: consentExample,
      body: consentBody,
      response: consentResponse,
      errors: ['oauth.client_not_found', 'oauth.refused', 'oauth.not_available'],
      audit: {
        action: 'key.create',
        facts: ({ body }, answer) => consentFacts(body as never, answer as never),
      },
      handle: async ({ principal, body, cookies }) =>
        presentDecision(await decideConsent(app, principal, body, cookies ?? '')),
    }),
  ]
}

/** A refusal is not recorded: nothing was given. */
function consentFacts(
  { permission, containerTag }: { permission: string; containerTag?: string },
  { id }: { id: string | null },
) {
  return id === null
    ? undefined
    : { target: id, details: { permission, ...(containerTag && { containerTag }) } }
}
