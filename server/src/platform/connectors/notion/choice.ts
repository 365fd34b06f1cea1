import { ItemError } from '../connector.ts'
import type { NotionApi } from './api.ts'
import { dataSourceJson, type NotionPage, type Parent, pageJson, placedJson } from './objects.ts'

const maxDepth = 50
const maxKnown = 50_000

type Place = { parent: Parent | undefined }

/** Decides whether a page lies below something that was chosen. Parents are asked for once in a run. */
export class Choice {
  readonly #api: NotionApi
  readonly #chosen: ReadonlySet<string> | undefined
  readonly #known = new Map<string, Promise<Place>>()

  constructor(api: NotionApi, chosen: readonly string[] | undefined) {
    this.#api = api
    this.#chosen = chosen && new Set(chosen.map(plain))
  }

  async includes(page: NotionPage): Promise<boolean> {
    const chosen = this.#chosen
    if (!chosen) return true
    this.#known.set(plain(page.id), Promise.resolve(page))
    if (chosen.has(plain(page.id))) return true
    let parent: Parent | undefined = page.parent
    for (let depth = 0; parent && depth < maxDepth; depth++) {
      if (idsOf(parent).some(id => chosen.has(plain(id)))) return true
      parent = await this.#above(parent)
    }
    return false
  }

  async #above(parent: Parent): Promise<Parent | undefined> {
    const [id] = idsOf(parent)
    if (id === undefined) return undefined
    if (this.#known.size >= maxKnown) this.#known.clear()
    const found = this.#known.get(plain(id)) ?? this.#ask(parent)
    this.#known.set(plain(id), found)
    found.catch(() => this.#known.delete(plain(id)))
    return (await found).parent
  }

  /** What is above a place that the integration does not see is not seen either. */
  async #ask({ page_id, data_source_id, database_id, block_id }: Parent): Promise<Place> {
    try {
      if (page_id) return await this.#api.get(`/pages/${page_id}`, pageJson)
      if (data_source_id) {
        const source = await this.#api.get(`/data_sources/${data_source_id}`, dataSourceJson)
        return { parent: source.database_parent ?? source.parent }
      }
      if (database_id) return await this.#api.get(`/databases/${database_id}`, placedJson)
      if (block_id) return await this.#api.get(`/blocks/${block_id}`, placedJson)
    } catch (error) {
      if (!(error instanceof ItemError)) throw error
    }
    return { parent: undefined }
  }
}

/** Notion writes ids with and without hyphens. */
const plain = (id: string): string => id.replaceAll('-', '')

/** The nearest first: a row is in a data source, which is in a database. */
const idsOf = ({ page_id, data_source_id, database_id, block_id }: Parent): string[] =>
  [page_id, data_source_id, database_id, block_id].filter(id => id !== undefined)
