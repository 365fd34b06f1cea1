import { Reverie } from '@reverie/sdk'
import { generateText, isStepCount, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { memoryMiddleware } from './middleware.ts'
import { memoryTools } from './tools.ts'

/** Middleware and tools of the AI SDK, with a scripted model in place of yours: `node example.ts`. */
const reverie = new Reverie({ baseUrl: process.env.REVERIE_URL!, apiKey: process.env.REVERIE_KEY! })
const containerTag = 'ai_sdk_ada'

const finishReason = (unified: 'stop' | 'tool-calls') => ({ unified, raw: undefined })
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** Says what it knows about the user: the lines that begin with `- ` in its system prompt. */
const scripted = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const system = prompt.map(({ role, content }) => (role === 'system' ? content : '')).join('\n')
    const known = system.split('\n').filter(line => line.startsWith('- '))
    const text = known.length > 0 ? `I remember: ${known.join(' ')}` : 'Nice to meet you.'
    return { content: [{ type: 'text', text }], finishReason: finishReason('stop'), usage, warnings: [] }
  },
})

async function chat(conversationId: string, prompt: string): Promise<string> {
  const model = wrapLanguageModel({
    model: scripted,
    middleware: memoryMiddleware({ reverie, containerTag, conversationId, onError: console.error }),
  })
  return (await generateText({ model, prompt })).text
}

console.log('Monday:', await chat('ai-sdk-monday', 'I am vegan and I live in Lisbon.'))
for await (const { dreamingStatus } of reverie.documents.watch('ai-sdk-monday', { containerTag }))
  if (dreamingStatus === 'done') break
console.log('Tuesday:', (await chat('ai-sdk-tuesday', 'What could I cook tonight?')).includes('vegan'))

/** Calls a tool first, then answers with its result. */
const agent = new MockLanguageModelV4({
  doGenerate: [
    {
      content: [
        {
          type: 'tool-call',
          toolCallId: '1',
          toolName: 'searchMemory',
          input: '{"query":"Where do I live?"}',
        },
      ],
      finishReason: finishReason('tool-calls'),
      usage,
      warnings: [],
    },
    {
      content: [{ type: 'text', text: 'Done.' }],
      finishReason: finishReason('stop'),
      usage,
      warnings: [],
    },
  ],
})
const { steps } = await generateText({
  model: agent,
  tools: memoryTools({ reverie, containerTag }),
  prompt: 'Where do I live?',
  stopWhen: isStepCount(2),
})
console.log('Tool found Lisbon:', JSON.stringify(steps[0]?.toolResults).includes('Lisbon'))
