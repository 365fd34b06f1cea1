import { z } from 'zod'
import type { Change, Connector, CredentialKind, Resource, ResourcePage, Resources } from './connector.ts'
import { ItemError } from './connector.ts'
import {
  type Entry,
  type EntryPage,
  type Lister,
  listInPasses,
  type PassState,
  passState,
} from './list-in-passes.ts'
import { NotionApi } from './notion/api.ts'
import { Choice } from './notion/choice.ts'
import { anyObject, isGone, isRow, type NotionPage, nameOf, pageJson, titleOf } from './notion/objects.ts'
import { Pages } from './notion/pages.ts'
import {
  type NotionCredentials,
  type NotionSettings,
  type NotionSource,
  notionCredentials,
  notionSettings,
} from './notion/settings.ts'
import { checkForm } from './read-answer.ts'
import { shortHash } from './short-hash.ts'

type NotionConnector = Connector<NotionSettings, NotionCredentials, PassState>

/** With the operator's own public integration. */
export const notion: NotionConnector = withCredentials('notion', 'Notion', {
  kind: 'oauth',
  authorizeUrl: 'https://api.notion.com/v1/oauth/authorize',
  tokenUrl: 'https://api.notion.com/v1/oauth/token',
  revokeUrl: 'https://api.notion.com/v1/oauth/revoke',
  scopes: [],
  extra: { owner: 'user' },
  tokenAuth: 'basic',
})

/** With the secret of an internal integration, which needs no public address. */
export const notionToken: NotionConnector = withCredentials('notion-token', 'Notion with a token', {
  kind: 'secret',
  fields: notionCredentials,
})

function withCredentials(
  provider: string,
  title: string,
  credentials: CredentialKind<NotionCredentials>,
): NotionConnector {
  return {
    describe: {
      provider,
      title,
      summary: 'Pages of Notion, and rows of its databases with their properties.',
      settings: notionSettings,
      credentials,
      checkpoint: passState,
      everyMinutes: 60,
      requestsPerSecond: 3,
    },
    check,
    resources,
    pull: (source, checkpoint) => listInPasses(new NotionReader(source).lister(), checkpoint),
    async *fetch(source, externalIds) {
      const reader = new NotionReader(source)
      for (const id of externalIds) yield await reader.find(id)
    },
  }
}

const me = z.object({
  name: z.string().nullish(),
  bot: z.object({ workspace_name: z.string().nullish() }).nullish(),
})

async function check(source: NotionSource) {
  const { name, bot } = await new NotionApi(source).get('/users/me', me)
  const account = bot?.workspace_name ?? name
  return account ? { account } : {}
}

/** One run: what was asked for is remembered in it. */
class NotionReader {
  readonly #source: NotionSource
  readonly #api: NotionApi
  readonly #pages: Pages
  readonly #choice: Choice

  constructor(source: NotionSource) {
    this.#source = source
    this.#api = new NotionApi(source)
    this.#pages = new Pages(source, this.#api)
    this.#choice = new Choice(this.#api, source.chosen)
  }

  lister(): Lister {
    const { settings, chosen } = this.#source
    return {
      scope: shortHash(JSON.stringify([settings.rows, chosen?.toSorted() ?? null])),
      now: this.#source.now(),
      overlapMs: 15 * 60_000,
      alwaysFullUpTo: 2_000,
      list: (cursor, since) => this.#list(cursor, since),
      find: id => this.find(id),
    }
  }

  /** From the newest edit back, to the first one before `since`. */
  async #list(cursor: string | undefined, since: string | undefined): Promise<EntryPage | 'bad cursor'> {
    const page = await this.#api.search(cursor, 'page')
    if (!page) return 'bad cursor'
    const entries: Entry[] = []
    for (const result of page.results) {
      const found = checkForm('Notion', result, anyObject)
      if (found.object !== 'page') continue
      if (since !== undefined && Date.parse(found.last_edited_time) < Date.parse(since))
        return { entries, next: undefined }
      const change = await this.#toChange(found)
      if (change) entries.push({ id: found.id, editedAt: found.last_edited_time, change })
    }
    return { entries, next: page.next }
  }

  /** Undefined: it was not asked for. */
  async #toChange(page: NotionPage): Promise<Change | undefined> {
    if (isGone(page)) return { kind: 'deleted', externalId: page.id }
    if (isRow(page) && !this.#source.settings.rows) return undefined
    return (await this.#choice.includes(page)) ? this.#pages.toUpsert(page) : undefined
  }

  /** A page that is no longer shared looks like a deleted one. */
  async find(externalId: string): Promise<Change> {
    const gone: Change = { kind: 'deleted', externalId }
    try {
      const page = await this.#api.get(`/pages/${encodeURIComponent(externalId)}`, pageJson)
      return (await this.#toChange(page)) ?? gone
    } catch (error) {
      if (!(error instanceof ItemError)) throw error
      if (error.code === 'item_gone') return gone
      return { kind: 'failed', externalId, code: error.code, message: error.message }
    }
  }
}

/** Requests that a person may wait for. */
const maxSearches = 40

/** Pages and databases that the integration sees, but no rows: a database stands for them. */
async function resources(source: NotionSource, { page, perPage, parent }: ResourcePage): Promise<Resources> {
  const api = new NotionApi(source)
  const found: Resource[] = []
  let cursor: string | undefined
  for (let asked = 0; asked < maxSearches && found.length < page * perPage; asked++) {
    const listed = await api.search(cursor)
    found.push(...(listed?.results ?? []).flatMap(result => toResource(result, parent)))
    cursor = listed?.next
    if (cursor === undefined) break
  }
  return { resources: found.slice((page - 1) * perPage, page * perPage) }
}

function toResource(result: unknown, parent: string | undefined): Resource[] {
  const found = checkForm('Notion', result, anyObject)
  if (found.object === 'other' || isGone(found)) return []
  if (found.object === 'page' && isRow(found)) return []
  const place = found.object === 'page' ? found.parent : (found.database_parent ?? found.parent)
  const above = place.page_id ?? place.data_source_id ?? place.database_id ?? place.block_id
  if (parent !== undefined && above !== parent) return []
  return [
    {
      id: found.id,
      name: found.object === 'page' ? titleOf(found) : nameOf(found),
      details: { kind: found.object === 'page' ? 'page' : 'database', parent: above ?? null },
    },
  ]
}
