import type { Principal } from '../../platform/access/principal.ts'
import { AppError } from '../../platform/errors.ts'
import { type Accepted, type AddDocuments, addDocument } from './add-document.ts'
import {
  type AddConversationBody,
  continueConversation,
  renderMessages,
  toConversation,
} from './conversation.ts'

/** One document per conversation, known by the conversation's id; what is sent again continues it. */
export async function addConversation(
  app: AddDocuments,
  principal: Principal,
  { conversationId, messages, ...rest }: AddConversationBody,
): Promise<Accepted> {
  const blocks = renderMessages(messages)
  if (blocks.length === 0)
    throw new AppError('request.invalid', { message: 'messages: at least one message must contain text' })
  const { content, turns } = toConversation(blocks)
  return addDocument(
    app,
    principal,
    { ...rest, customId: conversationId, content },
    { source: 'conversation', turns, merge: stored => continueConversation(stored, blocks) },
  )
}
