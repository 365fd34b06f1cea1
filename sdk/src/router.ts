/** A provider and the user whose memory its chats use. */
export type RoutedProvider = {
  /** The base address that the client of the provider usually has, such as `https://api.openai.com/v1`. */
  provider: string
  /** The user, the same as `containerTag` elsewhere. A key that is limited to one container tag needs none. */
  userId?: string
  /** Your own id of the conversation. */
  conversationId?: string
}

/** Options that the clients of OpenAI and Anthropic take. */
export type RouterOptions = { baseURL: string; defaultHeaders: Record<string, string> }

export function routerOptions(
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string | undefined },
  { provider, userId, conversationId }: RoutedProvider,
): RouterOptions {
  return {
    baseURL: `${baseUrl}/v3/${provider.replace(/\/+$/, '')}`,
    defaultHeaders: {
      ...(apiKey !== undefined && { 'x-supermemory-api-key': apiKey }),
      ...(userId !== undefined && { 'x-sm-user-id': userId }),
      ...(conversationId !== undefined && { 'x-sm-conversation-id': conversationId }),
    },
  }
}
