import { z } from 'zod'
import type { Source } from '../connector.ts'

export const notionSettings = z.strictObject({
  rows: z
    .boolean()
    .default(true)
    .describe('Also read the rows of databases, each as a document with its properties. Default: yes.'),
})
export type NotionSettings = z.infer<typeof notionSettings>

export const notionCredentials = z.strictObject({
  token: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .regex(/^[\x21-\x7e]+$/, 'must be a token without spaces')
    .meta({
      description:
        'Secret of an internal integration that may read content. Share pages with the integration in Notion.',
      example: 'ntn_0123456789abcdef',
    }),
})
/** With OAuth there are none: the token comes from `accessToken`. */
export type NotionCredentials = z.infer<typeof notionCredentials> | undefined

export type NotionSource = Source<NotionSettings, NotionCredentials>
