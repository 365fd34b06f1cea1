import { z } from 'zod'
import { containerTagSchema } from '../../../features/containers/schema.ts'
import { checkTags } from '../../../platform/access/principal.ts'
import type { Config } from '../../../platform/config.ts'
import { AppError } from '../../../platform/errors.ts'
import { jsonType, TextReply } from '../../../platform/routing/replies.ts'
import { type Route, route } from '../../../platform/routing/route.ts'
import type { Message } from '../../mcp/build-server.ts'
import type { Call } from '../call.ts'
import type { Cors } from '../cors.ts'
import { challengeOf, type OAuthParts, oauthRoutes } from '../oauth/oauth-routes.ts'
import { checkSender } from './check-sender.ts'
import { type CallerParts, RouteCaller } from './route-caller.ts'

export type McpParts = CallerParts & {
  cors: Cors
  oauth?: OAuthParts | undefined
  config: Partial<Pick<Config, 'PUBLIC_URL' | 'MCP_CHATGPT_TOOLS'>>
}

const invalid = new AppError('request.invalid').status

/** JSON-RPC batches are gone from the protocol, and one of them would pass the rate limit as one request. */
const message = z.looseObject({ method: z.unknown(), params: z.unknown() }).partial()

/**
 * The MCP endpoint, and the same for one container. MCP describes its tools itself, so they are no part of the API
 * description. A process without routes has nothing to offer.
 */
export function mcpRoutes(parts: McpParts): Route[] {
  const { routes, oauth } = parts
  if (routes.length === 0) return []
  const common = {
    ...{ method: 'POST' as const, access: 'scoped' as const, role: 'viewer' as const },
    ...{ delegates: true as const, tag: 'MCP', body: message, response: z.unknown() },
  }
  return [
    route({
      ...common,
      ...{ takesTokens: true, challenge: challengeOf(oauth?.oauth) },
      path: '/mcp',
      summary: 'Answer an MCP message',
      handle: request => answer(parts, request as unknown as Call),
    }),
    route({
      ...common,
      path: '/mcp/:containerTag',
      summary: 'Answer an MCP message about one container',
      // Some clients add a slash to every address.
      params: z.object({ containerTag: containerTagSchema.or(z.literal('')) }),
      handle: request => answer(parts, request as unknown as Call, request.params.containerTag || undefined),
    }),
    ...(oauth ? oauthRoutes(oauth) : []),
  ]
}

async function answer(parts: McpParts, call: Call, onlyTag?: string): Promise<TextReply> {
  const { cors, config, logger } = parts
  const mayRead = (origin: string) => cors('POST', { origin }) !== undefined
  checkSender(call.headers, { publicUrl: config.PUBLIC_URL ?? '', mayRead })
  if (onlyTag !== undefined) checkTags(call.principal, [onlyTag])
  const principal = onlyTag === undefined ? call.principal : { ...call.principal, containerTag: onlyTag }
  const message = call.body as Message
  // Imported at the first message, because most servers start without an MCP client.
  const [{ serveMessage }, { calledTool }] = await Promise.all([
    import('../../mcp/serve-message.ts'),
    import('../../mcp/build-server.ts'),
  ])
  const called = calledTool(message)
  const path = call.route!
  call.route = `${path} ${called?.name ?? knownMethod(message)}`.trim()
  if (called) call.operation = called.operation
  const client = clientOf(message) ?? call.client.userAgent?.slice(0, 100)
  const response = await serveMessage(
    {
      message,
      isChatGpt: showsChatGptTools(config.MCP_CHATGPT_TOOLS ?? 'auto', [client, call.client.userAgent]),
      headers: protocolHeaders(call.headers),
      signal: call.signal,
      // The client gets the same text. Refused messages are no errors of ours.
      onError: error => logger.debug({ err: error, requestId: call.requestId }, 'MCP message refused'),
    },
    new RouteCaller(parts, call, { principal, client }),
  )
  const type = response.headers.get('content-type') ?? jsonType
  const text = await response.text()
  // Arguments that do not fit the schema of a tool are answered before the tool runs.
  if (text.includes('"isError":true')) call.outcome ??= invalid
  return new TextReply(type, text, response.status)
}

const methods = new Set([
  ...['initialize', 'server/discover', 'ping', 'notifications/initialized', 'notifications/cancelled'],
  ...['tools/list', 'tools/call', 'prompts/list', 'prompts/get', 'resources/list', 'resources/read'],
  ...['resources/templates/list', 'completion/complete', 'subscriptions/listen'],
])

/** Logs and metrics name only methods that exist: callers choose the text, and each would be a series of its own. */
function knownMethod({ method }: Message): string {
  return typeof method === 'string' && methods.has(method) ? method : ''
}

/** The name that a client gives itself: in each message of the revision 2026-07-28, before it only at the start. */
function clientOf({ params }: Message): string | undefined {
  const { _meta, clientInfo } = (params ?? {}) as { _meta?: Record<string, unknown>; clientInfo?: unknown }
  const info = (_meta?.['io.modelcontextprotocol/clientInfo'] ?? clientInfo) as { name?: unknown } | undefined
  return typeof info?.name === 'string' ? info.name.slice(0, 100) : undefined
}

function showsChatGptTools(setting: Config['MCP_CHATGPT_TOOLS'], names: (string | undefined)[]): boolean {
  if (setting !== 'auto') return setting === 'on'
  return names.some(name => /openai|chatgpt/i.test(name ?? ''))
}

function protocolHeaders(headers: Call['headers']): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'))
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]))
}
