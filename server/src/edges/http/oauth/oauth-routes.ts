import { z } from 'zod'
import type { KeyRing } from '../../../features/keys/key-ring.ts'
import {
  applicationTypeOf,
  type OAuthAnswer,
  type OAuthServer,
} from '../../../features/oauth/oauth-server.ts'
import { scopes } from '../../../features/oauth/scopes.ts'
import { endGrantOf, isRefreshAllowed, tidyClients } from '../../../features/oauth/token-grants.ts'
import { networkOf } from '../../../features/people/network-of.ts'
import type { RateLimit } from '../../../platform/access/principal.ts'
import { jsonType, TextReply } from '../../../platform/routing/replies.ts'
import { type Route, route } from '../../../platform/routing/route.ts'
import type { Call } from '../call.ts'

export type OAuthParts = {
  oauth: OAuthServer
  keys: KeyRing
  /** Throws if the subject has sent too many requests, to any process. */
  limit(subject: string, limit: RateLimit): Promise<unknown>
}

const minuteMs = 60_000
/** For each network. The last one is for all together: a flood from many networks must not fill the directory. */
const limits = {
  authorize: { max: 60, windowMs: minuteMs },
  token: { max: 60, windowMs: minuteMs },
  revoke: { max: 60, windowMs: minuteMs },
  register: { max: 20, windowMs: 10 * minuteMs },
  registerAll: { max: 1_000, windowMs: 60 * minuteMs },
}

const resourceMetadata = '/.well-known/oauth-protected-resource'
const serverMetadata = '/.well-known/oauth-authorization-server'

/** The `WWW-Authenticate` of a refusal at `/mcp`: where a client finds out how to sign in. */
export function challengeOf(oauth: OAuthServer | undefined): string {
  if (!oauth) return 'Bearer'
  return `Bearer resource_metadata="${oauth.publicUrl}${resourceMetadata}/mcp", scope="${scopes.read} ${scopes.write}"`
}

/** The authorization server of MCP clients. Its own metadata describes it, so it is no part of the API description. */
export function oauthRoutes(parts: OAuthParts): Route[] {
  const { oauth } = parts
  const common = { access: 'anonymous' as const, tag: 'OAuth', response: z.unknown() }
  const metadata = { ...common, method: 'GET' as const, summary: 'Describe how to sign in' }
  const form = { ...common, method: 'POST' as const, form: true as const }
  return [
    // At the root, and at the place that RFC 9728 and 8414 derive from the address of the resource.
    ...['', '/mcp'].flatMap(end => [
      route({
        ...metadata,
        path: `${resourceMetadata}${end}`,
        handle: async request => open(request as unknown as Call, describeResource(oauth)),
      }),
      route({
        ...metadata,
        path: `${serverMetadata}${end}`,
        handle: async request => open(request as unknown as Call, await describeServer(oauth)),
      }),
    ]),
    route({
      ...{ ...common, method: 'GET', path: '/oauth2/authorize', summary: 'Begin to sign in' },
      handle: request => authorize(parts, request as unknown as Call),
    }),
    route({
      ...{ ...form, path: '/oauth2/token', summary: 'Exchange a code or a refresh token' },
      handle: request => exchange(parts, request as unknown as Call),
    }),
    route({
      ...{ ...form, path: '/oauth2/revoke', summary: 'Revoke a token' },
      handle: request => revoke(parts, request as unknown as Call),
    }),
    route({
      ...{ ...common, method: 'POST', path: '/oauth2/register', summary: 'Register a client' },
      body: z.looseObject({}),
      handle: request => register(parts, request as unknown as Call),
    }),
  ]
}

/** Metadata is the same for everybody, so pages of any origin may read it. */
function open({ replyHeaders }: Call, document: object): TextReply {
  replyHeaders['access-control-allow-origin'] = '*'
  return new TextReply(jsonType, JSON.stringify(document))
}

const describeResource = ({ resource, publicUrl }: OAuthServer) => ({
  resource,
  authorization_servers: [publicUrl],
  bearer_methods_supported: ['header'],
  scopes_supported: [scopes.read, scopes.write],
  resource_name: 'Reverie',
})

/** Only what is served. The library also describes parts that we keep closed. */
const described = [
  ...['issuer', 'authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint'],
  ...['scopes_supported', 'response_types_supported', 'response_modes_supported', 'grant_types_supported'],
  ...['code_challenge_methods_supported', 'authorization_response_iss_parameter_supported'],
]
const authMethods = ['none', 'client_secret_basic', 'client_secret_post']

async function describeServer(oauth: OAuthServer): Promise<object> {
  const { text } = await oauth.handle({ method: 'GET', path: serverMetadata })
  const whole = Object.entries(JSON.parse(text) as object)
  const known = whole.filter(
    ([name]) => described.includes(name) && (oauth.mayRegister || name !== 'registration_endpoint'),
  )
  return {
    ...Object.fromEntries(known),
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
  }
}

async function authorize({ oauth, limit }: OAuthParts, call: Call): Promise<TextReply> {
  await limit(`oauth authorize ${networkOf(call.client.address)}`, limits.authorize)
  const query = new URLSearchParams(call.search)
  // Older clients do not say which resource they want, and there is only one.
  if (!query.has('resource')) query.set('resource', oauth.resource)
  const answer = await oauth.handle({
    ...{ method: 'GET', path: '/oauth2/authorize', query: query.toString() },
    headers: { accept: 'text/html', ...(call.cookies && { cookie: call.cookies }) },
  })
  const target = answer.headers.get('location')
  if (target !== null) answer.headers.set('location', toOurPage(target, oauth.publicUrl))
  return toReply(call, answer)
}

/**
 * The signed query travels as one parameter, which no router on its way takes apart. The library has no page of errors; ours
 * says what went wrong, and sends nobody to an address that is not registered.
 */
function toOurPage(target: string, publicUrl: string): string {
  const page = `${publicUrl}/auth/consent`
  if (target.startsWith(`${publicUrl}/error?`)) return target.replace(`${publicUrl}/error`, page)
  if (!target.startsWith(`${page}?`)) return target
  return `${page}?request=${Buffer.from(target.slice(page.length + 1)).toString('base64url')}`
}

async function exchange({ oauth, keys, limit }: OAuthParts, call: Call): Promise<TextReply> {
  await limit(`oauth token ${networkOf(call.client.address)}`, limits.token)
  const body = String(call.body ?? '')
  const given = new URLSearchParams(body)
  const refresh = given.get('grant_type') === 'refresh_token' ? given.get('refresh_token') : null
  if (refresh && !(await isRefreshAllowed({ oauth, keys }, refresh)))
    return new TextReply(jsonType, JSON.stringify(ended), invalidGrant)
  return toReply(
    call,
    await oauth.handle({ method: 'POST', path: '/oauth2/token', headers: formHeaders(call), body }),
  )
}

const invalidGrant = 400
const ended = { error: 'invalid_grant', error_description: 'The access was revoked or has ended' }

/** A client that gives up its refresh token has no use for the grant. */
async function revoke({ oauth, keys, limit }: OAuthParts, call: Call): Promise<TextReply> {
  await limit(`oauth revoke ${networkOf(call.client.address)}`, limits.revoke)
  const body = String(call.body ?? '')
  const end = await endGrantOf({ oauth, keys }, new URLSearchParams(body).get('token') ?? '')
  const answer = await oauth.handle({
    method: 'POST',
    path: '/oauth2/revoke',
    headers: formHeaders(call),
    body,
  })
  if (answer.status === 200) await end()
  return toReply(call, answer)
}

async function register({ oauth, limit }: OAuthParts, call: Call): Promise<TextReply> {
  await limit(`oauth register ${networkOf(call.client.address)}`, limits.register)
  await limit('oauth register', limits.registerAll)
  await tidyClients(oauth)
  const given = call.body as { redirect_uris?: unknown; application_type?: unknown }
  const uris = Array.isArray(given.redirect_uris) ? given.redirect_uris : []
  const body = JSON.stringify({ application_type: applicationTypeOf(uris), ...given })
  const headers = { 'content-type': 'application/json' }
  return toReply(call, await oauth.handle({ method: 'POST', path: '/oauth2/register', headers, body }))
}

/** Clients with a secret send it as Basic. No cookie is passed on: these requests come from programs. */
function formHeaders({ headers }: Call): Record<string, string> {
  const { authorization } = headers
  return {
    'content-type': 'application/x-www-form-urlencoded',
    ...(authorization && { authorization }),
  }
}

const passedOn = ['location', 'www-authenticate', 'cache-control', 'pragma']

function toReply({ replyHeaders }: Call, { status, headers, text }: OAuthAnswer): TextReply {
  for (const name of passedOn) {
    const value = headers.get(name)
    if (value !== null) replyHeaders[name] = value
  }
  return new TextReply(jsonType, text, status)
}
