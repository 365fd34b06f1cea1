import { type Api, answerOf, type CallOptions } from './call.ts'
import type * as Types from './types.ts'

/** Conversations, each one document whose customId is the `conversationId`. */
export class Conversations {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /**
   * Adds a conversation, or continues it: send all messages or only the new ones. Messages that the server already has
   * are not added again, so this call is safe to retry.
   */
  async add(
    conversation: Types.NewConversation,
    options: CallOptions = {},
  ): Promise<Types.ConversationReceipt> {
    return answerOf(await this.#api.POST('/v4/conversations', { body: conversation, ...options }))
  }
}
