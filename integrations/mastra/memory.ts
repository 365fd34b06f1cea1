import type { ConversationMessage, Reverie } from '@reverie/sdk'

export type ReverieMemoryOptions = {
  reverie: Reverie
  /** Whose memories the agent sees, for example one tag per end user. */
  containerTag: string
  /** Stores the conversation under this id and extracts memories from it. Without it, memories are only read. */
  conversationId?: string
  /** Called when Reverie does not answer. The agent then runs without memories. Default: does nothing. */
  onError?: (error: unknown) => void
}

/** The part of Mastra's messages that is read here. Its own types would make `@mastra/core`, 76 MB, a dependency. */
type MastraMessage = { role: string; content: { parts: { type: string; text?: string }[]; content?: string } }
type MessageList = { addSystem(text: string, tag?: string): unknown }
type Arguments = { messages: MastraMessage[]; messageList: unknown; result?: { text: string } }

const tag = 'reverie'
const heading = 'You remember about the user (use it when it helps, and do not mention this list):'

/**
 * A processor for both lists of a Mastra agent: `new Agent({ inputProcessors: [memory], outputProcessors: [memory] })`. On
 * input it tells the model what is known about the user; on output it stores the conversation. A failure of Reverie never
 * fails the agent.
 */
export function reverieMemory(options: ReverieMemoryOptions) {
  const { onError = () => undefined } = options
  return {
    id: 'reverie-memory' as const,
    name: 'Reverie memory',
    async processInput<List, Given extends Arguments & { messageList: List }>({
      messages,
      messageList,
    }: Given) {
      const known = await recall(options, messages).catch(error => void onError(error))
      if (known) (messageList as MessageList).addSystem(`${heading}\n${known}`, tag)
      return messageList
    },
    async processOutputResult<List, Given extends Arguments & { messageList: List }>(given: Given) {
      await remember(options, given).catch(error => void onError(error))
      return given.messageList
    },
  }
}

/** The user's profile and the memories that match the last question, one per line. */
async function recall(
  { reverie, containerTag }: ReverieMemoryOptions,
  messages: MastraMessage[],
): Promise<string> {
  const question = messages.findLast(({ role }) => role === 'user')
  const q = question && textOf(question)
  const { profile, searchResults } = await reverie.profile({ containerTag, ...(q && { q }) })
  const found = searchResults?.results.map(hit => ('memory' in hit ? hit.memory : '')) ?? []
  const facts = new Set([...profile.static, ...profile.dynamic, ...found].filter(Boolean))
  return [...facts].map(fact => `- ${fact}`).join('\n')
}

/** Reverie stores only messages that it does not have yet, so what an agent's own memory has loaded is not repeated. */
async function remember(
  { reverie, containerTag, conversationId }: ReverieMemoryOptions,
  { messages }: Arguments,
): Promise<void> {
  if (conversationId === undefined) return
  const said: ConversationMessage[] = messages.flatMap(message => {
    const { role } = message
    const content = textOf(message)
    return (role === 'user' || role === 'assistant') && content !== '' ? [{ role, content }] : []
  })
  if (said.length > 0) await reverie.conversations.add({ conversationId, containerTag, messages: said })
}

function textOf({ content: { parts, content } }: MastraMessage): string {
  const texts = parts.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).filter(Boolean)
  return texts.length > 0 ? texts.join('\n').trim() : (content ?? '')
}
