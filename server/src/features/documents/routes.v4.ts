import { estimateTokens } from '../../platform/lib/tokens.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { addConversation } from './add-conversation.ts'
import type { DocumentsApp } from './add-document.ts'
import { addConversationBody, addConversationResponse, joinBlocks, renderMessages } from './conversation.ts'
import { conversationExample } from './examples.ts'
import { presentConversation } from './present.ts'

export function documentRoutesV4(app: DocumentsApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v4/conversations',
      access: 'organization',
      tag: 'Conversations',
      summary: 'Add or continue a conversation',
      description:
        'Stores chat messages as one document whose `customId` is the `conversationId`. Send the whole conversation each time, its last messages, or only the new ones: messages that are already stored are not stored twice. Needs an organization key.',
      example: conversationExample,
      operation: 'chat',
      body: addConversationBody,
      response: addConversationResponse,
      errors: ['quota.exceeded'],
      async handle({ principal, body, usage }) {
        usage.tokensIn += estimateTokens(joinBlocks(renderMessages(body.messages)))
        return presentConversation(body, await addConversation(app, principal, body))
      },
    }),
  ]
}
