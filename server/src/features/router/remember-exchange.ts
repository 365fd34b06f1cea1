import type { Principal } from '../../platform/access/principal.ts'
import { addConversation } from '../documents/add-conversation.ts'
import type { DocumentsApp } from '../documents/add-document.ts'
import type { Message } from '../documents/conversation.ts'
import type { Chat } from './read-chat.ts'

/** A chat and the answer that it got. */
export type Exchange = { containerTag: string; conversationId: string; chat: Chat; answer: string }

const mostMessages = 10_000

/**
 * Stores what the user and the assistant have said as one conversation: its row and the job that processes it commit
 * together. The conversation skips messages that it has, so a client may send its whole history each time, or a part.
 * Instructions, calls of tools and their results are left out: nobody has said them.
 */
export async function rememberExchange(
  app: DocumentsApp,
  principal: Principal,
  { containerTag, conversationId, chat, answer }: Exchange,
): Promise<void> {
  const messages = spoken(chat, answer, app.maxTextBytes / 2)
  if (messages.length > 0) await addConversation(app, principal, { conversationId, containerTag, messages })
}

/** The last messages that fit: a conversation continues from any part of its end. */
function spoken({ messages }: Chat, answer: string, maxBytes: number): Message[] {
  const said: Message[] = messages
    .filter(({ isUser, role, text }) => (isUser || role === 'assistant') && text !== '')
    .map(({ isUser, text }) => ({ role: isUser ? 'user' : 'assistant', content: text }))
  if (answer.trim() !== '') said.push({ role: 'assistant', content: answer })
  let bytes = 0
  const first = said.findLastIndex(({ content }) => {
    bytes += Buffer.byteLength(content as string)
    return bytes > maxBytes
  })
  return said.slice(Math.max(first + 1, said.length - mostMessages))
}
