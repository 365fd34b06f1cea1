import type { PreparedChat } from './prepare-chat.ts'

/** Headers that the router adds to every answer of a provider, with their descriptions. */
export const routerHeaders = {
  'x-supermemory-conversation-id':
    'Conversation that the exchange is stored in. Send it as `x-sm-conversation-id` to continue it.',
  'x-supermemory-context-modified': '`true` if the provider got another body than the client sent.',
  'x-supermemory-tokens-processed': 'Tokens of the chat as the client sent it, estimated.',
  'x-supermemory-chunks-created': 'Always `0`: the exchange is chunked in the background, after the answer.',
  'x-supermemory-chunks-retrieved': 'Number of recalled notes that were added.',
  'x-supermemory-error':
    'Why memory had no part in the answer. The request then went to the provider unchanged.',
}

export function presentHeaders({
  conversationId,
  chat,
  prepared,
}: {
  conversationId: string
  chat: { bytes: Buffer } | undefined
  prepared: PreparedChat
}): Record<string, string> {
  const { body, notes, tokens, error } = prepared
  return {
    'x-supermemory-conversation-id': conversationId,
    'x-supermemory-context-modified': String(chat !== undefined && body !== chat.bytes),
    'x-supermemory-tokens-processed': String(tokens.processed),
    'x-supermemory-chunks-created': '0',
    'x-supermemory-chunks-retrieved': String(notes),
    ...(error !== undefined && { 'x-supermemory-error': error }),
  }
}
