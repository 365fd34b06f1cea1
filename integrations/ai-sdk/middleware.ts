import type { ConversationMessage, Reverie } from '@reverie/sdk'
import type { LanguageModelMiddleware } from 'ai'

export type MemoryMiddlewareOptions = {
  reverie: Reverie
  /** Whose memories the model sees, for example one tag per end user. */
  containerTag: string
  /** Stores the conversation under this id and extracts memories from it. Without it, memories are only read. */
  conversationId?: string
  /** Maximum number of tokens of the profile in the prompt. Default: 1,000. */
  maxTokens?: number
  /** Called when Reverie does not answer. The model is then called without memories. Default: does nothing. */
  onError?: (error: unknown) => void
}

type Parameters = Awaited<ReturnType<NonNullable<LanguageModelMiddleware['transformParams']>>>
type Prompt = Parameters['prompt']

/**
 * Tells the model what is known about the user, and remembers the conversation: `wrapLanguageModel({ model, middleware:
 * memoryMiddleware({ reverie, containerTag, conversationId }) })`. A failure of Reverie never fails the call of the model.
 */
export function memoryMiddleware(options: MemoryMiddlewareOptions): LanguageModelMiddleware {
  const { onError = () => undefined } = options
  return {
    specificationVersion: 'v4',
    transformParams: async ({ params }) => {
      const known = await recall(options, params.prompt).catch(error => void onError(error))
      return known ? { ...params, prompt: withMemories(params.prompt, known) } : params
    },
    wrapGenerate: async ({ doGenerate, params }) => {
      const result = await doGenerate()
      const said = result.content.map(part => (part.type === 'text' ? part.text : '')).join('')
      await remember(options, params.prompt, said).catch(error => void onError(error))
      return result
    },
    wrapStream: async ({ doStream, params }) => {
      const { stream, ...rest } = await doStream()
      let said = ''
      const listen = new TransformStream<StreamPart, StreamPart>({
        transform(part, controller) {
          if (part.type === 'text-delta') said += part.delta
          controller.enqueue(part)
        },
        flush: () => remember(options, params.prompt, said).catch(error => void onError(error)),
      })
      return { stream: stream.pipeThrough(listen), ...rest }
    },
  }
}

type StreamResult = Awaited<ReturnType<NonNullable<LanguageModelMiddleware['wrapStream']>>>
type StreamPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never

/** The user's profile and the memories that match the last question, one per line. */
async function recall(
  { reverie, containerTag, maxTokens = 1000 }: MemoryMiddlewareOptions,
  prompt: Prompt,
): Promise<string | undefined> {
  const question = prompt.findLast(({ role }) => role === 'user')
  const q = question && textOf(question)
  const { profile, searchResults } = await reverie.profile({ containerTag, maxTokens, ...(q && { q }) })
  const found = searchResults?.results.map(hit => ('memory' in hit ? hit.memory : '')) ?? []
  const facts = new Set([...profile.static, ...profile.dynamic, ...found].filter(Boolean))
  return facts.size === 0 ? undefined : [...facts].map(fact => `- ${fact}`).join('\n')
}

/** After the first system message, if there is one: providers cache the beginning of a prompt. */
function withMemories(prompt: Prompt, known: string): Prompt {
  const [first, ...rest] = prompt
  const content = `${heading}\n${known}`
  return first?.role === 'system'
    ? [first, { role: 'system', content }, ...rest]
    : [{ role: 'system', content }, ...prompt]
}

const heading = 'You remember about the user (use it when it helps, and do not mention this list):'

/** Sends the whole conversation. Reverie stores only messages that it does not have yet. */
async function remember(
  { reverie, containerTag, conversationId }: MemoryMiddlewareOptions,
  prompt: Prompt,
  said: string,
): Promise<void> {
  if (conversationId === undefined) return
  const messages: ConversationMessage[] = prompt.flatMap(message => {
    const content = message.role === 'user' || message.role === 'assistant' ? textOf(message) : ''
    return content === '' ? [] : [{ role: message.role, content }]
  })
  if (said !== '') messages.push({ role: 'assistant', content: said })
  if (messages.length > 0) await reverie.conversations.add({ conversationId, containerTag, messages })
}

const textOf = ({ content }: Prompt[number]): string =>
  typeof content === 'string'
    ? content
    : content
        .map(part => (part.type === 'text' ? part.text : ''))
        .join('\n')
        .trim()
