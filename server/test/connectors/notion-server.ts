import { type Answer, type Asked, JsonServer } from './json-server.ts'

export type BlockDouble = { type: string; data: object; children?: BlockDouble[]; id?: string }

export type PageDouble = {
  id: string
  title: string
  parent: object
  properties: Record<string, object>
  blocks: BlockDouble[]
  editedAt: number
  isInTrash: boolean
  isShared: boolean
}

type SourceDouble = { id: string; title: string; databaseId: string; parent: object }

export const idOf = (n: number, kind = 0): string =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`

export const words = (text: string, more: object = {}): object => ({
  type: 'text',
  plain_text: text,
  annotations: {},
  href: null,
  ...more,
})

export const paragraph = (text: string, children?: BlockDouble[]): BlockDouble => ({
  type: 'paragraph',
  data: { rich_text: [words(text)] },
  ...(children && { children }),
})

const gone = (what: string): Answer => ({
  status: 404,
  body: { object: 'error', code: 'object_not_found', message: `Could not find ${what}` },
})

/** A workspace of Notion. Times of edits have whole minutes, and the search lists from the newest edit back. */
export class NotionServer extends JsonServer {
  readonly pages = new Map<string, PageDouble>()
  readonly sources = new Map<string, SourceDouble>()
  maxPerPage = 100
  /** Pages that the search leaves out, as it does at times. */
  readonly unlisted = new Set<string>()
  #blockIds = 0
  readonly #blocks = new Map<string, BlockDouble>()

  page(n: number, text: string, more: Partial<PageDouble> = {}): PageDouble {
    const page = {
      id: idOf(n),
      title: `Page ${n}`,
      parent: { type: 'workspace', workspace: true },
      properties: {},
      blocks: text === '' ? [] : [paragraph(text)],
      editedAt: this.clock,
      isInTrash: false,
      isShared: true,
      ...more,
    }
    this.pages.set(page.id, page)
    return page
  }

  source(n: number, title: string, parent: object = { type: 'workspace', workspace: true }): SourceDouble {
    const source = { id: idOf(n, 1), title, databaseId: idOf(n, 2), parent }
    this.sources.set(source.id, source)
    return source
  }

  row(n: number, source: SourceDouble, properties: Record<string, object>, text = ''): PageDouble {
    const parent = { type: 'data_source_id', data_source_id: source.id, database_id: source.databaseId }
    return this.page(n, text, { parent, properties })
  }

  edit(n: number, changes: Partial<PageDouble>): void {
    Object.assign(this.pages.get(idOf(n))!, { editedAt: this.clock, ...changes })
  }

  protected refuse(): Answer {
    return { status: 401, body: { code: 'unauthorized', message: 'API token is invalid.' } }
  }

  protected answer({ method, path, url, body }: Asked): Answer {
    const [, part, id = '', list, property] = path.split('/')
    if (path === '/users/me')
      return { status: 200, body: { name: 'Reverie', bot: { workspace_name: 'Ada' } } }
    if (method === 'POST' && part === 'search') return this.#search(body)
    if (part === 'pages' && list === 'properties') return this.#property(id, property!, url)
    if (part === 'pages') {
      const page = this.pages.get(id)
      return page?.isShared ? { status: 200, body: this.#show(page) } : gone('page')
    }
    if (part === 'data_sources') {
      const source = this.sources.get(id)
      return source ? { status: 200, body: this.#showSource(source) } : gone('data source')
    }
    if (part === 'blocks' && list === 'children') return this.#children(id, url)
    return gone('path')
  }

  #search(body: Asked['body']): Answer {
    const { filter, start_cursor, sort } = body as {
      filter?: { value: string }
      start_cursor?: string
      sort: { direction: string; timestamp: string }
    }
    if (sort.timestamp !== 'last_edited_time' || sort.direction !== 'descending')
      return { status: 400, body: {} }
    const listed = [...this.pages.values()]
      .filter(({ id, isShared, isInTrash }) => isShared && !isInTrash && !this.unlisted.has(id))
      .toSorted((one, other) => minute(other.editedAt) - minute(one.editedAt) || (one.id < other.id ? -1 : 1))
    const results = [
      ...(filter?.value === 'data_source' ? [] : listed.map(page => this.#show(page))),
      ...(filter?.value === 'page' ? [] : [...this.sources.values()].map(source => this.#showSource(source))),
    ]
    return this.#list(results, start_cursor)
  }

  /** A cursor is the id of the next item. One that is not there any more is refused. */
  #list(results: { id?: string }[], cursor: string | undefined, isById = true): Answer {
    const from =
      cursor === undefined ? 0 : isById ? results.findIndex(({ id }) => id === cursor) : Number(cursor)
    if (from < 0) {
      const message = 'The start_cursor provided is invalid.'
      return { status: 400, body: { code: 'validation_error', message } }
    }
    const next = from + this.maxPerPage
    const hasMore = next < results.length
    return {
      status: 200,
      body: {
        object: 'list',
        results: results.slice(from, next),
        has_more: hasMore,
        next_cursor: hasMore ? (isById ? results[next]!.id : String(next)) : null,
      },
    }
  }

  #property(id: string, property: string, url: URL): Answer {
    const page = this.pages.get(id)
    const found = Object.values(page?.properties ?? {}).find(
      each => decodeURIComponent((each as { id?: string }).id ?? '') === decodeURIComponent(property),
    ) as { all?: string[] } | undefined
    const results: object[] = (found?.all ?? []).map(each => ({ type: 'relation', relation: { id: each } }))
    return this.#list(results, url.searchParams.get('start_cursor') ?? undefined, false)
  }

  #children(id: string, url: URL): Answer {
    const page = this.pages.get(id)
    if (page && !page.isShared) return gone('block')
    const blocks = page?.blocks ?? this.#blocks.get(id)?.children
    if (!blocks) return gone('block')
    const shown = blocks.map(block => {
      block.id ??= idOf(++this.#blockIds, 9)
      this.#blocks.set(block.id, block)
      const { type, data, children } = block
      return { object: 'block', id: block.id, type, has_children: children !== undefined, [type]: data }
    })
    return this.#list(shown, url.searchParams.get('start_cursor') ?? undefined, false)
  }

  #show({ id, title, parent, properties, editedAt, isInTrash }: PageDouble) {
    return {
      object: 'page',
      id,
      created_time: '2019-01-01T00:00:00.000Z',
      last_edited_time: new Date(minute(editedAt)).toISOString(),
      archived: isInTrash,
      in_trash: isInTrash,
      parent,
      url: `https://www.notion.so/${id}`,
      properties: { Name: { id: 'title', type: 'title', title: [words(title)] }, ...properties },
    }
  }

  #showSource({ id, title, databaseId, parent }: SourceDouble) {
    return {
      object: 'data_source',
      id,
      title: [words(title)],
      parent: { type: 'database_id', database_id: databaseId },
      database_parent: parent,
      properties: {},
      last_edited_time: '2018-12-01T00:00:00.000Z',
    }
  }
}

const minute = (time: number): number => Math.floor(time / 60_000) * 60_000
