import type { Chat, ChatMessage } from './read-chat.ts'

/** Instructions of the application. They are never removed. */
const instructing = new Set(['system', 'developer'])

/**
 * Chooses the oldest turns that a long history can do without, as indexes of messages. A turn is a message of the user with
 * everything up to the next one, so calls of tools keep their results. The last turn always stays, and so does every turn
 * that is not stored yet: memory could not give it back.
 *
 * Turns go in steps of half the budget. Between two steps the history begins with the same message, and the provider's
 * prompt cache stays warm; a cut that moves with every message would empty it each time.
 */
export function turnsToRemove(
  chat: Pick<Chat, 'messages' | 'asked'>,
  maxTokens: number,
  isStored: (message: ChatMessage) => boolean,
): Set<number> {
  const removed = new Set<number>()
  const excess = excessTokens(chat, maxTokens)
  if (excess <= 0) return removed
  const step = Math.max(1, Math.floor(maxTokens / 2))
  const target = Math.ceil(excess / step) * step
  let tokens = 0
  for (const turn of olderTurns(chat)) {
    if (tokens >= target || !turn.every(i => isExpendable(chat.messages[i]!, isStored))) break
    for (const i of turn) removed.add(i)
    tokens += turn.reduce((sum, i) => sum + chat.messages[i]!.tokens, 0)
  }
  return removed
}

/** Tokens of the history above its budget. A budget of 0 means that there is none. */
export function excessTokens({ messages }: Pick<Chat, 'messages'>, maxTokens: number): number {
  if (maxTokens === 0) return 0
  return messages.reduce((sum, { role, tokens }) => sum + (instructing.has(role) ? 0 : tokens), 0) - maxTokens
}

/** The turns before the last one, oldest first. */
function olderTurns({ messages, asked }: Pick<Chat, 'messages' | 'asked'>): number[][] {
  const turns: number[][] = []
  for (const [i, { role, isUser }] of messages.entries()) {
    if (i >= asked) break
    if (instructing.has(role)) continue
    if (isUser || turns.length === 0) turns.push([])
    turns.at(-1)!.push(i)
  }
  return turns
}

/** Results of tools are not stored, and leave with the answer that used them. */
function isExpendable(message: ChatMessage, isStored: (message: ChatMessage) => boolean): boolean {
  const isSpoken = message.isUser || message.role === 'assistant'
  return !isSpoken || message.text === '' || isStored(message)
}
