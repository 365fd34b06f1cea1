import type { Config } from '../../platform/config.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import {
  chatExample,
  errorsExample,
  latencyExample,
  requestsExample,
  spendingExample,
  usageExample,
} from './examples.ts'
import { listRequests, readLatency } from './list-requests.ts'
import { presentChat, presentErrors, presentUsage } from './present.ts'
import { presentLatency, presentRequests, presentSpending } from './present-requests.ts'
import { readChat } from './read-chat.ts'
import { readErrors } from './read-errors.ts'
import { readSpending, type SpendingCells } from './read-spending.ts'
import { readUsage } from './read-usage.ts'
import { latencyQuery, latencyResponse, requestsQuery, requestsResponse } from './request-schema.ts'
import { analyticsQuery, chatResponse, errorsResponse, usageResponse } from './schema.ts'
import { spendingQuery, spendingResponse } from './spending-schema.ts'

const tag = 'Analytics'

export type AnalyticsApp = {
  cells: SpendingCells
  config: Pick<Config, 'TOKEN_PRICE_USD_PER_MILLION' | 'REQUEST_LOG_DAYS'>
}

export function analyticsRoutes(app: AnalyticsApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/analytics/usage',
      access: 'organization',
      tag,
      summary: 'Get usage figures',
      description:
        'Returns the number and mean duration of requests by type, by hour and by key, for the last 24 hours unless you send `period`, `from` or `to`. Only `byKey` is paginated.',
      example: usageExample,
      query: analyticsQuery,
      response: usageResponse,
      handle: async ({ principal, query }) =>
        presentUsage(await readUsage(app.cells, principal.organization, query), query),
    }),
    route({
      method: 'GET',
      path: '/v3/analytics/errors',
      access: 'organization',
      tag,
      summary: 'Get error figures',
      description:
        'Returns requests with a status of 400 or above by type and status, by hour and by key, for the last 24 hours unless you send `period`, `from` or `to`. Only `byKey` is paginated.',
      example: errorsExample,
      query: analyticsQuery,
      response: errorsResponse,
      handle: async ({ principal, query }) =>
        presentErrors(await readErrors(app.cells, principal.organization, query), query),
    }),
    route({
      method: 'GET',
      path: '/v3/analytics/chat',
      access: 'organization',
      tag,
      summary: 'Get token and latency figures',
      description:
        'Returns the tokens of chats that went through the memory router, over fixed periods: `tokensProcessed` is what clients sent, `tokensSent` what providers got and counted, and `totalTokensSaved` the difference, never below zero. `amountSaved` is its price by `TOKEN_PRICE_USD_PER_MILLION`. Also tokens by weekday, the latency of all other requests, and the requests of this month. It has no parameters.',
      example: chatExample,
      response: chatResponse,
      handle: async ({ principal }) =>
        presentChat(
          await readChat(app.cells, principal.organization),
          app.config.TOKEN_PRICE_USD_PER_MILLION,
        ),
    }),
    ...logRoutes(app),
  ]
}

/** The request log, and what is computed from it. */
function logRoutes(app: AnalyticsApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/analytics/requests',
      access: 'organization',
      role: 'admin',
      tag,
      summary: 'List requests',
      description:
        'Returns the requests of the organization, the latest first, by operation, status, key and time. Each has its time, key, route, status and duration; never its content, its address or a secret. Requests appear within seconds and are kept for `REQUEST_LOG_DAYS`. Of a flood, at most 100 requests a second are logged by each process, failures first.',
      example: requestsExample,
      query: requestsQuery,
      response: requestsResponse,
      handle: async ({ principal, query }) =>
        presentRequests(
          await listRequests(app.cells, principal.organization, query),
          app.config.REQUEST_LOG_DAYS,
        ),
    }),
    route({
      method: 'GET',
      path: '/v3/analytics/latency',
      access: 'organization',
      tag,
      summary: 'Get latency percentiles',
      description:
        'Returns percentiles of the durations of requests by operation, for the last 24 hours unless you send `from` or `to`. They are computed from the request log, of at most 100,000 requests.',
      example: latencyExample,
      query: latencyQuery,
      response: latencyResponse,
      handle: async ({ principal, query }) =>
        presentLatency(await readLatency(app.cells, principal.organization, query)),
    }),
    route({
      method: 'GET',
      path: '/v3/analytics/spending',
      access: 'organization',
      tag,
      summary: 'Get spending on language models',
      description:
        'Returns what the language models of the organization have cost by day and by model, for the last 30 days unless you send `days`. It is empty without a language model.',
      example: spendingExample,
      query: spendingQuery,
      response: spendingResponse,
      handle: async ({ principal, query }) =>
        presentSpending(await readSpending(app.cells, principal.organization, query.days)),
    }),
  ]
}
