import { success } from '../../platform/routing/replies.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { createEndpoint } from './create-endpoint.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import type { WebhooksApp } from './endpoint-copies.ts'
import {
  createEndpointExample,
  deleteEndpointExample,
  endpointExample,
  listEndpointsExample,
  rotateExample,
  updateEndpointExample,
} from './examples.ts'
import { getEndpoint, listEndpoints } from './list-endpoints.ts'
import { presentCreated, presentEndpoint, presentEndpoints, presentRotated } from './present.ts'
import { rotateSecret } from './rotate-secret.ts'
import {
  createdEndpointJson,
  createEndpointBody,
  endpointDeletedJson,
  endpointJson,
  endpointParams,
  endpointsJson,
  rotateBody,
  rotatedJson,
  updateEndpointBody,
} from './schema.ts'
import { updateEndpoint } from './update-endpoint.ts'

const tag = 'Webhooks'

export type WebhookRoutesApp = WebhooksApp & { config: { WEBHOOK_LOG_DAYS: number } }

export function webhookRoutes(app: WebhookRoutesApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/webhooks',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'List webhooks',
      description: 'Returns the endpoints of the organization, oldest first, and how each fares.',
      example: listEndpointsExample,
      response: endpointsJson,
      handle: async ({ principal }) => presentEndpoints(await listEndpoints(app, principal.organization)),
    }),
    route({
      method: 'POST',
      path: '/v3/webhooks',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'Create a webhook',
      description:
        'Registers an address that receives events by POST, signed by the Standard Webhooks specification. The secret is shown only in this response. Events name documents and memories and never contain their text. Each is sent at least once: compare `webhook-id` to notice a repeat. An organization has at most 20 endpoints.',
      example: createEndpointExample,
      status: 201,
      body: createEndpointBody,
      response: createdEndpointJson,
      errors: ['webhook.too_many'],
      audit: {
        action: 'webhook.create',
        facts: (_, answer) => endpointFacts(answer as EndpointAnswer),
      },
      handle: async ({ principal, body }) =>
        presentCreated(await createEndpoint(app, principal.organization, body)),
    }),
    route({
      method: 'GET',
      path: '/v3/webhooks/:id',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'Get a webhook',
      description: 'Returns one endpoint, and how it fares.',
      example: endpointExample,
      params: endpointParams,
      response: endpointJson,
      errors: ['webhook.not_found'],
      handle: async ({ principal, params }) =>
        presentEndpoint(await getEndpoint(app, principal.organization, params.id)),
    }),
    route({
      method: 'PATCH',
      path: '/v3/webhooks/:id',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'Update a webhook',
      description:
        'Changes the fields that are sent. Switching an endpoint off ends its pending events as `failed`; after it is on again, replay them. While it is off, nothing is noted for it.',
      example: updateEndpointExample,
      params: endpointParams,
      body: updateEndpointBody,
      response: endpointJson,
      errors: ['webhook.not_found'],
      audit: {
        action: 'webhook.change',
        facts: (_, answer) => endpointFacts(answer as EndpointAnswer),
      },
      handle: async ({ principal, params, body }) =>
        presentEndpoint(await updateEndpoint(app, principal.organization, params.id, body)),
    }),
    route({
      method: 'DELETE',
      path: '/v3/webhooks/:id',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'Delete a webhook',
      description: 'Removes the endpoint. Its pending events are dropped.',
      example: deleteEndpointExample,
      params: endpointParams,
      response: endpointDeletedJson,
      errors: ['webhook.not_found'],
      audit: { action: 'webhook.delete' },
      async handle({ principal, params }) {
        await deleteEndpoint(app, principal.organization, params.id)
        return success
      },
    }),
    route({
      method: 'POST',
      path: '/v3/webhooks/:id/rotate-secret',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'Rotate the secret of a webhook',
      description:
        'Makes a new signing secret and returns it once. For `overlapHours`, messages carry two signatures, by the new and by the old secret, so that a receiver can change over without losing a message.',
      example: rotateExample,
      params: endpointParams,
      body: rotateBody,
      response: rotatedJson,
      errors: ['webhook.not_found'],
      audit: { action: 'webhook.rotate_secret' },
      handle: async ({ principal, params, body }) =>
        presentRotated(await rotateSecret(app, principal.organization, params.id, body.overlapHours)),
    }),
    ...deliveryRoutes(app),
  ]
}

type EndpointAnswer = { id: string; url: string; events: string[]; enabled: boolean }

/** Of the address only its origin: the path may hold a secret of the receiver. */
const endpointFacts = ({ id, url, events, enabled }: EndpointAnswer) => ({
  target: id,
  details: { origin: URL.parse(url)?.origin, events, enabled },
})
