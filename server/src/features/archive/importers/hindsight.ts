import { ArchiveError } from '../archive-error.ts'
import { limits } from '../format.ts'
import { jsonLines } from '../importing/parse-json.ts'
import { splitJson } from '../importing/split-json.ts'
import type { Importer, ImportItem } from './importer.ts'
import { baseName, dateOf, type Fields, hashKey, isFields, textOf, toMetadata } from './read-values.ts'

/** The zip of a Hindsight bank. Facts and observations become memories; documents are only searched, and their chunks are not needed. */
export const hindsight: Importer = {
  name: 'hindsight',
  label: 'Hindsight bank export (zip)',
  async *read(files) {
    let isKnown = false
    for await (const { name, body } of files) {
      const kind = /^(documents|facts|memories|observations)\.jsonl?$/.exec(baseName(name))?.[1]
      if (kind === undefined) continue
      isKnown = true
      for await (const value of valuesOf(name, body)) if (isFields(value)) yield* toItems(kind, value)
    }
    if (!isKnown) throw new ArchiveError('import.unrecognized', 'expected documents and facts in a zip')
  },
}

async function* valuesOf(name: string, body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  if (name.endsWith('l')) return yield* jsonLines(body)
  for await (const { value } of splitJson(body, limits.lineBytes)) yield value
}

function* toItems(kind: string, fields: Fields): Generator<ImportItem> {
  const content = textOf(fields, 'text', 'content', 'original_text', 'fact_text', 'fact')
  if (content === undefined) return
  const given = isFields(fields.metadata) ? fields.metadata : {}
  const names = Array.isArray(fields.entities)
    ? fields.entities.map(each => (isFields(each) ? textOf(each, 'name') : each))
    : undefined
  const entities = names?.filter(name => typeof name === 'string')
  const { document_id: documentId, fact_type: factType } = fields
  const common = {
    key: `${kind}:${textOf(fields, 'id', 'document_id') ?? hashKey(content)}`,
    content,
    metadata: toMetadata({ ...given, entities, factType, ...(kind !== 'documents' && { documentId }) }),
  }
  const dates = ['occurred_start', 'event_date', 'mentioned_at', 'timestamp', 'created_at'] as const
  const date = dateOf(fields, ...dates)
  if (kind === 'documents') yield { item: 'text', ...common, date, isMemory: false }
  else {
    // Facts of one document share its id, so their own text tells them apart.
    const key = textOf(fields, 'id') === undefined ? `${kind}:${hashKey(content)}` : common.key
    yield { item: 'statement', ...common, key, date, until: dateOf(fields, 'invalid_at', 'superseded_at') }
  }
}
