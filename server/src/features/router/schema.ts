import { z } from 'zod'

/** The part of a chat that the router reads. Everything else goes to the provider as it is. */
export const chatBody = z
  .looseObject({
    model: z.string().describe('Model of the provider.'),
    messages: z
      .array(
        z.looseObject({
          role: z.string().describe('Role of the speaker, such as `user`.'),
          content: z
            .union([z.string(), z.array(z.looseObject({}))])
            .nullish()
            .describe('The message: text, or a list of parts.'),
        }),
      )
      .min(1)
      .describe('The whole chat, oldest first, as the provider expects it.'),
    stream: z.boolean().optional().describe('Server-sent events instead of one JSON object.'),
  })
  .describe('The body of the provider, with all its fields.')

export const targetParams = z.object({
  host: z.string().meta({ description: 'Host of the provider.', example: 'api.openai.com' }),
  path: z.string().meta({
    description: 'Path of the provider. It ends with `/chat/completions` or `/messages`.',
    example: 'v1/chat/completions',
  }),
})
