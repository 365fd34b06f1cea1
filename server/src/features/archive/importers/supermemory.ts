import { jsonLines } from '../importing/parse-json.ts'
import type { Importer, ImportItem } from './importer.ts'
import {
  dateOf,
  type Fields,
  firstFilled,
  hashKey,
  isFields,
  listOf,
  textOf,
  toMetadata,
} from './read-values.ts'

/**
 * Answers of the API of Supermemory, or of another server with this interface: one page in each line, as `reverie import
 * --from supermemory` fetches them. Documents are added under their own customId. Memories that were formed from documents
 * are left out, because they form again; those that were written come along.
 */
export const supermemory: Importer = {
  name: 'supermemory',
  label: 'Supermemory (pages of its API)',
  async *read(files) {
    for await (const { body } of files) for await (const page of jsonLines(body)) yield* itemsOf(page)
  },
}

function* itemsOf(page: unknown): Generator<ImportItem> {
  const entries = Array.isArray(page)
    ? page.filter(isFields)
    : isFields(page)
      ? listOf(page, 'memoryEntries', 'memories', 'documents', 'results')
      : []
  for (const entry of entries) {
    const item = textOf(entry, 'memory') === undefined ? toText(entry) : toStatement(entry)
    if (item) yield item
  }
}

function toText(entry: Fields): ImportItem | undefined {
  const content = textOf(entry, 'content', 'raw')
  if (content === undefined) return undefined
  const given = isFields(entry.metadata) ? entry.metadata : {}
  return {
    item: 'text',
    key: textOf(entry, 'customId', 'id') ?? hashKey(content),
    content,
    date: dateOf(entry, 'documentDate', 'createdAt', 'updatedAt'),
    metadata: toMetadata({ ...given, title: entry.title, url: entry.url }),
    ...(textOf(entry, 'filepath') && { filepath: textOf(entry, 'filepath') }),
  }
}

function toStatement(entry: Fields): ImportItem | undefined {
  const isFormed = firstFilled(entry, ['documentIds', 'documents']) !== undefined
  if (isFormed || entry.isForgotten === true || entry.isLatest === false) return undefined
  const content = textOf(entry, 'memory')!
  const temporal = isFields(entry.temporalContext) ? entry.temporalContext : {}
  const given = isFields(entry.metadata) ? entry.metadata : {}
  return {
    item: 'statement',
    key: textOf(entry, 'id') ?? hashKey(content),
    content,
    date: dateOf(temporal, 'documentDate') ?? dateOf(entry, 'createdAt'),
    until: dateOf(entry, 'forgetAfter'),
    isStatic: entry.isStatic === true,
    metadata: toMetadata(given),
  }
}
