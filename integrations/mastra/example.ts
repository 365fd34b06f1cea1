import { Reverie } from '@reverie/sdk'
import { reverieMemory } from './memory.ts'

/**
 * Memory of a Mastra agent, with a scripted model in place of yours. It needs `@mastra/core`, which this repository does
 * not install: `npm install --no-save @mastra/core@1.71.0 && node example.ts`.
 */
const reverie = new Reverie({ baseUrl: process.env.REVERIE_URL!, apiKey: process.env.REVERIE_KEY! })
const containerTag = 'mastra_ada'
// By name, so that the types of this repository do not need the package.
const mastra: string = '@mastra/core/agent'
const { Agent } = await import(mastra)

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }

/** Says what it knows about the user: the lines that begin with `- ` in its system messages. */
function reply(prompt: { role: string; content: unknown }[]): string {
  const system = prompt.map(({ role, content }) => (role === 'system' ? `${content}` : '')).join('\n')
  const known = system.split('\n').filter(line => line.startsWith('- '))
  return known.length > 0 ? `I remember: ${known.join(' ')}` : 'Nice to meet you.'
}

const model = {
  specificationVersion: 'v2',
  provider: 'scripted',
  modelId: 'scripted',
  supportedUrls: {},
  doGenerate: async ({ prompt }: { prompt: never[] }) => ({
    content: [{ type: 'text', text: reply(prompt) }],
    finishReason: 'stop',
    usage,
    warnings: [],
  }),
  doStream: async ({ prompt }: { prompt: never[] }) => ({
    stream: ReadableStream.from([
      { type: 'stream-start', warnings: [] },
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: reply(prompt) },
      { type: 'text-end', id: '0' },
      { type: 'finish', finishReason: 'stop', usage },
    ]),
  }),
}

async function chat(conversationId: string, question: string): Promise<string> {
  const memory = reverieMemory({ reverie, containerTag, conversationId, onError: console.error })
  const agent = new Agent({
    id: 'assistant',
    name: 'Assistant',
    instructions: 'You are a helpful assistant.',
    model,
    inputProcessors: [memory],
    outputProcessors: [memory],
  })
  return (await agent.generate(question)).text
}

console.log('Monday:', await chat('mastra-monday', 'I am vegan and I live in Lisbon.'))
for await (const { dreamingStatus } of reverie.documents.watch('mastra-monday', { containerTag }))
  if (dreamingStatus === 'done') break
console.log('Tuesday:', /vegan/.test(await chat('mastra-tuesday', 'What could I cook tonight?')))
