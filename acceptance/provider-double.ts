import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the provider received it. */
export type ProviderCall = {
  path: string
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever a client may send
  body: any
  /** Tokens of the prompt, as this provider counts them. */
  promptTokens: number
  /** Resolves when the connection of the request has closed. */
  closed: Promise<void>
}

/** How the provider answers. `text` and `tool` follow its protocol, and stream if the request says so. */
export type ProviderAnswer =
  | { kind: 'text'; text: string; pieces?: number; beforeEach?: (piece: number) => Promise<unknown> }
  | { kind: 'tool'; name: string; input: object }
  | { kind: 'raw'; status?: number; headers?: Record<string, string | string[]>; body: string | Buffer }
  /** The stream breaks off after a few events. */
  | { kind: 'cut'; text: string }
  /** Never answers. */
  | { kind: 'silence' }
  /** Closes the connection without an answer. */
  | { kind: 'reset' }
  /** Writes by itself. */
  | { kind: 'own'; write(response: ServerResponse): void }

export type ProviderDouble = {
  /** The origin, without a path. */
  url: string
  calls: ProviderCall[]
  answer: (call: ProviderCall) => ProviderAnswer
  close(): Promise<void>
}

/**
 * A model provider for tests. It speaks the OpenAI interface at paths that end with `/chat/completions` and the Anthropic
 * interface at `/messages`: whole answers, streams, calls of tools, errors, and connections that break.
 */
export async function startProviderDouble(port = 0): Promise<ProviderDouble> {
  const double: ProviderDouble = {
    url: '',
    calls: [],
    answer: () => ({ kind: 'text', text: 'Hello from the model.' }),
    close,
  }
  const server = createServer((request, response) => {
    receive(request, response)
      .then(call => {
        double.calls.push(call)
        return send(response, double.answer(call), call)
      })
      .catch(() => response.destroy())
  })
  async function close(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return double
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<ProviderCall> {
  const closed = new Promise<void>(resolve => response.once('close', resolve))
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const bytes = Buffer.concat(parts)
  const body = parse(bytes)
  const { headers, url } = request
  return { path: url!, headers, bytes, body, promptTokens: countTokens(body), closed }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** Three characters are a token for this provider, in the system prompt and in the messages. Roles are free. */
export function countTokens(body: unknown): number {
  const { system, messages = [] } = (body ?? {}) as { system?: unknown; messages?: { content?: unknown }[] }
  const characters = [system, ...messages.map(({ content }) => content)]
    .map(lengthOf)
    .reduce((sum, length) => sum + length, 0)
  return Math.ceil(characters / 3)
}

function lengthOf(content: unknown): number {
  if (typeof content === 'string') return content.length
  if (!Array.isArray(content)) return 0
  return content.reduce((sum: number, part) => sum + lengthOf(part.text ?? part.content), 0)
}

async function send(response: ServerResponse, answer: ProviderAnswer, call: ProviderCall): Promise<void> {
  switch (answer.kind) {
    case 'silence':
      return
    case 'reset':
      response.destroy()
      return
    case 'own':
      answer.write(response)
      return
    case 'raw':
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
      response.end(answer.body)
      return
    case 'cut': {
      const [first, second] = eventsFor(call, { kind: 'text', text: answer.text, pieces: 4 })
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      response.write(`${first}${second}`, () => response.destroy())
      return
    }
    default:
      await sendAnswer(response, answer, call)
  }
}

type Content = Extract<ProviderAnswer, { kind: 'text' | 'tool' }>

/** Headers that real providers send, some of which a proxy must not pass on. */
const headers = {
  'x-request-id': 'req_double_1',
  'request-id': 'req_double_1',
  'openai-processing-ms': '12',
  'x-ratelimit-remaining-requests': '99',
  'set-cookie': '__cf_bm=abc; path=/; HttpOnly',
  'strict-transport-security': 'max-age=31536000',
}

async function sendAnswer(response: ServerResponse, answer: Content, call: ProviderCall): Promise<void> {
  if (!call.body?.stream) {
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(isAnthropic(call) ? messageFor(call, answer) : completionFor(call, answer)))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', ...headers })
  for (const [i, event] of eventsFor(call, answer).entries()) {
    if (answer.kind === 'text') await answer.beforeEach?.(i)
    if (response.destroyed) return
    if (!response.write(event)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  response.end()
}

const isAnthropic = ({ path }: ProviderCall) => path.split('?')[0]!.endsWith('/messages')

const eventsFor = (call: ProviderCall, answer: Content): string[] =>
  isAnthropic(call) ? anthropicEvents(call, answer) : openaiEvents(call, answer)

const created = 1_778_749_200

function completionFor(call: ProviderCall, answer: Content) {
  const message =
    answer.kind === 'text'
      ? { role: 'assistant', content: answer.text, refusal: null }
      : { role: 'assistant', content: null, tool_calls: [toolCall(answer)], refusal: null }
  return {
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created, model: call.body.model },
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(answer) }],
    usage: openaiUsage(call, answer),
  }
}

const finishReason = ({ kind }: Content) => (kind === 'text' ? 'stop' : 'tool_calls')

const toolCall = ({ name, input }: Extract<Content, { kind: 'tool' }>) => ({
  ...{ id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(input) } },
})

function openaiUsage({ promptTokens }: ProviderCall, answer: Content) {
  const completion = Math.ceil((answer.kind === 'text' ? answer.text.length : 30) / 3)
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completion,
    total_tokens: promptTokens + completion,
  }
}

function openaiEvents(call: ProviderCall, answer: Content): string[] {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created, model: call.body.model }
  const chunk = (delta: object, finish: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  })
  const said =
    answer.kind === 'text'
      ? piecesOf(answer).map(content => chunk({ content }))
      : [chunk({ tool_calls: [{ index: 0, ...toolCall(answer) }] })]
  const events: object[] = [
    chunk({ role: 'assistant', content: '' }),
    ...said,
    chunk({}, finishReason(answer)),
  ]
  if (call.body.stream_options?.include_usage)
    events.push({ ...head, choices: [], usage: openaiUsage(call, answer) })
  return [...events.map(event => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n']
}

function messageFor({ body, promptTokens }: ProviderCall, answer: Content) {
  const isText = answer.kind === 'text'
  return {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: body.model },
    content: isText
      ? [{ type: 'text', text: answer.text }]
      : [{ type: 'tool_use', id: 'toolu_1', name: answer.name, input: answer.input }],
    stop_reason: isText ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: anthropicUsage(promptTokens),
  }
}

/** A third of the prompt comes from the cache, which Anthropic counts apart. */
function anthropicUsage(promptTokens: number) {
  const cached = Math.floor(promptTokens / 3)
  return {
    input_tokens: promptTokens - cached,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: 0,
    output_tokens: 9,
  }
}

function anthropicEvents(call: ProviderCall, answer: Content): string[] {
  const { usage, ...message } = messageFor(call, answer)
  const isText = answer.kind === 'text'
  const delta = (part: object) => ({ type: 'content_block_delta', index: 0, delta: part })
  const events: ({ type: string } & Record<string, unknown>)[] = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage } },
    {
      type: 'content_block_start',
      index: 0,
      content_block: isText
        ? { type: 'text', text: '' }
        : { type: 'tool_use', id: 'toolu_1', name: answer.name, input: {} },
    },
    { type: 'ping' },
    ...(isText
      ? piecesOf(answer).map(text => delta({ type: 'text_delta', text }))
      : [delta({ type: 'input_json_delta', partial_json: JSON.stringify(answer.input) })]),
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: message.stop_reason, stop_sequence: null },
      usage: { output_tokens: 9 },
    },
    { type: 'message_stop' },
  ]
  return events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
}

function piecesOf({ text, pieces = 3 }: Extract<Content, { kind: 'text' }>): string[] {
  const size = Math.max(1, Math.ceil(text.length / pieces))
  return Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size))
}
