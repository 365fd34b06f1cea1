import { z } from 'zod'
import { SourceError } from '../connector.ts'
import type { SlackApi } from './api.ts'
import { dayOf, type Message, messageJson } from './messages.ts'

/** Slack recommends no more. Apps that are distributed get 15, whatever they ask for. */
const perPage = '200'
/** A day with more is one of machines: its oldest messages are left out. */
const maxPerDay = 20_000
const maxReplies = 10_000

const historyPage = z.object({ messages: z.array(messageJson), has_more: z.boolean() })
const replyPage = z.object({ messages: z.array(messageJson) })

export type Day = { day: string; messages: Message[] }
export type Range = { oldest?: string | undefined; latest?: string | undefined }

/**
 * The messages between two times, both left out, from the newest back, in whole days. The next page is asked for by the time of the
 * last message: nothing that happens meanwhile shifts it, and it does not expire as a cursor does.
 */
export async function* readDays(api: SlackApi, channel: string, range: Range): AsyncGenerator<Day> {
  let open: Day | undefined
  let { latest } = range
  for (;;) {
    const page = await api.call(
      'conversations.history',
      { channel, limit: perPage, oldest: range.oldest, latest },
      historyPage,
    )
    for (const message of newestFirst(page.messages, latest)) {
      const day = dayOf(message.ts)
      if (open && open.day !== day) yield ascending(open)
      if (open?.day !== day) open = { day, messages: [] }
      if (open.messages.length < maxPerDay) open.messages.push(message)
      latest = message.ts
    }
    if (!page.has_more) break
    if (page.messages.length === 0)
      throw new SourceError('provider_unavailable', 'Slack sent an empty page, and says that there are more.')
  }
  if (open) yield ascending(open)
}

/** Whatever the order of a page, time goes back only: so reading ends. */
function newestFirst(messages: readonly Message[], latest: string | undefined): Message[] {
  const older = messages.filter(({ ts }) => latest === undefined || ts < latest)
  if (messages.length > 0 && older.length === 0)
    throw new SourceError('provider_unavailable', 'Slack sent the same page twice.')
  return older.toSorted((one, other) => (one.ts < other.ts ? 1 : -1))
}

const ascending = ({ day, messages }: Day): Day => ({ day, messages: messages.toReversed() })

/** A thread with its first message, in the order of time. Throws `SlackRefusal` if there is none. */
export async function readThread(api: SlackApi, channel: string, ts: string): Promise<Message[]> {
  const messages = new Map<string, Message>()
  const query = { channel, ts, limit: perPage }
  for await (const page of api.pages('conversations.replies', query, replyPage)) {
    for (const message of page.messages) messages.set(message.ts, message)
    if (messages.size >= maxReplies) break
  }
  return [...messages.values()].sort((one, other) => (one.ts < other.ts ? -1 : 1))
}
