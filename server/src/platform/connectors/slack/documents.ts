import type { Change, Content, Item } from '../connector.ts'
import { ItemError } from '../connector.ts'
import { type SlackApi, SlackRefusal } from './api.ts'
import { type Day, readDays, readThread } from './history.ts'
import {
  dayOf,
  hashOf,
  isReply,
  isSpoken,
  isThread,
  justBefore,
  type Message,
  secondsOf,
  startOf,
  tsOf,
} from './messages.ts'
import type { SlackSource } from './settings.ts'
import type { Workspace } from './workspace.ts'
import { authorOf, firstWords, peopleIn, writeMessages } from './write-messages.ts'

export type Conversation = { id: string; name: string }

const maxNames = 100
/** Old threads that one day may bring up. */
const maxEarlier = 50

/** Makes documents of messages: one of each thread, and one of each day for the messages without. */
export class Documents {
  readonly #source: SlackSource
  readonly #api: SlackApi
  readonly #workspace: Workspace

  constructor(source: SlackSource, api: SlackApi, workspace: Workspace) {
    this.#source = source
    this.#api = api
    this.#workspace = workspace
  }

  /**
   * The documents of a day. Threads that someone may still change are read to the end: only then an edited reply shows. Of older
   * ones, the first message says how many replies there are, and when the last one came.
   */
  async *ofDay(
    conversation: Conversation,
    { day, messages }: Day,
    { activeFrom, after = '' }: { activeFrom: string; after?: string | undefined },
  ): AsyncGenerator<Item> {
    for (const message of messages.filter(each => isThread(each) && each.ts > after)) {
      const isActive = (message.latest_reply ?? message.ts) >= activeFrom
      const replies = isActive ? await this.#tryThread(conversation, message.ts) : undefined
      if (!isActive || replies) yield await this.#ofThread(conversation, message, replies)
    }
    const others = messages.filter(each => isSpoken(each) && !isThread(each) && !isReply(each))
    if (others.length > 0) yield await this.#ofOthers(conversation, day, others)
  }

  /** Threads from before this time that a message of the day belongs to. */
  async *ofEarlier(conversation: Conversation, { messages }: Day, before: string): AsyncGenerator<Item> {
    const named = new Set(messages.filter(isReply).map(({ thread_ts }) => thread_ts!))
    for (const ts of [...named].filter(each => each < before).slice(0, maxEarlier)) {
      const replies = await this.#tryThread(conversation, ts)
      if (replies) yield await this.#ofThread(conversation, replies[0]!, replies)
    }
  }

  /** A document as it is now, by its id without the conversation. */
  async find(conversation: Conversation, part: string): Promise<Change> {
    const [kind, name = ''] = part.split('/')
    const item =
      kind === 't' ? await this.#findThread(conversation, name) : await this.#findDay(conversation, name)
    return item ? { kind: 'upsert', item } : { kind: 'deleted', externalId: `${conversation.id}/${part}` }
  }

  async #findThread(conversation: Conversation, ts: string): Promise<Item | undefined> {
    const replies = await this.#tryThread(conversation, ts)
    return replies && this.#ofThread(conversation, replies[0]!, replies)
  }

  async #findDay(conversation: Conversation, day: string): Promise<Item | undefined> {
    const start = startOf(day)
    const range = { oldest: justBefore(start), latest: tsOf(secondsOf(start) + 86_400) }
    for await (const { messages } of readDays(this.#api, conversation.id, range)) {
      const others = messages.filter(each => isSpoken(each) && !isThread(each) && !isReply(each))
      if (others.length > 0) return this.#ofOthers(conversation, day, others)
    }
    return undefined
  }

  /** Undefined: the thread was deleted, or is one message only. */
  async #tryThread({ id }: Conversation, ts: string): Promise<Message[] | undefined> {
    try {
      const messages = await readThread(this.#api, id, ts)
      return messages[0]?.ts === ts && messages.length > 1 ? messages : undefined
    } catch (error) {
      if (error instanceof SlackRefusal && /^(thread|message)_not_found$/.test(error.reason)) return undefined
      throw error
    }
  }

  async #ofThread(conversation: Conversation, first: Message, replies: Message[] | undefined): Promise<Item> {
    const day = dayOf(first.ts)
    return {
      externalId: `${conversation.id}/t/${first.ts}`,
      version: replies
        ? hashOf(replies)
        : `${hashOf([first])}/${first.reply_count ?? 0}/${first.latest_reply ?? ''}`,
      title: `#${conversation.name}, thread of ${day}`,
      ...(await this.#common(conversation, 'slack_thread', first.ts)),
      updatedAt: timeOf(replies?.at(-1)?.ts ?? first.latest_reply ?? first.ts),
      read: async () => {
        const messages = replies ?? (await this.#tryThread(conversation, first.ts))
        if (!messages) throw new ItemError('item_gone', 'Slack no longer has the thread.')
        await this.#workspace.learn(peopleIn(messages))
        const words = firstWords(first, this.#workspace.nameOf)
        return this.#write(`#${conversation.name}: ${words || `thread of ${day}`}`, messages, true)
      },
    }
  }

  async #ofOthers(conversation: Conversation, day: string, messages: Message[]): Promise<Item> {
    const title = `#${conversation.name}, ${day}`
    return {
      externalId: `${conversation.id}/d/${day}`,
      version: hashOf(messages),
      title,
      ...(await this.#common(conversation, 'slack_day', messages[0]!.ts)),
      updatedAt: timeOf(messages.at(-1)!.ts),
      read: () => this.#write(title, messages, false),
    }
  }

  async #common({ id, name }: Conversation, type: string, ts: string) {
    const { url } = await this.#workspace.identity()
    return {
      url: `${url.replace(/\/*$/, '')}/archives/${id}/p${ts.replace('.', '')}`,
      createdAt: timeOf(ts),
      metadata: { type, channel: name, channelId: id, date: dayOf(ts) },
    }
  }

  async #write(title: string, all: readonly Message[], isWithDay: boolean): Promise<Content> {
    const messages = all.filter(isSpoken)
    await this.#workspace.learn(peopleIn(messages))
    const { nameOf } = this.#workspace
    const people = [...new Set(messages.map(each => authorOf(each, nameOf)))].slice(0, maxNames)
    const { maxTextBytes: maxBytes } = this.#source.limits
    return {
      kind: 'text',
      text: messages.length === 0 ? '' : writeMessages(title, messages, { nameOf, isWithDay, maxBytes }),
      title,
      metadata: { messages: messages.length, ...(people.length > 0 && { people }) },
    }
  }
}

const timeOf = (ts: string): Date => new Date(secondsOf(ts) * 1_000)
