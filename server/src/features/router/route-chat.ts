import { pipeline, Transform } from 'node:stream'
import type { Principal } from '../../platform/access/principal.ts'
import { reaches } from '../../platform/access/roles.ts'
import { ForwardedReply } from '../../platform/routing/replies.ts'
import type { RequestContext } from '../../platform/routing/route.ts'
import { inSpan } from '../../platform/telemetry/work.ts'
import type { DocumentsApp } from '../documents/add-document.ts'
import type { SearchApp } from '../search/search-chunks.ts'
import type { Background } from './background.ts'
import { chooseTarget, type Target } from './choose-target.ts'
import { type ChatTokens, countedBy } from './count-tokens.ts'
import type { Forwarder, ProviderRequest, ProviderResponse } from './forward.ts'
import { headersForClient, headersForProvider, withParent } from './pass-headers.ts'
import { type PreparedChat, prepareChat } from './prepare-chat.ts'
import { presentHeaders } from './present-headers.ts'
import { type Caller, conversationIdOf, readCaller } from './read-caller.ts'
import { type Chat, readChat } from './read-chat.ts'
import { type ReplyFacts, ReplyReader } from './read-reply.ts'
import { rememberExchange } from './remember-exchange.ts'
import type { RouterSettings } from './settings.ts'

/** The parts of the router that a process opens once. */
export type Router = Forwarder & { settings: RouterSettings; background: Background }

export type RouterApp = SearchApp & DocumentsApp & { router: Router }

type RouterRequest = Pick<RequestContext, 'principal' | 'usage' | 'timing' | 'signal' | 'incoming'>

/** A request that was understood: whose chat it is, and what goes to the provider. */
type RoutedChat = { caller: Caller; conversationId: string; chat: Chat | undefined; prepared: PreparedChat }

/** Statuses of a provider that mean an answer. */
const isAnswer = (status: number) => status >= 200 && status < 300

/** Forwards a chat with what memory knows, streams the answer, and remembers both. */
export async function routeChat(app: RouterApp, request: RouterRequest): Promise<ForwardedReply> {
  const { principal, signal, usage } = request
  const incoming = request.incoming!
  const target = chooseTarget(incoming.url, app.router.settings)
  const headers = headersForProvider(incoming.headers)
  const caller = readCaller(principal, incoming.headers, target.userId)
  const routed = await request.timing.measure('memory', () => readAndPrepare(app, request, caller))
  Object.assign(usage, asUsage(routed.prepared.tokens))
  const { body } = routed.prepared
  const response = await request.timing.measure('provider', () =>
    forwardTraced(app.router, { url: target.url, headers, body, signal }),
  )
  // What the provider refused, it did not read.
  if (!isAnswer(response.status)) Object.assign(usage, asUsage({ processed: 0, sent: 0 }))
  return new ForwardedReply({
    status: response.status,
    headers: { ...headersForClient(response.headers), ...presentHeaders(routed) },
    body: follow(app, request, { target, routed, response }),
  })
}

/** The span ends with the head of the response: how long a model goes on to write is the span of the request. */
function forwardTraced({ forward }: Router, request: ProviderRequest): Promise<ProviderResponse> {
  return inSpan('forward', { kind: 'client' }, async span => {
    const response = await forward({ ...request, headers: withParent(request.headers, span) })
    span?.set({ 'http.response.status_code': response.status })
    return response
  })
}

const asUsage = ({ processed, sent }: ChatTokens) => ({ tokensIn: processed, tokensOut: sent })

async function readAndPrepare(app: RouterApp, request: RouterRequest, caller: Caller): Promise<RoutedChat> {
  const { principal, signal } = request
  const incoming = request.incoming!
  const isPlain = incoming.headers['content-encoding'] === undefined
  const chat = isPlain ? await readChat(incoming.body) : undefined
  const conversationId = conversationIdOf(caller, chat)
  if (!chat) return { caller, conversationId, chat, prepared: unread(incoming.body) }
  const { settings } = app.router
  const prepared = await prepareChat(app, settings, chat, {
    ...{ principal, containerTag: caller.containerTag, conversationId, signal },
    isRemembered: mayRemember(principal),
    inPlace: incoming.inPlace,
    report: error => app.router.background.report(error, 'the router forwarded a chat without memory'),
  })
  return { caller, conversationId, chat, prepared }
}

/** The body is no chat that we understand. The provider gets it as it is, and says so itself. */
const unread = (body: Buffer): PreparedChat => ({
  ...{ body, notes: 0, tokens: { processed: 0, sent: 0 } },
  error: 'the body is not a chat',
})

/** Reading is enough to recall. To remember, a key must be allowed to write. */
const mayRemember = ({ grant }: Principal) => grant === undefined || reaches(grant.role, 'member')

type Exchanged = { target: Target; routed: RoutedChat; response: ProviderResponse }

/** An answer that is compressed although it should not be: what the user said is remembered without it. */
const unreadable = {
  push: () => undefined,
  end: (): ReplyFacts => ({ text: '', inputTokens: undefined, isFailed: false }),
}

function readerFor({ protocol }: Target, { status, headers }: ProviderResponse) {
  if (!isAnswer(status)) return undefined
  const encoding = String(headers['content-encoding'] ?? 'identity')
  if (encoding.toLowerCase() !== 'identity') return unreadable
  return new ReplyReader(protocol, String(headers['content-type'] ?? ''))
}

/** Passes the response on, chunk by chunk, and acts on it when it has ended well. */
function follow(app: RouterApp, request: RouterRequest, { target, routed, response }: Exchanged): Transform {
  const reader = readerFor(target, response)
  // Started here, so that it runs within the bounds of the request's key, and not of the stream that ends it.
  const ended = Promise.withResolvers<ReplyFacts>()
  void ended.promise.then(facts => remember(app, request, routed, facts), forgotten)
  const passing = new Transform({
    transform(chunk, _encoding, done) {
      reader?.push(chunk)
      done(null, chunk)
    },
    flush(done) {
      const facts = reader?.end()
      // At once: the request is counted when the response closes, which may be before any promise continues.
      if (facts) Object.assign(request.usage, asUsage(countedBy(facts.inputTokens, routed.prepared.tokens)))
      if (facts) ended.resolve(facts)
      done()
    },
  })
  return pipeline(response.body, passing, error => {
    if (error) ended.reject(error)
  })
}

function forgotten(): void {
  // The client left or the provider broke off. The next request has the whole history again.
}

function remember(app: RouterApp, request: RouterRequest, routed: RoutedChat, facts: ReplyFacts): void {
  const { principal } = request
  const { caller, conversationId, chat } = routed
  if (!chat || facts.isFailed || !mayRemember(principal)) return
  const exchange = { containerTag: caller.containerTag, conversationId, chat, answer: facts.text }
  app.router.background.start(() => rememberExchange(app, principal, exchange))
}
