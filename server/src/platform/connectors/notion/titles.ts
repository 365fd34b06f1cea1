import { z } from 'zod'
import { ItemError } from '../connector.ts'
import { checkForm } from '../read-answer.ts'
import type { NotionApi } from './api.ts'
import { dataSourceJson, nameOf, pageJson, titleOf } from './objects.ts'
import type { Relation } from './properties.ts'

/** Titles that are kept, and pages that a property may name. */
const maxTitles = 5_000
const maxRelated = 100

const related = z.object({ relation: z.object({ id: z.string().regex(/^[\w-]{1,100}$/) }) })

/** Titles of pages and databases that others refer to, each asked for once in a run. */
export class Titles {
  readonly #api: NotionApi
  readonly #known = new Map<string, Promise<string | undefined>>()

  constructor(api: NotionApi) {
    this.#api = api
  }

  ofPage(id: string): Promise<string | undefined> {
    return this.#find(id, async () => titleOf(await this.#api.get(`/pages/${id}`, pageJson)))
  }

  ofDataSource(id: string): Promise<string | undefined> {
    return this.#find(id, async () => nameOf(await this.#api.get(`/data_sources/${id}`, dataSourceJson)))
  }

  /** The titles of related pages. Those that are not shared with the integration have none. */
  async ofRelation(pageId: string, relation: Relation): Promise<string[]> {
    const ids = relation.hasMore ? await this.#readIds(pageId, relation) : relation.ids
    const titles: string[] = []
    for (const id of ids.slice(0, maxRelated)) {
      const title = await this.ofPage(id)
      if (title !== undefined) titles.push(title)
    }
    return titles
  }

  /** A page shows 25 of its relations. */
  async #readIds(pageId: string, { propertyId }: Relation): Promise<string[]> {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const path = `/pages/${pageId}/properties/${encodeURIComponent(decode(propertyId))}`
      const { results, next } = await this.#api.list(path, cursor)
      ids.push(...results.map(result => checkForm('Notion', result, related).relation.id))
      cursor = results.length > 0 ? next : undefined
    } while (cursor !== undefined && ids.length < maxRelated)
    return ids
  }

  #find(id: string, ask: () => Promise<string>): Promise<string | undefined> {
    const known = this.#known.get(id)
    if (known) return known
    if (this.#known.size >= maxTitles) this.#known.clear()
    const asked = ask().catch(error => {
      if (error instanceof ItemError) return undefined
      this.#known.delete(id)
      throw error
    })
    this.#known.set(id, asked)
    return asked
  }
}

/** Notion gives ids of properties as they stand in addresses. */
function decode(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
