import type { Principal } from '../../platform/access/principal.ts'
import { AppError } from '../../platform/errors.ts'
import { type AcceptedDocument, addDocument, type DocumentsApp } from './add-document.ts'
import {
  type AddConversationBody,
  continueConversation,
  renderMessages,
  toConversation,
} from './conversation.ts'

/** Stores a conversation as one document whose customId is the conversation's id. Later messages continue it. */
export async function addConversation(
  app: DocumentsApp,
  principal: Principal,
  { conversationId, messages, ...rest }: AddConversationBody,
): Promise<AcceptedDocument> {
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
