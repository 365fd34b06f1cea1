import { type GoogleAnswer, type GoogleAsked, refusal as no } from './google-answer.ts'

export type MailMessageDouble = {
  id: string
  threadId: string
  labelIds: string[]
  at: number
  subject: string
  from: string
  to: string
  text: string | undefined
  html: string | undefined
  /** Names of attached files. */
  files: string[]
  /** The body as it is sent, if it is not UTF-8. */
  bytes: Buffer | undefined
  contentType: string
  /** The body is kept apart, as Gmail does with long ones. */
  isApart: boolean
}

type HistoryType = 'messagesAdded' | 'messagesDeleted' | 'labelsAdded' | 'labelsRemoved'
type Entry = {
  seq: number
  type: HistoryType
  message: { id: string; threadId: string; labelIds: string[] }
  labelIds: string[]
}

const fine = (body: unknown): GoogleAnswer => ({ status: 200, body })

/** A mailbox of Gmail with its history. */
export class GmailDouble {
  readonly messages = new Map<string, MailMessageDouble>()
  readonly labels = new Map<string, { name: string; type: 'system' | 'user' }>(
    ['INBOX', 'SENT', 'TRASH', 'SPAM', 'DRAFT', 'UNREAD', 'CATEGORY_PROMOTIONS'].map(id => [
      id,
      { name: id, type: 'system' },
    ]),
  )
  email = 'ada@example.org'
  maxPerPage = 500
  /** History before this number is forgotten. */
  oldest = 0
  /** Each entry of the history appears this often. */
  repeats = 1
  watched: { topic: string } | undefined
  now = Date.UTC(2031, 0)
  readonly #history: Entry[] = []
  #seq = 1_000
  #made = 0

  label(id: string, name: string): void {
    this.labels.set(id, { name, type: 'user' })
  }

  /** Delivers a message, into a thread or a new one. Returns its id. */
  deliver(given: Partial<MailMessageDouble> & { subject: string }): string {
    const id = (++this.#made + 0x1900_0000).toString(16)
    this.now += 60_000
    const message = {
      ...{ id, threadId: given.threadId ?? id, labelIds: ['INBOX'], at: this.now },
      ...{ from: 'Bob <bob@example.org>', to: 'ada@example.org', text: `Text of ${given.subject}` },
      ...{ html: undefined, files: [], bytes: undefined, isApart: false },
      contentType: 'text/plain; charset="UTF-8"',
      ...given,
    }
    this.messages.set(id, message)
    this.#note('messagesAdded', message)
    return id
  }

  remove(id: string): void {
    const message = this.messages.get(id)!
    this.messages.delete(id)
    this.#note('messagesDeleted', message)
  }

  addLabel(id: string, label: string): void {
    const message = this.messages.get(id)!
    message.labelIds = [...message.labelIds, label]
    this.#note('labelsAdded', message, [label])
  }

  removeLabel(id: string, label: string): void {
    const message = this.messages.get(id)!
    message.labelIds = message.labelIds.filter(one => one !== label)
    this.#note('labelsRemoved', message, [label])
  }

  /** The texts of what a connection must have, by thread, in order. */
  expected(isWanted: (messages: MailMessageDouble[]) => boolean = () => true): Record<string, string[]> {
    const hidden = ['TRASH', 'SPAM', 'DRAFT', 'CHAT']
    const kept = [...this.messages.values()].filter(
      ({ labelIds }) => !labelIds.some(label => hidden.includes(label)),
    )
    const threads = Map.groupBy(
      kept.toSorted((one, other) => one.at - other.at),
      ({ threadId }) => threadId,
    )
    return Object.fromEntries(
      [...threads]
        .filter(([, messages]) => isWanted(messages))
        .map(([id, messages]) => [id, messages.map(({ text }) => text ?? '')] as const)
        .sort(),
    )
  }

  answer({ method, path, query, body }: GoogleAsked): GoogleAnswer {
    if (path === '/watch' && method === 'POST') {
      this.watched = { topic: String((body as { topicName: string }).topicName) }
      return fine({ historyId: String(this.#seq), expiration: String(this.now + 7 * 86_400_000) })
    }
    if (path === '/stop') {
      this.watched = undefined
      return { status: 204 }
    }
    if (path === '/profile') return fine({ emailAddress: this.email, historyId: String(this.#seq) })
    if (path === '/labels') return fine({ labels: [...this.labels].map(([id, label]) => ({ id, ...label })) })
    if (path === '/threads') return this.#listThreads(query)
    if (path === '/history') return this.#listHistory(query)
    const [, kind = '', id = '', attachment] =
      /^\/(threads|messages)\/([^/]+)(?:\/attachments\/([^/]+))?$/.exec(path) ?? []
    const format = query.get('format') ?? 'full'
    if (kind === 'threads') return this.#thread(id, format)
    const message = this.messages.get(id)
    if (!message) return no(404, 'notFound')
    if (attachment !== undefined)
      return fine({ data: Buffer.from(message.text ?? '').toString('base64url'), size: 1 })
    return fine(describe(message, format))
  }

  #note(type: HistoryType, { id, threadId, labelIds }: MailMessageDouble, labels: string[] = []): void {
    for (let n = 0; n < this.repeats; n++)
      this.#history.push({ seq: ++this.#seq, type, message: { id, threadId, labelIds }, labelIds: labels })
  }

  #thread(id: string, format: string): GoogleAnswer {
    const messages = [...this.messages.values()].filter(({ threadId }) => threadId === id)
    return messages.length === 0
      ? no(404, 'notFound')
      : fine({ id, messages: messages.map(message => describe(message, format)) })
  }

  /** The newest threads first, without spam and trash. */
  #listThreads(query: URLSearchParams): GoogleAnswer {
    const since = Number(/after:(\d+)/.exec(query.get('q') ?? '')?.[1] ?? 0) * 1_000
    const labels = query.getAll('labelIds')
    if (!labels.every(label => this.labels.has(label))) return no(400, 'invalidArgument')
    const shown = [...this.messages.values()].filter(
      ({ labelIds, at }) =>
        at >= since &&
        !labelIds.includes('TRASH') &&
        !labelIds.includes('SPAM') &&
        labels.every(label => labelIds.includes(label)),
    )
    const sorted = shown.toSorted((one, other) => other.at - one.at)
    // A token names the thread after which the page begins, wherever that is by then.
    const after = /^after-(\d+)$/.exec(query.get('pageToken') ?? 'after-9999999999999')?.[1]
    if (after === undefined) return no(400, 'invalidArgument')
    const newest = [...Map.groupBy(sorted, ({ threadId }) => threadId)].map(([id, [first]]) => ({
      id,
      at: first!.at,
    }))
    const left = newest.filter(({ at }) => at < Number(after))
    const page = left.slice(0, Math.min(this.maxPerPage, Number(query.get('maxResults'))))
    const threads = page.map(({ id }) => ({ id, snippet: '', historyId: '1' }))
    const more = page.length < left.length ? { nextPageToken: `after-${page.at(-1)!.at}` } : {}
    return fine({ resultSizeEstimate: newest.length, ...(threads.length > 0 && { threads }), ...more })
  }

  #listHistory(query: URLSearchParams): GoogleAnswer {
    const since = Number(query.get('startHistoryId'))
    if (since < this.oldest) return no(404, 'notFound')
    const entries = this.#history.filter(({ seq }) => seq > since)
    const { from, end, more } = this.#page(query, entries.length)
    if (end < 0) return no(400, 'invalidArgument')
    const history = entries.slice(from, end).map(({ seq, type, message, labelIds }) => ({
      id: String(seq),
      messages: [message],
      [type]: [{ message, ...(labelIds.length > 0 && { labelIds }) }],
    }))
    return fine({ historyId: String(this.#seq), ...(history.length > 0 && { history }), ...more })
  }

  /** Tokens look like `at-20`. Any other one has expired. */
  #page(query: URLSearchParams, length: number) {
    const token = query.get('pageToken')
    const from = token === null ? 0 : Number(/^at-(\d+)$/.exec(token)?.[1] ?? -1)
    const end = from < 0 ? -1 : from + Math.min(this.maxPerPage, Number(query.get('maxResults')))
    return { from, end, more: end < length ? { nextPageToken: `at-${end}` } : {} }
  }
}

function describe(message: MailMessageDouble, format: string): object {
  const { id, threadId, labelIds, at } = message
  const headers = [
    { name: 'From', value: message.from },
    { name: 'To', value: message.to },
    { name: 'subject', value: message.subject },
    // The clock of the sender is years behind.
    { name: 'Date', value: 'Mon, 01 Jan 2001 00:00:00 +0000' },
  ]
  return {
    ...{ id, threadId, labelIds, internalDate: String(at), historyId: '1', snippet: '' },
    payload:
      format === 'metadata' ? { mimeType: 'multipart/mixed', headers } : { ...toPayload(message), headers },
  }
}

function toPayload({ text, html, bytes, files, contentType, isApart }: MailMessageDouble): object {
  const data = (bytes ?? Buffer.from(text ?? '')).toString('base64url')
  const part = (mimeType: string, type: string, body: object) => ({
    ...{ partId: '0', mimeType, filename: '', headers: [{ name: 'Content-Type', value: type }], body },
  })
  const texts = [
    ...(text === undefined
      ? []
      : [part('text/plain', contentType, isApart ? { attachmentId: 'apart' } : { data })]),
    ...(html === undefined
      ? []
      : [part('text/html', 'text/html; charset=UTF-8', { data: Buffer.from(html).toString('base64url') })]),
  ]
  return {
    mimeType: 'multipart/mixed',
    filename: '',
    body: { size: 0 },
    parts: [
      { mimeType: 'multipart/alternative', filename: '', headers: [], body: { size: 0 }, parts: texts },
      ...files.map(filename => ({
        ...{ mimeType: 'application/pdf', filename, headers: [], body: { attachmentId: 'file', size: 9 } },
      })),
    ],
  }
}
