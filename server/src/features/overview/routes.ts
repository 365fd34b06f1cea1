import type { Cells } from '../../platform/db/cells.ts'
import { EventsReply } from '../../platform/routing/replies.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { overviewExample } from './examples.ts'
import { type ModelsApp, presentOverview } from './present.ts'
import { readOverview } from './read-overview.ts'
import { overviewJson } from './schema.ts'
import { watchOverview } from './watch-overview.ts'

const tag = 'Overview'

export function overviewRoutes(app: { cells: Cells } & ModelsApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/overview',
      access: 'organization',
      tag,
      summary: 'Get the overview',
      description:
        'Returns how many documents and memories the organization has, how many wait or failed, and the memories that were learned last.',
      example: overviewExample,
      operation: 'get',
      response: overviewJson,
      handle: async ({ principal }) =>
        presentOverview(await readOverview(app.cells, principal.organization), app),
    }),
    route({
      method: 'GET',
      path: '/v3/overview/events',
      access: 'organization',
      tag,
      summary: 'Watch the overview',
      description:
        'Streams server-sent events named `overview`: the overview at once, then whenever one of its counts changes. The stream ends after an hour at most, and when the key or session becomes invalid. Use it instead of polling.',
      example: overviewExample,
      operation: 'get',
      events: overviewJson,
      errors: ['stream.limited'],
      handle: async ({ principal, signal }) =>
        new EventsReply(watchOverview(app, principal.organization, signal)),
    }),
  ]
}
