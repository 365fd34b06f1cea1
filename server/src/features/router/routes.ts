import { type RequestContext, type Route, route } from '../../platform/routing/route.ts'
import { anthropicExample, openaiExample } from './examples.ts'
import { routerHeaders } from './present-headers.ts'
import { type RouterApp, routeChat } from './route-chat.ts'
import { chatBody, targetParams } from './schema.ts'

/** Anthropic's limit for a request, the largest of the known providers. */
const maxBodyBytes = 32 * 1024 * 1024

const requestHeaders = {
  'x-sm-user-id':
    'The user whose memory the request uses; the same as `containerTag` elsewhere. Required, unless `?userId=` names the user or the key is limited to one container tag.',
  'x-sm-conversation-id':
    'Your own id of the conversation, up to 255 letters, digits and `_ : - .`. Default: derived from the first message of the user.',
}

/** The second spelling is in an older page of the vendor's documentation. */
const keyHeaders = ['x-supermemory-api-key', 'x-supermemory--api-key']

const behaviour =
  'The provider gets the request with its own headers and key, and Reverie passes its response on byte for byte, streamed or not, whatever its status. Before that, Reverie recalls what it knows about the user and puts it in front of the last message of the user, as notes that are marked as data. A long history loses its oldest turns, as far as they are stored. Afterwards Reverie remembers the exchange in the background, if the key may write. When memory fails or takes longer than a second, the request goes to the provider unchanged, and `x-supermemory-error` says so. Your own key goes into `x-supermemory-api-key`; `Authorization` and `x-api-key` are for the key of the provider, which Reverie neither stores nor logs.'

export function routerRoutes(app: RouterApp): Route[] {
  const forwarding = {
    method: 'POST',
    access: 'scoped',
    role: 'viewer',
    keyHeaders,
    forwards: true,
    tag: 'Router',
    operation: 'router',
    requestHeaders,
    headers: routerHeaders,
    bodyLimit: maxBodyBytes,
    body: chatBody,
    errors: [
      'auth.container_mismatch',
      'router.provider_not_allowed',
      'router.provider_unavailable',
      'router.provider_timeout',
      'concurrency.limited',
    ],
    example: openaiExample,
    handle: (request: RequestContext) => routeChat(app, request),
  } as const
  return [
    route({
      ...forwarding,
      path: '/v1/chat/completions',
      summary: 'Forward a chat to an OpenAI-compatible provider',
      description: `Forwards to the provider in the server setting \`ROUTER_OPENAI_URL\`. ${behaviour}`,
    }),
    route({
      ...forwarding,
      path: '/v1/messages',
      summary: 'Forward a chat to Anthropic',
      example: anthropicExample,
      description: `Forwards to the provider in the server setting \`ROUTER_ANTHROPIC_URL\`. ${behaviour}`,
    }),
    ...['https', 'http'].map(scheme =>
      route({
        ...forwarding,
        path: `/v3/${scheme}://:host/*`,
        params: targetParams,
        summary: `Forward a chat to any allowed provider, by ${scheme}`,
        description: `The path holds the whole address of the provider: \`/v3/${scheme}://${scheme === 'https' ? 'api.groq.com/openai' : '10.2.0.7:11434'}/v1/chat/completions\`. Its origin must be in the server setting \`ROUTER_PROVIDERS\`. ${behaviour}`,
        errors: [...forwarding.errors, 'router.unsupported_path'] as const,
      }),
    ),
  ]
}
