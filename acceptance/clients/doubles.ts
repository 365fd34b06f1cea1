import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type {
  LanguageModelV2,
  LanguageModelV2CallOptions,
  LanguageModelV2Content,
  LanguageModelV2StreamPart,
} from '@ai-sdk/provider'

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }

export type ScriptedModel = LanguageModelV2 & { asked: LanguageModelV2CallOptions[] }

/** A fake language model that returns the given replies in order, one per call, and records what it was asked. */
export function scriptedModel(...replies: LanguageModelV2Content[][]): ScriptedModel {
  const asked: LanguageModelV2CallOptions[] = []
  const reply = (options: LanguageModelV2CallOptions) => {
    asked.push(options)
    return replies[asked.length - 1] ?? replies.at(-1)!
  }
  const reasonFor = (content: LanguageModelV2Content[]) =>
    content.some(({ type }) => type === 'tool-call') ? ('tool-calls' as const) : ('stop' as const)
  return {
    specificationVersion: 'v2',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    asked,
    async doGenerate(options) {
      const content = reply(options)
      return { content, finishReason: reasonFor(content), usage, warnings: [] }
    },
    async doStream(options) {
      const content = reply(options)
      const parts: LanguageModelV2StreamPart[] = [
        { type: 'stream-start', warnings: [] },
        ...content.flatMap((part, i): LanguageModelV2StreamPart[] =>
          part.type === 'text'
            ? [
                { type: 'text-start', id: `${i}` },
                { type: 'text-delta', id: `${i}`, delta: part.text },
                { type: 'text-end', id: `${i}` },
              ]
            : [],
        ),
        { type: 'finish', finishReason: reasonFor(content), usage },
      ]
      return { stream: ReadableStream.from(parts) as ReadableStream<LanguageModelV2StreamPart> }
    },
  }
}

export type OpenAiDouble = {
  url: string
  /** The request bodies it received. */
  asked: { path: string; body: Record<string, unknown> }[]
  close(): Promise<void>
}

const completion = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'scripted',
  choices: [
    { index: 0, finish_reason: 'stop', logprobs: null, message: { role: 'assistant', content: 'Noted.' } },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
}

const response = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'scripted',
  status: 'completed',
  output: [
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Noted.', annotations: [] }],
    },
  ],
}

/** Implements the part of the OpenAI protocol that these tests need. */
export async function startOpenAiDouble(): Promise<OpenAiDouble> {
  const asked: OpenAiDouble['asked'] = []
  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const path = request.url ?? ''
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8'))
    asked.push({ path, body })
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify(path.endsWith('/responses') ? response : completion))
  }
  const server = createServer((request, reply) => {
    answer(request, reply).catch(() => reply.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}
