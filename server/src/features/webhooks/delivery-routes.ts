import { type Route, route } from '../../platform/routing/route.ts'
import type { WebhooksApp } from './endpoint-copies.ts'
import { deliveriesExample, replayExample, testExample } from './examples.ts'
import { listDeliveries } from './list-deliveries.ts'
import { presentDeliveries, presentTest } from './present.ts'
import { replayDeliveries } from './replay-deliveries.ts'
import {
  deliveriesJson,
  deliveriesQuery,
  endpointParams,
  replayBody,
  replayedJson,
  testSentJson,
} from './schema.ts'
import { sendTest } from './send-test.ts'

const tag = 'Webhooks'

type DeliveryRoutesApp = Pick<WebhooksApp, 'cells'> & { config: { WEBHOOK_LOG_DAYS: number } }

/** The log of an endpoint, and what is sent again. */
export function deliveryRoutes(app: DeliveryRoutesApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v3/webhooks/:id/test',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'Send a test event',
      description:
        'Queues an event of type `webhook.test` for this endpoint, whatever events it has chosen. `GET /v3/webhooks/{id}/deliveries` shows the answer.',
      example: testExample,
      status: 202,
      params: endpointParams,
      response: testSentJson,
      errors: ['webhook.not_found', 'webhook.disabled'],
      handle: async ({ principal, params }) =>
        presentTest(await sendTest(app, principal.organization, params.id)),
    }),
    route({
      method: 'GET',
      path: '/v3/webhooks/:id/deliveries',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'List deliveries of a webhook',
      description:
        'Returns events of the endpoint, the latest first, with the status and duration of each attempt. An event is tried ten times in about two days, with growing pauses. Ended deliveries are kept for `retentionDays`.',
      example: deliveriesExample,
      params: endpointParams,
      query: deliveriesQuery,
      response: deliveriesJson,
      errors: ['webhook.not_found'],
      handle: async ({ principal, params, query }) =>
        presentDeliveries(
          await listDeliveries(app, principal.organization, params.id, query),
          app.config.WEBHOOK_LOG_DAYS,
        ),
    }),
    route({
      method: 'POST',
      path: '/v3/webhooks/:id/replay',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'Send events again',
      description:
        'Sends events again under their old ids: one or some by `events`, or all that have failed with `failed: true`. Each gets ten attempts again. Events that are still pending are left alone.',
      example: replayExample,
      params: endpointParams,
      body: replayBody,
      response: replayedJson,
      errors: ['webhook.not_found', 'webhook.disabled'],
      audit: {
        action: 'webhook.replay',
        facts: ({ params }, answer) => ({
          target: (params as { id: string }).id,
          details: { replayed: (answer as { replayed: number }).replayed },
        }),
      },
      handle: ({ principal, params, body }) => replayDeliveries(app, principal.organization, params.id, body),
    }),
  ]
}
