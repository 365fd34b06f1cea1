import { z } from 'zod'
import { ItemError, SourceError, type SourceResponse } from '../connector.ts'
import { checkForm, readAnswer } from '../read-answer.ts'
import type { NotionSource } from './settings.ts'

const base = 'https://api.notion.com/v1'
/** The first version with data sources. */
const apiVersion = '2025-09-03'
/** A hundred rows with long properties reach some megabytes. */
const maxAnswerBytes = 32_000_000
/** Notion answers 409 when two changes meet. */
const conflictTries = 3

const list = z.object({
  results: z.array(z.unknown()),
  has_more: z.boolean(),
  next_cursor: z.string().nullish(),
})
export type List = { results: unknown[]; next: string | undefined }

const fault = z.object({ code: z.string().catch(''), message: z.string().catch('') })

/** Notion refuses a request as wrong: a cursor that it no longer knows, or content that the API does not offer. */
export class NotionRefusal extends ItemError {
  constructor(message: string) {
    super('item_unsupported', `Notion does not offer this: ${message}`)
  }
}

/** Notion's API, read only. */
export class NotionApi {
  readonly #source: NotionSource
  #clock: number | undefined

  constructor(source: NotionSource) {
    this.#source = source
  }

  /** Notion's time at the last answer: ours may differ. */
  get clock(): number {
    return this.#clock ?? this.#source.now().getTime()
  }

  async get<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    return readAnswer('Notion', await this.#ask('GET', path), schema)
  }

  async list(path: string, cursor: string | undefined): Promise<List> {
    const query = new URLSearchParams({
      page_size: '100',
      ...(cursor !== undefined && { start_cursor: cursor }),
    })
    return toList(await this.get(`${path}?${query}`, list))
  }

  /** What the integration can see, from the newest edit back. Undefined: Notion does not know the cursor any more. */
  async search(cursor: string | undefined, object?: 'page'): Promise<List | undefined> {
    try {
      const answer = await this.#ask('POST', '/search', {
        sort: { timestamp: 'last_edited_time', direction: 'descending' },
        page_size: 100,
        ...(object && { filter: { property: 'object', value: object } }),
        ...(cursor !== undefined && { start_cursor: cursor }),
      })
      return toList(await readAnswer('Notion', answer, list))
    } catch (error) {
      if (error instanceof NotionRefusal && cursor !== undefined) return undefined
      throw error
    }
  }

  async #ask(method: string, path: string, body?: object): Promise<SourceResponse> {
    for (let tries = 1; ; tries++) {
      const answer = await this.#send(method, path, body)
      this.#clock = Date.parse(answer.headers.get('date') ?? '') || this.#clock
      if (answer.status < 400) return answer
      if (answer.status !== 409 || tries === conflictTries) throw await explain(answer, path)
    }
  }

  async #send(method: string, path: string, body: object | undefined): Promise<SourceResponse> {
    const source = this.#source
    const token = source.accessToken ? await source.accessToken() : source.credentials?.token
    return source.http.request(`${base}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        'notion-version': apiVersion,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body), isRead: true }),
      allow: [400, 401, 403, 404, 409],
      maxBytes: maxAnswerBytes,
    })
  }
}

/** A list without an end, or with the same end twice, would be read for ever. */
function toList({ results, has_more, next_cursor }: z.infer<typeof list>): List {
  if (has_more && !next_cursor)
    throw new SourceError('provider_unavailable', 'Notion names no next page, and says that there is one.')
  return { results, next: has_more ? (next_cursor ?? undefined) : undefined }
}

async function explain(answer: SourceResponse, path: string): Promise<SourceError | ItemError> {
  const { status } = answer
  if (status === 401)
    return new SourceError('auth_expired', 'Notion refuses the token. Connect again or enter a new one.')
  const { message } = await readFault(answer)
  const says = message === '' ? `status ${status}` : message
  if (status === 404) return new ItemError('item_gone', `Notion no longer shows it: ${says}`)
  if (status === 400) return new NotionRefusal(says)
  if (status === 403)
    return new SourceError(
      'settings_invalid',
      `The integration may not do this: ${says}. Give it the capability to read content.`,
    )
  return new SourceError('provider_unavailable', `Notion answered ${path.split('?')[0]} with ${says}`)
}

async function readFault(answer: SourceResponse): Promise<z.infer<typeof fault>> {
  try {
    return checkForm('Notion', await answer.json(), fault)
  } catch {
    return { code: '', message: '' }
  }
}
