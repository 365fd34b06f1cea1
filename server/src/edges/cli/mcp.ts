import { createInterface } from 'node:readline'
import type { Config } from '../../platform/config.ts'
import { chooseServer, type RemoteOptions } from './remote.ts'

/** A JSON-RPC message. One without an id gets no answer. */
type Message = { id?: string | number | null; method?: string; params?: Record<string, unknown> }

/** The code of errors that are no part of the protocol. */
const serverError = -32_000
const parseError = -32_700
const invalidRequest = -32_600

/** Longer than any tool takes. */
const lastAnswersMs = 30_000

/**
 * Speaks MCP on standard input and output, for clients that start a program instead of calling an address. It passes each
 * message to the server's `/mcp`, so tools, access, limits and the request log are the same.
 */
export async function mcpCommand(config: Config, options: RemoteOptions): Promise<void> {
  const { url, key } = await chooseServer(config, options)
  const address = `${url.replace(/\/+$/, '')}/mcp${options.tag ? `/${encodeURIComponent(options.tag)}` : ''}`
  const bridge = new Bridge(address, key)
  for await (const line of createInterface({ input: process.stdin })) bridge.receive(line)
  await bridge.finish()
}

class Bridge {
  readonly #address: string
  readonly #key: string
  readonly #waiting = new Map<Message['id'], AbortController>()
  readonly #sending = new Set<Promise<void>>()

  constructor(address: string, key: string) {
    this.#address = address
    this.#key = key
  }

  receive(line: string): void {
    if (line.trim() === '') return
    const sending = this.#handle(line).finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
  }

  /** Input has ended, as after `echo '{…}' | reverie mcp`. Messages that were read still get their answers. */
  async finish(): Promise<void> {
    const timer = setTimeout(() => {
      for (const aborter of this.#waiting.values()) aborter.abort()
    }, lastAnswersMs)
    await Promise.allSettled(this.#sending)
    clearTimeout(timer)
  }

  async #handle(line: string): Promise<void> {
    const message = readMessage(line)
    if (message === undefined) return reply(null, { code: parseError, message: 'The line is not valid JSON' })
    if (message === null) return reply(null, { code: invalidRequest, message: 'A line is one JSON object' })
    if (message.method === 'notifications/cancelled')
      return this.#waiting.get(message.params?.requestId as Message['id'])?.abort()
    const aborter = new AbortController()
    if (message.id !== undefined) this.#waiting.set(message.id, aborter)
    try {
      await this.#send(message, line, aborter.signal)
    } catch (error) {
      if (aborter.signal.aborted || message.id === undefined) return
      const reason = `No server answers at ${this.#address} (${(error as Error).message}). Start one with "reverie start"`
      reply(message.id, { code: serverError, message: reason })
    } finally {
      this.#waiting.delete(message.id)
    }
  }

  async #send(message: Message, body: string, signal: AbortSignal): Promise<void> {
    const response = await fetch(this.#address, {
      ...{ method: 'POST', body, signal },
      headers: {
        ...{ authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
        accept: 'application/json, text/event-stream',
        ...protocolHeaders(message),
      },
    })
    const text = await response.text()
    if (message.id === undefined || text === '') return
    const answer = readAnswer(text)
    if (answer && 'jsonrpc' in answer) return void process.stdout.write(`${JSON.stringify(answer)}\n`)
    const { error = `The server answered ${response.status}`, code } = answer ?? {}
    reply(message.id, {
      code: serverError,
      message: String(error),
      ...(code !== undefined && { data: { code } }),
    })
  }
}

function reply(id: Message['id'], error: { code: number; message: string; data?: object }): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error })}\n`)
}

/** Undefined for a line that is no JSON; null for JSON that is no message, such as a batch. */
function readMessage(line: string): Message | null | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && !Array.isArray(value) ? (value as Message | null) : null
  } catch {
    return undefined
  }
}

function readAnswer(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The revision 2026-07-28 repeats parts of a message in headers, which standard input does not have. */
function protocolHeaders({ method, params }: Message): Record<string, string> {
  const meta = params?._meta as Record<string, unknown> | undefined
  const version = meta?.['io.modelcontextprotocol/protocolVersion']
  if (typeof version !== 'string' || method === undefined) return {}
  const name = method === 'resources/read' ? params?.uri : params?.name
  return {
    ...{ 'mcp-protocol-version': version, 'mcp-method': method },
    ...(typeof name === 'string' && { 'mcp-name': headerValue(name) }),
  }
}

/** Headers hold ASCII only, so other values are sent in base64, as the protocol says. */
function headerValue(value: string): string {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !value.startsWith('=?')
  return isPlain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`
}
