import { type Answer, type Asked, JsonServer } from './json-server.ts'

export type MessageDouble = {
  ts: string
  user: string
  text: string
  threadTs?: string
  editedAt?: string
  more?: object
}

export type ChannelDouble = {
  id: string
  name: string
  isMember: boolean
  isThere: boolean
  messages: Map<string, MessageDouble>
}

/** A workspace of Slack. It answers 200 when it refuses, and 429 when it is asked too often. */
export class SlackServer extends JsonServer {
  readonly channels = new Map<string, ChannelDouble>()
  readonly users = new Map([
    ['U1', 'Ada'],
    ['U2', 'Bob'],
  ])
  maxPerPage = 200
  scopes: string | undefined = 'channels:read,channels:history,users:read'
  #count = 0

  channel(n: number, name: string): ChannelDouble {
    const channel = { id: `C${n}`, name, isMember: true, isThere: true, messages: new Map() }
    this.channels.set(channel.id, channel)
    return channel
  }

  /** A message now, by Slack's clock. */
  say(
    { messages }: ChannelDouble,
    text: string,
    threadTs?: string,
    more: Partial<MessageDouble> = {},
  ): string {
    const ts = `${Math.floor(this.clock / 1_000)}.${String(++this.#count).padStart(6, '0')}`
    messages.set(ts, { ts, user: 'U1', text, ...(threadTs !== undefined && { threadTs }), ...more })
    return ts
  }

  edit({ messages }: ChannelDouble, ts: string, text: string): void {
    Object.assign(messages.get(ts)!, { text, editedAt: `${Math.floor(this.clock / 1_000)}.000000` })
  }

  protected refuse(): Answer {
    return no('invalid_auth')
  }

  protected answer({ path, url }: Asked): Answer {
    const query = Object.fromEntries(url.searchParams)
    const method = path.slice(1)
    if (method === 'auth.test')
      return {
        ...ok({ url: 'https://ada.slack.example/', team: 'Ada', user: 'reverie' }),
        ...(this.scopes !== undefined && { headers: { 'x-oauth-scopes': this.scopes } }),
      }
    if (method === 'users.list') return this.#page(query, 'members', [...this.users].map(showUser))
    if (method === 'users.info') return no('user_not_found')
    if (method === 'conversations.list')
      return query.types === 'public_channel'
        ? this.#page(query, 'channels', [...this.channels.values()].map(showChannel))
        : no('missing_scope', { needed: 'groups:read' })
    const channel = this.channels.get(query.channel ?? '')
    if (!channel?.isThere) return no('channel_not_found')
    if (method === 'conversations.info') return ok({ channel: showChannel(channel) })
    if (!channel.isMember) return no('not_in_channel')
    if (method === 'conversations.history') return this.#history(channel, query)
    if (method === 'conversations.replies') return this.#replies(channel, query)
    return no('unknown_method')
  }

  #history(channel: ChannelDouble, { oldest = '0', latest = '9', limit }: Record<string, string>): Answer {
    const listed = [...channel.messages.values()]
      .filter(({ threadTs, more }) => threadTs === undefined || (more as { subtype?: string })?.subtype)
      .filter(({ ts }) => ts > oldest && ts < latest)
      .toSorted((one, other) => (one.ts < other.ts ? 1 : -1))
    const size = Math.min(Number(limit), this.maxPerPage)
    const shown = listed.slice(0, size).map(message => show(channel, message))
    return ok({ messages: shown, has_more: listed.length > size })
  }

  #replies(channel: ChannelDouble, query: Record<string, string>): Answer {
    const first = channel.messages.get(query.ts!)
    if (!first) return no('thread_not_found')
    const all = [first, ...repliesOf(channel, first.ts)].map(message => show(channel, message))
    return this.#page(query, 'messages', all)
  }

  #page({ cursor = '0', limit = '200' }: Record<string, string>, name: string, items: object[]): Answer {
    const from = Number(cursor)
    const to = from + Math.min(Number(limit), this.maxPerPage)
    const next = to < items.length ? String(to) : ''
    return ok({
      [name]: items.slice(from, to),
      has_more: next !== '',
      response_metadata: { next_cursor: next },
    })
  }
}

export const repliesOf = ({ messages }: ChannelDouble, ts: string): MessageDouble[] =>
  [...messages.values()]
    .filter(({ threadTs }) => threadTs === ts)
    .sort((one, other) => (one.ts < other.ts ? -1 : 1))

function show(channel: ChannelDouble, { ts, user, text, threadTs, editedAt, more }: MessageDouble): object {
  const replies = repliesOf(channel, ts)
  return {
    ...{ type: 'message', ts, user, text },
    ...(threadTs !== undefined && { thread_ts: threadTs }),
    ...(editedAt !== undefined && { edited: { user, ts: editedAt } }),
    ...(replies.length > 0 && {
      thread_ts: ts,
      reply_count: replies.length,
      latest_reply: replies.at(-1)!.ts,
    }),
    ...more,
  }
}

const showUser = ([id, name]: [string, string]) => ({
  id,
  name: name.toLowerCase(),
  profile: { display_name: name },
})

const showChannel = ({ id, name }: ChannelDouble) => ({
  id,
  name,
  is_private: false,
  is_archived: false,
  num_members: 2,
})

const ok = (body: object): Answer => ({ status: 200, body: { ok: true, ...body } })

const no = (error: string, more: object = {}): Answer => ({
  status: 200,
  body: { ok: false, error, ...more },
})
