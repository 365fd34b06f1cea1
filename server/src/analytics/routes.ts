import type { Config } from '../config.ts'
import { type Route, route } from '../http/route.ts'
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
      summary: 'Requests by type, by hour and by key',
      query: analyticsQuery,
      response: usageResponse,
      errors: [403],
      handle: async ({ principal, query }) =>
        presentUsage(await readUsage(app.cells, principal.organization, query), query),
    }),
    route({
      method: 'GET',
      path: '/v3/analytics/errors',
      access: 'organization',
      tag,
      summary: 'Errors by type and status, by hour and by key',
      query: analyticsQuery,
      response: errorsResponse,
      errors: [403],
      handle: async ({ principal, query }) =>
        presentErrors(await readErrors(app.cells, principal.organization, query), query),
    }),
    route({
      method: 'GET',
      path: '/v3/analytics/chat',
      access: 'organization',
      tag,
      summary: 'Tokens saved, tokens by day, latency and requests; its periods are fixed',
      response: chatResponse,
      errors: [403],
      handle: async ({ principal }) =>
        presentChat(
          await readChat(app.cells, principal.organization),
          app.config.TOKEN_PRICE_USD_PER_MILLION,
        ),
    }),
  ]
}
