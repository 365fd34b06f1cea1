import type { Change, Content, Item } from '../connector.ts'
import { toMetadata } from '../read-note.ts'
import { shortHash } from '../short-hash.ts'
import type { NotionApi } from './api.ts'
import { isRow, type NotionPage, titleOf } from './objects.ts'
import { inWords, type Property, readProperties, type Value } from './properties.ts'
import { BlockReader } from './read-blocks.ts'
import { addressOf } from './rich-text.ts'
import type { NotionSource } from './settings.ts'
import { Titles } from './titles.ts'

/** Notion rounds times of edits down to the minute. This long after one, another may bear the same time. */
const openMs = 120_000

/** Makes items of pages. */
export class Pages {
  readonly #source: NotionSource
  readonly #api: NotionApi
  readonly #titles: Titles

  constructor(source: NotionSource, api: NotionApi) {
    this.#source = source
    this.#api = api
    this.#titles = new Titles(api)
  }

  toUpsert(page: NotionPage): Change {
    const properties = readProperties(page.properties)
    const title = titleOf(page)
    const item: Item = {
      externalId: page.id,
      version: this.#versionOf(page, title, properties),
      title,
      url: page.url ?? addressOf(page.id),
      createdAt: new Date(page.created_time),
      updatedAt: new Date(page.last_edited_time),
      metadata: { type: isRow(page) ? 'notion_row' : 'notion_page' },
      read: () => this.#read(page, title, properties),
    }
    return { kind: 'upsert', item }
  }

  /** Rollups and formulas change without an edit of their page. A page whose minute is not over is read again at the next look. */
  #versionOf(page: NotionPage, title: string, properties: readonly Property[]): string {
    const sorted = properties.toSorted((one, other) => (one.name < other.name ? -1 : 1))
    const settled = `${page.last_edited_time}/${shortHash(JSON.stringify([title, sorted, page.parent]))}`
    const { clock } = this.#api
    const isOpen = clock - Date.parse(page.last_edited_time) < openMs
    return isOpen ? `${settled}/${clock}` : settled
  }

  async #read(page: NotionPage, title: string, properties: readonly Property[]): Promise<Content> {
    const values = await this.#inWords(page.id, properties)
    const { data_source_id } = page.parent
    const database = data_source_id ? await this.#titles.ofDataSource(data_source_id) : undefined
    const head = [
      `# ${title}`,
      ...values.map(([name, value]) => `${name.trim()}: ${inWords(value).join(', ')}`),
    ]
    const { maxTextBytes } = this.#source.limits
    const start = head.length > 1 ? `${head[0]}\n\n${head.slice(1).join('\n')}` : head[0]!
    const room = maxTextBytes - Buffer.byteLength(start) - 1_000
    const content = await new BlockReader(this.#api, room).read(page.id)
    return {
      kind: 'text',
      text: cut(content === '' ? start : `${start}\n\n${content}`, maxTextBytes),
      metadata: toMetadata({ ...Object.fromEntries(values.map(fieldOf)), ...(database && { database }) }),
    }
  }

  async #inWords(pageId: string, properties: readonly Property[]): Promise<[string, Value][]> {
    const values: [string, Value][] = []
    for (const property of properties) {
      const value =
        'value' in property ? property.value : await this.#titles.ofRelation(pageId, property.related)
      if (!Array.isArray(value) || value.length > 0) values.push([property.name, value])
    }
    return values
  }
}

/** `path` is the place of a document for us, and no property of theirs. */
const fieldOf = ([name, value]: [string, Value]): [string, Value] => [name === 'path' ? 'Path' : name, value]

/** A block that alone exceeds the limit is cut. */
function cut(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  return Buffer.from(text)
    .subarray(0, maxBytes)
    .toString()
    .replace(/\uFFFD+$/, '')
}
