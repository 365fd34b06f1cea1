import { TextReply } from '../../platform/routing/replies.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { type CallbackOutcome, finishAuthorization } from './oauth/finish-authorization.ts'
import { receiveEvent } from './receive-event.ts'
import { callbackQuery, eventParams, providerParams } from './schema.ts'

const tag = 'Connections'

/** A push of GitHub with a hundred commits has about 200 KB. */
const mostEventBytes = 1_000_000

/** What providers call: the end of an authorization, and events. They have no key. */
export function eventRoutes(app: ConnectionsApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/connections/auth/callback/:provider',
      access: 'anonymous',
      tag,
      summary: 'Create the authorization of a connection',
      description:
        'The provider sends the browser here: register it as the redirect URL of your application. It stores the authorization, starts the first import and opens `redirectUrl`, or the console, with `connection` and, after a failure, `error` in the query.',
      params: providerParams,
      query: callbackQuery,
      status: 303,
      headers: {
        location: '`redirectUrl`, or a page of the console.',
        'cache-control': 'Always `no-store`.',
      },
      errors: ['connection.state_invalid', 'connection.provider_not_configured'],
      async handle({ params, query, origin, replyHeaders }) {
        const outcome = await finishAuthorization(app, params.provider, query)
        replyHeaders.location = targetOf(origin, outcome)
        replyHeaders['cache-control'] = 'no-store'
        replyHeaders['referrer-policy'] = 'no-referrer'
      },
    }),
    route({
      method: 'POST',
      path: '/v3/connections/webhook/:id',
      access: 'anonymous',
      tag,
      summary: 'Accept an event of a provider',
      description:
        'Providers send events here: to the `eventsUrl` of a connection, which Reverie or a person has registered there. The signature is verified; then the items that the event names are imported.',
      params: eventParams,
      raw: true,
      bodyLimit: mostEventBytes,
      errors: [
        'connection.not_found',
        'connection.event_refused',
        'connection.provider_not_configured',
        'connection.provider_unavailable',
      ],
      async handle({ params, incoming, replyHeaders }) {
        const response = await receiveEvent(app, params.id, incoming!)
        if (!response) return
        const { 'content-type': contentType = 'text/plain; charset=utf-8', ...headers } =
          response.headers ?? {}
        Object.assign(replyHeaders, headers)
        return new TextReply(contentType, response.body ?? '', response.status)
      },
    }),
  ]
}

function targetOf(origin: string, { connection, returnTo, error }: CallbackOutcome): string {
  const target = new URL(returnTo ?? `${origin}/connections`)
  target.searchParams.set('connection', connection)
  if (error !== undefined) target.searchParams.set('error', error)
  return target.href
}
