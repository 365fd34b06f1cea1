import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../src/platform/config.ts'
import { estimateTokens } from '../src/platform/lib/tokens.ts'

/** A fault of the server on one call. */
export type LlmMisbehaviour =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'silence' | 'reset' | 'truncated' | 'filtered' | 'cut-off' }
  /** Answers with this text instead. */
  | { kind: 'says'; text: string }

type Message = { role: string; content: string }

export type LlmCall = {
  path: string
  authorization: string | undefined
  model: string
  messages: Message[]
  /** The first message, and the last. */
  system: string
  prompt: string
  format: 'json_schema' | 'json_object' | undefined
  schema: unknown
}

export type LlmServerOptions = {
  port?: number
  /** Makes the answer as an object, from the prompt of the call. */
  answer: (call: LlmCall) => unknown
  /** Called for each call, and may take time; undefined answers normally. */
  behave?: (call: LlmCall) => LlmMisbehaviour | undefined | Promise<LlmMisbehaviour | undefined>
}

export type ScriptedLlm = {
  url: string
  /** Settings with which a server under test uses it. */
  config: Pick<Config, 'LLM' | 'LLM_URL' | 'LLM_MODEL' | 'LLM_API_KEY'>
  calls: LlmCall[]
  /** Set it to change the answers. */
  answer: LlmServerOptions['answer']
  /** Set it to let calls fail; undefined answers normally. */
  behave: LlmServerOptions['behave'] | undefined
  /** Set it to let the list of models fail; undefined lists the one model. */
  list: LlmMisbehaviour | undefined
  close(): Promise<void>
}

/**
 * A double of an OpenAI-compatible `/chat/completions`, scripted by the test. Four characters are a token, so the cost
 * of a call depends on its text alone.
 */
export async function startScriptedLlm(options: LlmServerOptions): Promise<ScriptedLlm> {
  const server = createServer((request, response) => {
    answer(request, response, llm).catch(() => response.destroy())
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const llm: ScriptedLlm = {
    url,
    config: { LLM: 'openai-compatible', LLM_URL: url, LLM_MODEL: 'double', LLM_API_KEY: 'secret' },
    calls: [],
    answer: options.answer,
    behave: options.behave,
    list: undefined,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return llm
}

async function answer(request: IncomingMessage, response: ServerResponse, llm: ScriptedLlm): Promise<void> {
  if (request.method === 'GET') return list(response, llm)
  const call = await readCall(request)
  llm.calls.push(call)
  const misbehaviour = await llm.behave?.(call)
  if (misbehaviour) misbehave(response, misbehaviour, call, llm)
  else send(response, call, JSON.stringify(llm.answer(call)))
}

/** Lists its models, or misbehaves as set. */
function list(response: ServerResponse, { list, config }: ScriptedLlm): void {
  if (list?.kind === 'silence') return
  if (list?.kind === 'status') response.writeHead(list.status, list.headers).end(list.body)
  else response.end(JSON.stringify({ object: 'list', data: [{ id: config.LLM_MODEL }] }))
}

async function readCall(request: IncomingMessage): Promise<LlmCall> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const { model, messages, response_format } = JSON.parse(Buffer.concat(parts).toString())
  return {
    path: request.url!,
    authorization: request.headers.authorization,
    model,
    messages,
    system: messages[0].content,
    prompt: messages.at(-1).content,
    format: response_format?.type,
    schema: response_format?.json_schema?.schema,
  }
}

function misbehave(response: ServerResponse, how: LlmMisbehaviour, call: LlmCall, llm: ScriptedLlm): void {
  switch (how.kind) {
    case 'status':
      response.writeHead(how.status, how.headers).end(how.body)
      return
    case 'silence':
      return
    case 'reset':
      response.destroy()
      return
    case 'truncated':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000_000 })
      response.write('{"choices":[{"message":', () => response.destroy())
      return
    case 'filtered':
      send(response, call, '', 'content_filter')
      return
    case 'cut-off':
      send(response, call, half(JSON.stringify(llm.answer(call))), 'length')
      return
    case 'says':
      send(response, call, how.text)
  }
}

export const half = (text: string): string => text.slice(0, Math.ceil(text.length / 2))

function send(response: ServerResponse, call: LlmCall, content: string, finish = 'stop'): void {
  const prompt = estimateTokens(call.messages.map(message => message.content).join(''))
  const completion = estimateTokens(content)
  const body = {
    id: 'scripted',
    object: 'chat.completion',
    created: 0,
    model: call.model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The passages of a prompt, as the model sees them. */
export function passagesIn(prompt: string): { number: number; text: string }[] {
  const sections = prompt.matchAll(
    /<passage number="(\d+)"[^>]*>\n(?:<before>[^<]*<\/before>\n)?([^<]*)\n<\/passage>/g,
  )
  return Array.from(sections, ([, number, text]) => ({ number: Number(number), text: text! }))
}

export type ShownMemory = { handle: string; saidOn: string; subject: string; attribute: string; text: string }

/** The known memories of a prompt, as the model sees them. */
export function knownIn(prompt: string): ShownMemory[] {
  const [, lines = ''] = /<known>\n([^<]*)\n<\/known>/.exec(prompt) ?? []
  const memories = lines.matchAll(/^(m\d+) \[([\d-]+), ([^,\]]+)(?:, ([^\]]+))?\] (.*)$/gm)
  return Array.from(memories, ([, handle, saidOn, subject, attribute = '', text]) => ({
    ...{ handle: handle!, saidOn: saidOn!, subject: subject!, attribute, text: text! },
  }))
}

/** The prompt without what is known: the same whenever it is asked. */
export const withoutKnown = (prompt: string): string => prompt.replace(/<known>[^<]*<\/known>\n/, '')

/** Reads as `readByScript`, and declares what each fact does to the known memory of the same attribute. */
export function declareByScript(call: LlmCall): { facts: Record<string, unknown>[] } {
  const known = knownIn(call.prompt)
  const facts = readByScript(call).facts.map(fact => {
    const same = known.find(({ text }) => text === fact.statement)
    if (same) return { ...fact, relation: 'repeats', of: [same.handle] }
    const other = known.find(
      ({ subject, attribute }) => subject === fact.subject && attribute === fact.attribute,
    )
    return other ? { ...fact, relation: 'updates', of: [other.handle] } : fact
  })
  return { facts }
}

/** Extracts facts like a model that knows two kinds of sentence. */
export function readByScript({ prompt }: LlmCall): { facts: Record<string, unknown>[] } {
  const facts = passagesIn(prompt).flatMap(({ number, text }) =>
    Array.from(text.matchAll(/I live in (\w+)|[Mm]y (\w+) is called (\w+)/g), ([quote, city, pet, name]) => ({
      passage: number,
      quote,
      statement: city ? `The user lives in ${city}.` : `The user's ${pet} is called ${name}.`,
      kind: 'attribute',
      subject: 'user',
      attribute: city ? 'residence' : `${pet} name`,
      value: city ?? name,
      isStatic: true,
      dates: [],
      confidence: 0.9,
    })),
  )
  return { facts }
}
