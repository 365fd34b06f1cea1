import { z } from 'zod'
import { type GoogleAccess, GoogleApi, pageTokenJson } from '../google/api.ts'

export const idPattern = /^[\w-]{1,200}$/
const idJson = z.string().regex(idPattern)
const historyIdJson = z.string().regex(/^\d{1,30}$/)

const headerJson = z.object({ name: z.string(), value: z.string() })
export type MailHeader = z.infer<typeof headerJson>

/** Parts of a message are read one level at a time: who sends mail decides how deep they are. */
export const partJson = z.object({
  mimeType: z.string().catch(''),
  filename: z.string().catch(''),
  headers: z.array(headerJson).catch([]),
  body: z.object({ data: z.string().optional(), attachmentId: z.string().max(5_000).optional() }).catch({}),
  parts: z.array(z.unknown()).catch([]),
})

const messageJson = z.object({
  id: idJson,
  labelIds: z.array(z.string().max(300)).catch([]),
  /** Beyond this, it is no date. */
  internalDate: z.coerce.number().min(0).max(8.64e15).catch(0),
  payload: z.unknown().optional(),
})
export type GmailMessage = z.infer<typeof messageJson>

const threadJson = z.object({ id: idJson, messages: z.array(messageJson).default([]) })
export type GmailThread = z.infer<typeof threadJson>

/** Gmail leaves out an empty list of threads, but never its size. */
const threadsJson = z.object({
  threads: z.array(z.object({ id: idJson })).default([]),
  nextPageToken: pageTokenJson.optional(),
  resultSizeEstimate: z.number(),
})

const entryJson = z.object({
  message: z.object({ threadId: idJson, labelIds: z.array(z.string()).default([]) }),
  labelIds: z.array(z.string()).default([]),
})
export type HistoryEntry = z.infer<typeof entryJson>
const entriesJson = z.array(entryJson).default([])
const historyJson = z.object({
  history: z
    .array(
      z.object({
        messagesAdded: entriesJson,
        messagesDeleted: entriesJson,
        labelsAdded: entriesJson,
        labelsRemoved: entriesJson,
      }),
    )
    .default([]),
  historyId: historyIdJson,
  nextPageToken: pageTokenJson.optional(),
})
export type HistoryPage = z.infer<typeof historyJson>

const labelJson = z.object({ id: z.string().max(300), name: z.string(), type: z.string().catch('user') })
export type GmailLabel = z.infer<typeof labelJson>

const profileJson = z.object({ emailAddress: z.string().max(320), historyId: historyIdJson })

const shownHeaders = ['From', 'To', 'Cc', 'Subject']

/** Gmail, version 1: the requests of this connector, for the mailbox of the account. */
export class GmailApi {
  readonly #api: GoogleApi

  constructor(source: GoogleAccess) {
    this.#api = new GoogleApi(source, 'https://gmail.googleapis.com/gmail/v1/users/me')
  }

  profile(): Promise<z.infer<typeof profileJson>> {
    return this.#api.json('/profile', profileJson)
  }

  async labels(): Promise<GmailLabel[]> {
    const { labels } = await this.#api.json('/labels', z.object({ labels: z.array(labelJson) }))
    return labels
  }

  /** A page of threads, without those in spam and trash. */
  threads(list: string, { page, since }: { page: string | undefined; since: string | undefined }) {
    const q = ['-in:chats', ...(since === undefined ? [] : [`after:${Date.parse(since) / 1_000}`])]
    return this.#api.json('/threads', threadsJson, {
      query: {
        ...{ maxResults: 100, q: q.join(' '), pageToken: page },
        ...(list !== 'all' && { labelIds: [list] }),
      },
    })
  }

  /** A thread without its texts. */
  thread(id: string): Promise<GmailThread> {
    return this.#api.json(`/threads/${id}`, threadJson, {
      query: { format: 'metadata', metadataHeaders: shownHeaders },
    })
  }

  wholeThread(id: string, maxBytes: number): Promise<GmailThread> {
    return this.#api.json(`/threads/${id}`, threadJson, { query: { format: 'full' }, maxBytes })
  }

  message(id: string, maxBytes: number): Promise<GmailMessage> {
    return this.#api.json(`/messages/${id}`, messageJson, { query: { format: 'full' }, maxBytes })
  }

  /** Long texts of a message are kept apart from it, as attachments are. */
  async attachment(message: string, id: string, maxBytes: number): Promise<Buffer> {
    const { data } = await this.#api.json(
      `/messages/${message}/attachments/${encodeURIComponent(id)}`,
      z.object({ data: z.string() }),
      { maxBytes },
    )
    return Buffer.from(data, 'base64url')
  }

  history(startHistoryId: string, page: string | undefined): Promise<HistoryPage> {
    return this.#api.json('/history', historyJson, {
      query: { startHistoryId, maxResults: 500, pageToken: page },
    })
  }

  /** Gmail reports to the topic for a week. */
  watch(topicName: string): Promise<{ expiration: number }> {
    return this.#api.json('/watch', z.object({ expiration: z.coerce.number() }), {
      method: 'POST',
      body: { topicName },
    })
  }

  async stop(): Promise<void> {
    await this.#api.json('/stop', z.unknown(), { method: 'POST' })
  }
}
