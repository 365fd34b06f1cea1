import { type Route, route } from '../../../platform/routing/route.ts'
import type { AuditApp } from '../../audit/record-audit.ts'
import { startOidcExample } from '../examples.ts'
import type { PeopleApp } from '../join.ts'
import { presentOidcStart } from '../present.ts'
import { oidcCallbackQuery, startOidcBody, startOidcResponse } from './schema.ts'
import { finishOidc, startOidc } from './sign-in-by-oidc.ts'

const tag = 'Sessions'

/** How people sign in by an OpenID Connect provider. */
export function oidcRoutes(app: PeopleApp & AuditApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v3/auth/oidc/start',
      access: 'anonymous',
      sameOrigin: true,
      tag,
      summary: 'Get the address of the provider to sign in',
      description:
        'Returns the address of the OpenID Connect provider that `OIDC_ISSUER` names, and sets a cookie that ties its answer to this browser. For pages that this server serves. With `token`, the person accepts that invitation.',
      example: startOidcExample,
      body: startOidcBody,
      response: startOidcResponse,
      headers: { 'set-cookie': 'The state of the sign-in, encrypted, for ten minutes.' },
      errors: ['oidc.not_configured', 'oidc.unavailable', 'invitation.not_found', 'server.overloaded'],
      async handle({ body, replyHeaders }) {
        const { url, cookies } = await startOidc(app, body)
        replyHeaders['set-cookie'] = cookies
        return presentOidcStart(url)
      },
    }),
    route({
      method: 'GET',
      path: '/v3/auth/oidc/callback',
      access: 'anonymous',
      tag,
      summary: 'Create a session by the provider',
      description:
        'The provider sends the browser here: register it as the redirect URI, below `PUBLIC_URL`. It creates a session and opens the console. After a failure it opens the sign-in page with the error code behind the `#`.',
      query: oidcCallbackQuery,
      status: 303,
      headers: {
        location: 'A page of the console, below PUBLIC_URL.',
        'set-cookie': 'The session cookie, after a success.',
        'cache-control': 'Always `no-store`.',
      },
      errors: ['oidc.not_configured'],
      async handle({ query, client, cookies, requestId, replyHeaders }) {
        const redirect = await finishOidc(app, query, { client, cookies, requestId })
        replyHeaders.location = redirect.location
        replyHeaders['cache-control'] = 'no-store'
        if (redirect.cookies.length > 0) replyHeaders['set-cookie'] = redirect.cookies
      },
    }),
  ]
}
