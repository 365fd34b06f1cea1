import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { estimateTokens } from '../src/platform/lib/tokens.ts'
import type { Tokens } from '../src/platform/providers/llm/llm.ts'
import type { Finish, LlmProtocol, ProtocolCall } from './llm-protocols.ts'

/** The way one call is answered. */
export type LlmReply =
  | { kind: 'text'; text: string; finish?: Finish }
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  /** No answer at all, a lost connection, or an answer that breaks off. */
  | { kind: 'silence' | 'reset' | 'truncated' }

export type LlmDouble = {
  url: string
  calls: ProtocolCall[]
  /** Answers the call with this number, from 1. */
  reply: (call: number) => LlmReply
  close(): Promise<void>
}

/** A double of a provider that speaks its protocol over HTTP. Four characters are a token. */
export async function startLlmDouble(protocol: LlmProtocol): Promise<LlmDouble> {
  const double: LlmDouble = { url: '', calls: [], reply: () => ({ kind: 'text', text: '{}' }), close }
  const server = createServer((request, response) => {
    answer(request, response, protocol, double).catch(() => response.destroy())
  })
  async function close(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`
  return double
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  protocol: LlmProtocol,
  double: LlmDouble,
): Promise<void> {
  // A list of models, for the provider that has one.
  if (request.method === 'GET') {
    response.end(JSON.stringify({ object: 'list', data: [{ id: protocol.model }] }))
    return
  }
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const headers = request.headers as Record<string, string | undefined>
  const body = JSON.parse(Buffer.concat(parts).toString())
  const call = protocol.readCall({ path: request.url!, headers, body })
  double.calls.push(call)
  send(response, double.reply(double.calls.length), { protocol, call })
}

type Answered = { protocol: LlmProtocol; call: ProtocolCall }

function send(response: ServerResponse, reply: LlmReply, { protocol, call }: Answered): void {
  switch (reply.kind) {
    case 'silence':
      return
    case 'reset':
      response.destroy()
      return
    case 'truncated':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000_000 })
      response.write('{"id":', () => response.destroy())
      return
    case 'status':
      response.writeHead(reply.status, reply.headers).end(reply.body)
      return
    case 'text': {
      const { text, finish = 'complete' } = reply
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(protocol.writeAnswer(text, finish, costOf(call, text))))
    }
  }
}

/** The cost that the double reports for a call and its answer. */
export const costOf = ({ system, turns }: ProtocolCall, text: string): Tokens => ({
  inputTokens: estimateTokens(system + turns.map(turn => turn.text).join('')),
  outputTokens: estimateTokens(text),
})
