/**
 * The records of an archive and the columns that they come from. Both directions follow this table: an export selects these
 * columns, an import checks and inserts them. A field that is added here needs no new version if it may be missing; one that
 * is removed or changes its meaning does.
 */

/**
 * `id`: an id that is mapped to the target's shard. `uuid`: kept as it is. `time`: microseconds, UTC. `bytes`: hexadecimal.
 * `spans`, `vector` and `terms` are in the text form of Postgres and pgvector.
 */
export type FieldKind =
  | 'id'
  | 'uuid'
  | 'text'
  | 'int'
  | 'bigints'
  | 'real'
  | 'bool'
  | 'time'
  | 'times'
  | 'texts'
  | 'json'
  | 'bytes'
  | 'spans'
  | 'terms'
  | 'vector'

export type Field = { name: string; column: string; kind: FieldKind; isOptional: boolean }

/** `id` is required; `id?` may be null. The column is the name in snake case unless it is given. */
type FieldSpec = `${FieldKind}` | `${FieldKind}?` | `${FieldKind} ${string}` | `${FieldKind}? ${string}`

function fieldsOf(specs: Record<string, FieldSpec>): Field[] {
  return Object.entries(specs).map(([name, spec]) => {
    const [kind = '', column = name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)] =
      spec.split(' ')
    const isOptional = kind.endsWith('?')
    return { name, column, kind: kind.replace('?', '') as FieldKind, isOptional }
  })
}

export type RecordSpec = {
  table: string
  /** The record that it follows, and the field that names it. */
  parent?: { type: RecordType; field: string }
  fields: readonly Field[]
}

const documentFields = fieldsOf({
  id: 'id',
  customId: 'text?',
  containerTags: 'texts',
  type: 'text',
  taskType: 'text',
  source: 'text?',
  title: 'text?',
  summary: 'text?',
  url: 'text?',
  ogImage: 'text?',
  filepath: 'text?',
  metadata: 'json?',
  entityContext: 'text?',
  filterByMetadata: 'json?',
  dreaming: 'text',
  dreamingStatus: 'text',
  documentDate: 'time?',
  status: 'text',
  errorCode: 'text?',
  errorMessage: 'text?',
  latestRevision: 'int',
  indexedRevision: 'int',
  activeContentUpdateId: 'id?',
  size: 'int',
  lane: 'int',
  orderedAt: 'time',
  createdAt: 'time',
  updatedAt: 'time',
  category: 'text?',
  dreamSince: 'time?',
  dreamedRevision: 'int',
  dreamOutcome: 'text?',
  dreamMemories: 'int?',
  dreamSetting: 'text?',
  dreamErrorCode: 'text?',
  dreamErrorMessage: 'text?',
  dreamedChars: 'int?',
  dreamedUnits: 'int?',
  dreamedSpeaker: 'text?',
  dreamCapped: 'bool',
  chunking: 'text?',
})

const memoryFields = fieldsOf({
  id: 'id',
  text: 'text',
  isStatic: 'bool',
  isInference: 'bool',
  isLatest: 'bool',
  isForgotten: 'bool',
  version: 'int',
  parent: 'id?',
  root: 'id',
  sourceCount: 'int',
  metadata: 'json?',
  origin: 'text',
  confidence: 'real?',
  review: 'text?',
  forgetAfter: 'time?',
  forgetReason: 'text?',
  forgottenAt: 'time?',
  forgetBatch: 'uuid?',
  learnedAt: 'time',
  trueFrom: 'time?',
  trueUntil: 'time?',
  documentDate: 'time?',
  eventDates: 'times',
  updatedAt: 'time',
  dreamSince: 'time?',
  inferredBy: 'text?',
  about: 'text?',
  attribute: 'text?',
  lasts: 'text?',
  terms: 'terms? terms',
  vector: 'vector? vector',
})

const factFields = fieldsOf({
  document: 'id?',
  id: 'id',
  revision: 'int',
  saidAt: 'time',
  fact: 'json',
  memory: 'id?',
  decision: 'text?',
  reason: 'text?',
  learnedAt: 'time',
  keys: 'bigints keys',
  vector: 'vector? vector',
})

const specs = {
  document: { table: 'documents', fields: documentFields },
  revision: {
    table: 'revisions',
    parent: { type: 'document', field: 'document' },
    fields: fieldsOf({
      document: 'id',
      revision: 'int',
      content: 'text',
      extracted: 'text?',
      contentHash: 'bytes',
      createdAt: 'time',
      file: 'text? file',
      fileName: 'text?',
      fileType: 'text?',
      structure: 'json?',
      url: 'text?',
      etag: 'text?',
      lastModified: 'text?',
      bodyHash: 'bytes?',
      refetch: 'bool',
      reread: 'bool',
      turns: 'json?',
      root: 'int?',
      since: 'int?',
    }),
  },
  chunk: {
    table: 'chunks',
    parent: { type: 'document', field: 'document' },
    fields: fieldsOf({
      document: 'id',
      position: 'int position',
      id: 'id',
      revision: 'int',
      start: 'int start_offset',
      end: 'int end_offset',
      content: 'text',
      headings: 'texts',
      contentHash: 'bytes',
      type: 'text',
      metadata: 'json?',
      createdAt: 'time',
      terms: 'terms? terms',
      vector: 'vector? vector',
      codes: 'bytes? codes',
    }),
  },
  fact: { table: 'facts', parent: { type: 'document', field: 'document' }, fields: factFields },
  memory: { table: 'memories', fields: memoryFields },
  source: {
    table: 'memory_sources',
    parent: { type: 'memory', field: 'memory' },
    fields: fieldsOf({
      memory: 'id',
      document: 'id',
      revision: 'int',
      spans: 'spans',
      createdAt: 'time',
    }),
  },
  relation: {
    table: 'memory_relations',
    parent: { type: 'memory', field: 'memory' },
    fields: fieldsOf({
      memory: 'id',
      related: 'id',
      relation: 'text',
      reason: 'text?',
      createdAt: 'time',
    }),
  },
  /** The fact of a memory that was written through the API. Both have the same id. */
  statedFact: { table: 'facts', parent: { type: 'memory', field: 'id' }, fields: factFields },
  undone: {
    table: 'undone',
    fields: fieldsOf({ id: 'uuid', older: 'text', newer: 'text', createdAt: 'time' }),
  },
} as const satisfies Record<
  string,
  { table: string; parent?: { type: string; field: string }; fields: Field[] }
>

export type RecordType = keyof typeof specs
export const recordTypes = Object.keys(specs) as RecordType[]
export const recordSpecs: Record<RecordType, RecordSpec> = specs

/** A record as it is read: checked, and with the ids of its source. */
export type ArchiveRecord = { record: RecordType } & Record<string, unknown>
