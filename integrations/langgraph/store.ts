import { createHash } from 'node:crypto'
import {
  BaseStore,
  type Item,
  type ListNamespacesOperation,
  type MatchCondition,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from '@langchain/langgraph-checkpoint'
import { type Reverie, ReverieError } from '@reverie/sdk'

export type ReverieStoreOptions = {
  reverie: Reverie
  /** The container of all items, for example one per application or end user. Default: `langgraph`. */
  containerTag?: string
  /** Also extract memories from the items. Default: false, so items are only stored and searched. */
  remember?: boolean
}

/** Filters are applied to so many items, the best or newest ones. */
const maxMatches = 100

/**
 * A LangGraph store whose items are documents: the namespace and the key are the path, the value is the text as JSON. A
 * put returns when search finds the item.
 */
export class ReverieStore extends BaseStore {
  readonly #reverie: Reverie
  readonly #containerTag: string
  readonly #taskType: 'memory' | 'rag'

  constructor({ reverie, containerTag = 'langgraph', remember = false }: ReverieStoreOptions) {
    super()
    this.#reverie = reverie
    this.#containerTag = containerTag
    this.#taskType = remember ? 'memory' : 'rag'
  }

  /** Runs the operations one after the other, so that a get sees the puts before it. */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const results: unknown[] = []
    for (const operation of operations) results.push(await this.#run(operation))
    return results as OperationResults<Op>
  }

  #run(operation: Operation): Promise<unknown> {
    if ('namespacePrefix' in operation) return this.#search(operation)
    if ('value' in operation) return this.#put(operation)
    if ('key' in operation) return this.#get(operation.namespace, operation.key)
    return this.#listNamespaces(operation)
  }

  async #get(namespace: string[], key: string): Promise<Item | null> {
    const document = await absentAsNull(
      this.#reverie.documents.get(customIdOf(namespace, key), { containerTag: this.#containerTag }),
    )
    return document && toItem(document)
  }

  async #put({ namespace, key, value }: PutOperation): Promise<void> {
    const customId = customIdOf(namespace, key)
    const options = { containerTag: this.#containerTag }
    if (value === null) return void (await absentAsNull(this.#reverie.documents.delete(customId, options)))
    const { id } = await this.#reverie.add({
      ...options,
      customId,
      filepath: pathOf([...namespace, key]),
      metadata: { path: pathOf([...namespace, key]) },
      content: JSON.stringify(value),
      taskType: this.#taskType,
    })
    await this.#reverie.documents.waitUntilDone(id, options)
  }

  async #search({ namespacePrefix, query, filter, limit = 10, offset = 0 }: SearchOperation) {
    const found = query ? await this.#find(namespacePrefix, query) : await this.#list(namespacePrefix)
    const matching = found.filter(({ value }) => matches(value, filter ?? {}))
    return matching.slice(offset, offset + limit)
  }

  async #find(prefix: string[], q: string): Promise<SearchItem[]> {
    const { results } = await this.#reverie.search({
      q,
      containerTag: this.#containerTag,
      filepath: folderOf(prefix),
      limit: maxMatches,
      includeFullDocs: true,
    })
    return results.flatMap(result => {
      const item = toItem(result)
      return item ? [{ ...item, score: result.score }] : []
    })
  }

  async #list(prefix: string[]): Promise<SearchItem[]> {
    const items: SearchItem[] = []
    const query = { filepath: folderOf(prefix), includeContent: true, order: 'desc' as const }
    for await (const document of this.#documents(query)) {
      const item = toItem(document)
      if (item) items.push(item)
      if (items.length === maxMatches) break
    }
    return items
  }

  async #listNamespaces({ matchConditions = [], maxDepth, limit, offset }: ListNamespacesOperation) {
    const found = new Map<string, string[]>()
    for await (const { metadata } of this.#documents({})) {
      const namespace = partsOf(metadata).slice(0, -1)
      if (namespace.length === 0 || !matchConditions.every(condition => fits(namespace, condition))) continue
      const cut = namespace.slice(0, maxDepth)
      found.set(pathOf(cut), cut)
    }
    const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, namespace]) => namespace)
    return sorted.slice(offset, offset + limit)
  }

  #documents(query: { filepath?: string; includeContent?: boolean; order?: 'asc' | 'desc' }) {
    return this.#reverie.documents.list({ containerTags: [this.#containerTag], ...query })
  }
}

type ItemDocument = {
  metadata?: unknown
  content?: string | null
  createdAt: string
  updatedAt: string
}

/** Null for a document that somebody else added to the container. */
function toItem({ metadata, content, createdAt, updatedAt }: ItemDocument): Item | null {
  const namespace = partsOf(metadata)
  const key = namespace.pop()
  if (key === undefined) return null
  const dates = { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) }
  return { namespace, key, value: JSON.parse(content ?? '{}') as Item['value'], ...dates }
}

/** A hash, because a customId has at most 100 characters and a namespace may have any. */
const customIdOf = (namespace: string[], key: string): string =>
  createHash('sha256')
    .update(pathOf([...namespace, key]))
    .digest('hex')

const pathOf = (parts: string[]): string => parts.map(part => `/${encodeURIComponent(part)}`).join('')
const folderOf = (namespace: string[]): string => `${pathOf(namespace)}/`
/** Results of a search have no `filepath`, so the path is in the metadata too. */
const partsOf = (metadata: unknown): string[] =>
  String((metadata as { path?: unknown } | null)?.path ?? '')
    .split('/')
    .slice(1)
    .map(decodeURIComponent)

function fits(namespace: string[], { matchType, path }: MatchCondition): boolean {
  const from = matchType === 'prefix' ? 0 : namespace.length - path.length
  return from >= 0 && path.every((part, i) => part === '*' || part === namespace[from + i])
}

const comparisons: Record<string, (value: never, other: never) => boolean> = {
  $eq: (value, other) => value === other,
  $ne: (value, other) => value !== other,
  $gt: (value, other) => value > other,
  $gte: (value, other) => value >= other,
  $lt: (value, other) => value < other,
  $lte: (value, other) => value <= other,
}

const matches = (value: Record<string, unknown>, filter: Record<string, unknown>): boolean =>
  Object.entries(filter).every(([field, wanted]) => {
    const isOperators = typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted)
    const wishes = isOperators ? Object.entries(wanted) : [['$eq', wanted] as const]
    return wishes.every(
      ([name, other]) => comparisons[name]?.(value[field] as never, other as never) ?? false,
    )
  })

async function absentAsNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ReverieError && error.status === 404) return null
    throw error
  }
}
