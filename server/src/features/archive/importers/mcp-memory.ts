import { ArchiveError } from '../archive-error.ts'
import { jsonLines } from '../importing/parse-json.ts'
import type { Importer, ImportItem } from './importer.ts'
import { hashKey, isFields, textOf, toMetadata } from './read-values.ts'

/** The file of the reference MCP memory server: a line of JSON for each entity and relation. It has no times. */
export const mcpMemory: Importer = {
  name: 'mcp-memory',
  label: 'MCP reference memory server (memory.json)',
  async *read(files) {
    for await (const { body } of files) for await (const value of jsonLines(body)) yield* toStatements(value)
  },
}

function* toStatements(fields: unknown): Generator<ImportItem> {
  if (!isFields(fields)) throw unrecognized()
  if (fields.type === 'relation') {
    const [from, to, relation] = [
      textOf(fields, 'from'),
      textOf(fields, 'to'),
      textOf(fields, 'relationType'),
    ]
    if (from === undefined || to === undefined || relation === undefined) return
    yield {
      item: 'statement',
      key: `relation:${hashKey(from, relation, to)}`,
      content: `${spaced(from)} ${spaced(relation)} ${spaced(to)}`,
      metadata: toMetadata({ relation }),
    }
  } else if (fields.type === 'entity') {
    const name = textOf(fields, 'name') ?? ''
    const observations = Array.isArray(fields.observations) ? fields.observations : []
    for (const observation of observations)
      if (typeof observation === 'string' && observation.trim() !== '')
        yield {
          item: 'statement',
          key: `entity:${hashKey(name, observation)}`,
          content: observation.includes(name)
            ? observation.replaceAll(name, spaced(name))
            : `${spaced(name)}: ${observation}`,
          metadata: toMetadata({ entity: name, entityType: fields.entityType }),
        }
  } else throw unrecognized()
}

const unrecognized = () =>
  new ArchiveError('import.unrecognized', 'expected a line of JSON with `type` entity or relation')

/** Names and relations are written with underscores: `John_Smith works_at Acme`. */
const spaced = (name: string) => name.replaceAll('_', ' ')
