import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Message = { role: string; content: string }

export type LlmDouble = { url: string; close(): void }

/**
 * A stand-in for an OpenAI-compatible provider. It streams back the facts in its system prompt (the lines that begin with
 * `- `), so a test sees whether the memories have reached the model.
 */
export async function startLlmDouble(): Promise<LlmDouble> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => server.close(),
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { messages } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as {
    messages: Message[]
  }
  const facts = messages[0]!.content.split('\n').filter(line => /^- \S/.test(line))
  const reply = facts.length === 0 ? ['Nice to meet you.'] : ['I remember: ', facts.join(' ')]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const content of reply) response.write(eventOf({ delta: { role: 'assistant', content } }))
  response.write(eventOf({ delta: {}, finish_reason: 'stop' }))
  response.end('data: [DONE]\n\n')
}

const eventOf = (choice: object): string =>
  `data: ${JSON.stringify({ id: 'double', object: 'chat.completion.chunk', created: 0, model: 'double', choices: [{ index: 0, ...choice }] })}\n\n`
