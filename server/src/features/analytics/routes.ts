import type { Config } from '../../platform/config.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { chatExample, errorsExample, usageExample } from './examples.ts'
import type { AnalyticsCells } from './name-keys.ts'
import { presentChat, presentErrors, presentUsage } from './present.ts'
import { readChat } from './read-chat.ts'
import { readErrors } from './read-errors.ts'
import { readUsage } from './read-usage.ts'
import { analyticsQuery, chatResponse, errorsResponse, usageResponse } from './schema.ts'

const tag = 'Analytics'

export type AnalyticsApp = { cells: AnalyticsCells; config: Pick<Config, 'TOKEN_PRICE_USD_PER_MILLION'> }

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
        'Returns tokens saved over fixed periods, tokens by weekday, latency and requests of this month. It has no parameters.',
      example: chatExample,
      response: chatResponse,
      handle: async ({ principal }) =>
        presentChat(
          await readChat(app.cells, principal.organization),
          app.config.TOKEN_PRICE_USD_PER_MILLION,
        ),
    }),
  ]
}
