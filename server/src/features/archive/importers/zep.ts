import { ArchiveError } from '../archive-error.ts'
import { limits } from '../format.ts'
import { splitJson } from '../importing/split-json.ts'
import type { Importer, ImportItem } from './importer.ts'
import { dateOf, type Fields, hashKey, isFields, textOf, toMetadata } from './read-values.ts'

/**
 * A graph of Zep or Graphiti as JSON. Facts (edges) become memories with the time since which they are true; one that was
 * invalidated is forgotten from that time on. Episodes are only searched, because the facts were read from them.
 */
export const zep: Importer = {
  name: 'zep',
  label: 'Zep or Graphiti graph (JSON)',
  async *read(files) {
    for await (const { body } of files) {
      let isKnown = false
      for await (const { key, value } of splitJson(body, limits.lineBytes)) {
        const read = key === null ? undefined : readers.get(key)
        if (!read) continue
        isKnown = true
        if (isFields(value)) yield* read(value)
      }
      if (!isKnown) throw new ArchiveError('import.unrecognized', 'expected episodes, entities or facts')
    }
  },
}

type Read = (fields: Fields) => Generator<ImportItem>

function* episode(fields: Fields): Generator<ImportItem> {
  const content = textOf(fields, 'content', 'episode_body', 'data')
  if (content === undefined) return
  const { name, source, group_id: groupId } = fields
  yield {
    item: 'text',
    key: `episode:${textOf(fields, 'uuid', 'id') ?? hashKey(content)}`,
    content,
    date: dateOf(fields, 'valid_at', 'reference_time', 'created_at'),
    metadata: toMetadata({ title: name, source, groupId }),
    isMemory: false,
  }
}

function* entity(fields: Fields): Generator<ImportItem> {
  const [name, summary] = [textOf(fields, 'name'), textOf(fields, 'summary')]
  if (name === undefined || summary === undefined) return
  yield {
    item: 'statement',
    key: `entity:${textOf(fields, 'uuid', 'id') ?? hashKey(name)}`,
    content: summary.includes(name) ? summary : `${name}: ${summary}`,
    date: dateOf(fields, 'created_at'),
    metadata: toMetadata({ entity: name, labels: fields.labels, groupId: fields.group_id }),
  }
}

function* fact(fields: Fields): Generator<ImportItem> {
  const content = textOf(fields, 'fact', 'fact_text')
  if (content === undefined) return
  yield {
    item: 'statement',
    key: `fact:${textOf(fields, 'uuid', 'id') ?? hashKey(content)}`,
    content,
    date: dateOf(fields, 'valid_at', 'created_at'),
    until: dateOf(fields, 'invalid_at', 'expired_at'),
    metadata: toMetadata({ relation: fields.name, groupId: fields.group_id }),
  }
}

const readers = new Map<string, Read>([
  ...['episodes', 'episodic_nodes'].map((name): [string, Read] => [name, episode]),
  ...['entities', 'nodes', 'entity_nodes'].map((name): [string, Read] => [name, entity]),
  ...['facts', 'edges', 'entity_edges'].map((name): [string, Read] => [name, fact]),
])
