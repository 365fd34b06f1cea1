import { z } from 'zod'
import { shortHash } from '../short-hash.ts'

/** Slack's name of a message in its conversation: seconds and a number, which sort as text until the year 2286. */
export const tsJson = z.string().regex(/^\d{10}\.\d{6}$/)

const attachment = z.object({
  title: z.string().nullish(),
  title_link: z.string().nullish(),
  text: z.string().nullish(),
  fallback: z.string().nullish(),
})
export type Attachment = z.infer<typeof attachment>

const block = z.looseObject({ text: z.looseObject({ text: z.string() }).optional().catch(undefined) })

export const messageJson = z.object({
  ts: tsJson,
  thread_ts: tsJson.optional(),
  subtype: z.string().nullish(),
  user: z.string().nullish(),
  username: z.string().nullish().catch(undefined),
  bot_profile: z.object({ name: z.string().nullish() }).nullish().catch(undefined),
  text: z.string().nullish(),
  edited: z.object({ ts: z.string() }).nullish().catch(undefined),
  reply_count: z.int().optional(),
  latest_reply: tsJson.optional(),
  files: z
    .array(z.object({ name: z.string().nullish(), title: z.string().nullish() }))
    .nullish()
    .catch([]),
  attachments: z.array(attachment).nullish().catch([]),
  blocks: z.array(block).nullish().catch([]),
})
export type Message = z.infer<typeof messageJson>

/** Said by people and apps. The other kinds tell who came, went and renamed the channel. */
const spoken = new Set([
  undefined,
  'bot_message',
  'me_message',
  'file_share',
  'thread_broadcast',
  'document_mention',
])

export const isSpoken = ({ subtype }: Message): boolean => spoken.has(subtype ?? undefined)

/** The first message of a thread. Without replies it is a message as others. */
export const isThread = ({ ts, thread_ts, reply_count }: Message): boolean =>
  (thread_ts === undefined || thread_ts === ts) && (reply_count ?? 0) > 0

/** A reply that was also sent to the conversation: it belongs to its thread. */
export const isReply = ({ ts, thread_ts }: Message): boolean => thread_ts !== undefined && thread_ts !== ts

/** The day of a message. By UTC, because the people in a conversation have different days. */
export const dayOf = (ts: string): string => new Date(secondsOf(ts) * 1_000).toISOString().slice(0, 10)

export const secondsOf = (ts: string): number => Number(ts.slice(0, 10))

export const tsOf = (seconds: number): string =>
  `${String(Math.max(0, Math.floor(seconds))).padStart(10, '0')}.000000`

export const startOf = (day: string): string => tsOf(Date.parse(`${day}T00:00:00Z`) / 1_000)

/** A range of Slack leaves its ends out. */
export const justBefore = (ts: string): string => `${String(secondsOf(ts) - 1).padStart(10, '0')}.999999`

export const daysBefore = (ts: string, days: number): string =>
  startOf(dayOf(tsOf(secondsOf(ts) - days * 86_400)))

/** What the text of a message depends on. Reactions are not part of it. */
export const hashOf = (messages: readonly Message[]): string =>
  shortHash(
    ...messages.map(({ ts, user, username, text, edited, subtype, files, attachments }) =>
      JSON.stringify([
        ...[ts, user, username, text, edited?.ts, subtype],
        files?.map(({ name, title }) => name ?? title),
        attachments,
      ]),
    ),
  )
