import { createInterface } from 'node:readline/promises'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { Reverie } from '@reverie/sdk'
import { type ModelMessage, streamText } from 'ai'

/** A chat in the terminal that remembers you from one session to the next: `node chat.ts [your name]`. */
const env = process.env
const reverie = new Reverie({
  baseUrl: env.REVERIE_URL ?? 'http://127.0.0.1:8787',
  apiKey: env.REVERIE_KEY ?? '',
})
const provider = createOpenAICompatible({
  name: 'llm',
  baseURL: env.LLM_URL ?? 'http://127.0.0.1:11434/v1',
  apiKey: env.LLM_API_KEY ?? '',
})
const model = provider(env.LLM_MODEL ?? 'llama3.2')

const containerTag = `chat_${process.argv[2] ?? 'me'}`
const conversationId = `${containerTag}_${Date.now()}`
const messages: (ModelMessage & { content: string })[] = []

process.stdout.write('> ')
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() !== '') await answer(line)
  process.stdout.write('> ')
}

async function answer(question: string): Promise<void> {
  messages.push({ role: 'user', content: question })
  const { textStream } = streamText({
    model,
    instructions: await instructionsFor(question),
    messages,
    onError: ({ error }) => console.error(`The model did not answer: ${(error as Error).message}`),
  })
  let reply = ''
  for await (const text of textStream) {
    process.stdout.write(text)
    reply += text
  }
  process.stdout.write('\n')
  if (reply === '') return void messages.pop() // so the user can ask the question again
  messages.push({ role: 'assistant', content: reply })
  // Send the whole conversation each time. Reverie stores only the new messages and extracts memories in the background.
  await reverie.conversations.add({ conversationId, containerTag, messages })
}

/** The prompt for each answer: the user's profile, and the memories that match the question. */
async function instructionsFor(question: string): Promise<string> {
  const [{ profile }, { results }] = await Promise.all([
    reverie.profile({ containerTag }),
    reverie.searchMemories({ q: question, containerTag, limit: 5 }),
  ])
  const known = new Set([...profile.static, ...profile.dynamic, ...results.map(({ memory }) => memory)])
  return `You are a helpful assistant. You know about the user:\n${[...known].map(fact => `- ${fact}`).join('\n')}`
}
