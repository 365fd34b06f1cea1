import { z } from 'zod'
import type { Source } from '../connector.ts'
import { tsJson } from './messages.ts'

export const slackSettings = z.strictObject({
  since: z.iso.date().optional().meta({
    description: 'Only read messages from this day on. Default: all messages.',
    example: '2026-01-01',
  }),
  lookBackDays: z.int().min(1).max(30).default(3).meta({
    description:
      'Each run reads the last days again, to find edited and deleted messages. Default: 3. Raise it if people edit old messages.',
    example: 3,
  }),
})
export type SlackSettings = z.infer<typeof slackSettings>

const printable = z
  .string()
  .trim()
  .max(1_000)
  .regex(/^[\x21-\x7e]*$/, 'must have no spaces')

export const slackCredentials = z.strictObject({
  token: printable.min(1).meta({
    description:
      'Token of a Slack app of your own: of a bot, which reads the conversations that it was invited to, or of a user.',
    example: 'xoxb-0000-0000-abcdef',
  }),
  signingSecret: printable
    .optional()
    .describe(
      'Signing secret of the app, from its basic information. Needed for events only. Usually empty.',
    ),
})
export type SlackCredentials = z.infer<typeof slackCredentials>

export type SlackSource = Source<SlackSettings, SlackCredentials>

export const conversationState = z.object({
  name: z.string(),
  /** Slack's time of the newest message that was read. */
  newest: tsJson.optional(),
  /** When the last pass over a month began, by our clock. */
  deepAt: z.string(),
  /** The documents of the last month, packed. */
  known: z.string(),
  /** Slack refused the last pass. */
  isLost: z.boolean().optional(),
  /** The pass under way, from the newest message back. */
  pass: z
    .object({
      /** Where it ends. Undefined: at the first message. */
      from: tsJson.optional(),
      /** What is older than this is still to be read. */
      before: tsJson.optional(),
      /** Of the next day, threads up to this one are done. */
      thread: tsJson.optional(),
      newest: tsJson.optional(),
      began: z.string(),
      isDeep: z.boolean(),
      met: z.string(),
    })
    .optional(),
})
export type ConversationState = z.infer<typeof conversationState>

export const slackCheckpoint = z.object({
  /** Hash of what is asked for. With another one, everything is read from the beginning. */
  scope: z.string(),
  /** When the last reading from the beginning began, and whether it is under way. */
  fullAt: z.string(),
  isFull: z.boolean().optional(),
  /** The conversation that an unfinished run is at. */
  at: z.string().optional(),
  conversations: z.record(z.string(), conversationState),
})
export type SlackCheckpoint = z.infer<typeof slackCheckpoint>
