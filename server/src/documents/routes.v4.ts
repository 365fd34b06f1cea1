import { estimateTokens, type Route, route } from '../http/route.ts'
import { encodeId } from '../lib/ids.ts'
import { addConversation } from './add-conversation.ts'
import type { AddDocuments } from './add-document.ts'
import { addConversationBody, addConversationResponse, joinBlocks, renderMessages } from './conversation.ts'

export function documentRoutesV4(app: AddDocuments): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v4/conversations',
      access: 'organization',
      tag: 'Conversations',
      summary: 'Add a conversation, or what was said since',
      operation: 'chat',
      body: addConversationBody,
      response: addConversationResponse,
      errors: [402, 403, 413],
      async handle({ principal, body, usage }) {
        usage.tokensIn += estimateTokens(joinBlocks(renderMessages(body.messages)))
        const { id, status } = await addConversation(app, principal, body)
        return { id: encodeId(id), conversationId: body.conversationId, status }
      },
    }),
  ]
}
