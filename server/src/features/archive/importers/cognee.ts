import { ArchiveError } from '../archive-error.ts'
import { jsonLines } from '../importing/parse-json.ts'
import type { Importer, ImportItem } from './importer.ts'
import { baseName, dateOf, type Fields, hashKey, isFields, textOf, toMetadata } from './read-values.ts'

/** A folder in Cognee's exchange format COGX 0.1, as a tar or zip. Facts and memories are kept; documents are only searched. */
export const cognee: Importer = {
  name: 'cognee',
  label: 'Cognee COGX folder',
  async *read(files) {
    let isKnown = false
    for await (const { name, body } of files) {
      const read = readers.get(baseName(name))
      if (!read) continue
      isKnown = true
      for await (const value of jsonLines(body)) {
        if (!isFields(value)) throw new ArchiveError('import.malformed', 'a line is not a JSON object')
        yield* read(value)
      }
    }
    if (!isKnown)
      throw new ArchiveError('import.unrecognized', 'expected documents.jsonl, facts.jsonl and so on')
  },
}

function commonOf(record: Fields, content: string, kind: string) {
  const scope = isFields(record.scope) ? record.scope : {}
  const given = isFields(record.metadata) ? record.metadata : {}
  const { user_id: userId, agent_id: agentId, session_id: sessionId } = scope
  return {
    key: `${kind}:${textOf(record, 'external_id', 'id') ?? hashKey(content)}`,
    content,
    metadata: toMetadata({ ...given, title: record.title ?? record.name, userId, agentId, sessionId }),
  }
}

const text = (kind: string, ...names: string[]) =>
  function* (record: Fields): Generator<ImportItem> {
    const content = textOf(record, ...names)
    if (content === undefined) return
    const date = dateOf(record, 'valid_at', 'created_at', 'updated_at')
    yield { item: 'text', ...commonOf(record, content, kind), date, isMemory: false }
  }

const statement = (kind: string, ...names: string[]) =>
  function* (record: Fields): Generator<ImportItem> {
    const content = textOf(record, ...names)
    if (content === undefined) return
    const date = dateOf(record, 'valid_at', 'updated_at', 'created_at')
    yield { item: 'statement', ...commonOf(record, content, kind), date, until: dateOf(record, 'invalid_at') }
  }

const readers = new Map([
  ['documents.jsonl', text('document', 'text', 'content', 'raw_text')],
  ['episodes.jsonl', text('episode', 'content', 'text', 'episode_body')],
  ['memory_blocks.jsonl', text('block', 'value', 'content', 'text')],
  ['facts.jsonl', statement('fact', 'fact_text', 'text')],
  ['memories.jsonl', statement('memory', 'memory', 'text', 'content')],
])
