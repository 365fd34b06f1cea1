import { type RawBuilder, sql } from 'kysely'
import { ofContainer } from '../../../platform/db/of-container.ts'
import type { Db } from '../../../platform/db/tx.ts'
import { wordIndexedFrom } from '../../containers/index-sizes.ts'
import type { ContainerKey } from '../../containers/store.ts'
import { type Field, type FieldKind, type RecordType, recordSpecs } from '../records.ts'

/**
 * Writes records as rows. Every statement leaves rows alone that are there already: the same import twice changes nothing.
 * Triggers keep metadata and counters, as for rows that arrive in any other way.
 */

export type Row = Record<string, unknown>

const sqlTypes: Record<FieldKind, string> = {
  id: 'uuid',
  uuid: 'uuid',
  text: 'text',
  int: 'int',
  bigints: 'bigint[]',
  real: 'real',
  bool: 'boolean',
  time: 'timestamptz',
  times: 'timestamptz[]',
  texts: 'text[]',
  json: 'jsonb',
  bytes: 'text',
  spans: 'text',
  terms: 'text',
  vector: 'text',
}

/** The rows as a table `n` with a column for each field. */
function given(fields: readonly Field[], rows: readonly Row[], more: Record<string, string> = {}) {
  const columns = [
    ...fields.map(({ name, kind }) => `"${name}" ${sqlTypes[kind]}`),
    ...Object.entries(more).map(([name, type]) => `"${name}" ${type}`),
  ]
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (${sql.raw(columns.join(', '))})`
}

function valueFor({ name, kind }: Field): RawBuilder<unknown> {
  const value = sql.ref(`n.${name}`)
  if (kind === 'bytes') return sql`decode(${value}, 'hex')`
  return kind === 'spans' ? sql`${value}::int4multirange` : value
}

type InsertOptions = {
  /** Fields that are no column of the table. */
  without?: readonly string[]
  /** Columns with an expression of their own. */
  values?: Record<string, RawBuilder<unknown>>
  more?: Record<string, string>
  where?: RawBuilder<unknown>
  returning?: string
}

/** Inserts the rows that are not there yet, and returns the column `returning` of those. */
async function insertRows(
  db: Db,
  key: ContainerKey,
  type: RecordType,
  rows: readonly Row[],
  { without = [], values = {}, more = {}, where = sql`true`, returning }: InsertOptions = {},
): Promise<string[]> {
  if (rows.length === 0) return []
  const { table, fields } = recordSpecs[type]
  const kept = fields.filter(({ name }) => !without.includes(name))
  const columns = [...kept.filter(({ column }) => !(column in values)), ...Object.keys(values)]
  const names = columns.map(each => sql.ref(typeof each === 'string' ? each : each.column))
  const exprs = columns.map(each => (typeof each === 'string' ? values[each]! : valueFor(each)))
  const { rows: inserted } = await sql<{ value: string }>`
    insert into ${sql.table(`cell.${table}`)} as t (shard, org, container, ${sql.join(names)})
    select ${key.shard}::smallint, ${key.org}::uuid, ${key.container}::uuid, ${sql.join(exprs)} from ${given(kept, rows, more)} where ${where}
    on conflict do nothing ${returning ? sql`returning ${sql.ref(`t.${returning}`)} as value` : sql``}`.execute(
    db,
  )
  return inserted.map(({ value }) => value)
}

const isFinished = sql`n.status in ('done', 'failed')`

/** A document whose processing was under way is processed again. Returns the ids of the new documents. */
export async function insertDocuments(db: Db, key: ContainerKey, rows: readonly Row[]): Promise<string[]> {
  const ids = await insertRows(db, key, 'document', rows, {
    returning: 'id',
    values: {
      status: sql`case when ${isFinished} then n.status else 'queued' end::cell.document_status`,
      due_at: sql`case when not ${isFinished} then now() end`,
    },
  })
  await sql`
    insert into cell.secondary_tags (shard, org, container, document, tag)
    select d.shard, d.org, d.container, d.id, tag from cell.documents d, unnest(d.container_tags[2:]) tag
     where ${ofContainer(key, 'd')} and d.id = any(${ids}::uuid[]) and tag <> d.container_tags[1] on conflict do nothing`.execute(
    db,
  )
  return ids
}

/** `blobKey` names the file of a revision in the blob store. */
export async function insertRevisions(db: Db, key: ContainerKey, rows: readonly Row[]): Promise<void> {
  await insertRows(db, key, 'revision', rows, {
    without: ['file'],
    more: { blobKey: 'text' },
    values: { blob_key: sql`n."blobKey"` },
  })
}

export async function insertChunks(db: Db, key: ContainerKey, rows: readonly Row[]): Promise<void> {
  await insertRows(db, key, 'chunk', rows, { without: ['terms', 'vector', 'codes'] })
  const termed = rows.filter(({ terms }) => typeof terms === 'string')
  if (termed.length === 0) return
  await sql`
    insert into cell.chunk_terms (shard, org, container, sought, document, position, terms)
    select ${key.shard}, ${key.org}, ${key.container},
           coalesce((select c.chunks > ${wordIndexedFrom} from cell.containers c where ${ofContainer(key, 'c')}), false),
           n.document, n.position, n.terms::sparsevec
      from ${given(pick('chunk', ['document', 'position', 'terms']), termed)}
    on conflict do nothing`.execute(db)
}

export async function insertChunkVectors(
  db: Db,
  key: ContainerKey,
  set: number,
  rows: readonly Row[],
): Promise<void> {
  const embedded = rows.filter(({ vector }) => typeof vector === 'string')
  if (embedded.length === 0) return
  const fields = pick('chunk', ['document', 'position', 'vector', 'codes'])
  await sql`
    insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
    select ${key.shard}, ${key.org}, ${key.container}, ${set}::int, n.document, n.position, n.vector::halfvec from ${given(fields, embedded)}
    on conflict do nothing`.execute(db)
  await sql`
    insert into cell.chunk_tokens (shard, org, container, embedding_set, document, position, codes)
    select ${key.shard}, ${key.org}, ${key.container}, ${set}::int, n.document, n.position, decode(n.codes, 'hex') from ${given(fields, embedded)}
     where n.codes is not null
    on conflict do nothing`.execute(db)
}

const pick = (type: RecordType, names: readonly string[]): Field[] =>
  recordSpecs[type].fields.filter(({ name }) => names.includes(name))

/** Adds to the counts of terms, which ranking needs. Counts of a small container are packed, and unpacked here first. */
export async function addTermCounts(
  db: Db,
  key: ContainerKey,
  counts: ReadonlyMap<number, number>,
): Promise<void> {
  const sorted = [...counts].sort(([a], [b]) => a - b)
  if (sorted.length === 0) return
  await sql`select cell.spill_tallies(${key.shard}::smallint, ${key.org}, ${key.container})`.execute(db)
  await sql`
    insert into cell.term_counts as t (shard, org, container, term, chunks)
    select ${key.shard}, ${key.org}, ${key.container}, c.* from unnest(${sorted.map(([term]) => term)}::int[], ${sorted.map(([, by]) => by)}::int[]) c
    on conflict (shard, org, container, term) do update set chunks = t.chunks + excluded.chunks`.execute(db)
}

/** Returns the ids of the new memories. */
export async function insertMemories(db: Db, key: ContainerKey, rows: readonly Row[]): Promise<string[]> {
  const ids = await insertRows(db, key, 'memory', rows, { without: ['terms', 'vector'], returning: 'id' })
  const added = new Set(ids)
  const termed = rows.filter(({ id, terms }) => added.has(id as string) && typeof terms === 'string')
  if (termed.length > 0)
    await sql`
      insert into cell.memory_terms (shard, org, container, memory, terms, live_until)
      select ${key.shard}, ${key.org}, ${key.container}, n.id, n.terms::sparsevec, cell.live_until(d.is_latest, d.is_forgotten, d.forget_after)
        from ${given(pick('memory', ['id', 'terms']), termed)} join cell.memories d on ${ofContainer(key, 'd')} and d.id = n.id
      on conflict do nothing`.execute(db)
  return ids
}

/** Citations of documents that are not in the container are left out. */
export async function insertSources(db: Db, key: ContainerKey, rows: readonly Row[]): Promise<number> {
  const kept = await insertRows(db, key, 'source', rows, {
    where: sql`exists (select from cell.documents d where ${ofContainer(key, 'd')} and d.id = n.document)`,
    returning: 'memory',
  })
  return kept.length
}

export async function insertRelations(db: Db, key: ContainerKey, rows: readonly Row[]): Promise<void> {
  await insertRows(db, key, 'relation', rows, {
    values: { relation: sql`n.relation::cell.memory_relation` },
  })
}

/** `vector` and `embeddingSet` are required. */
export async function insertFacts(db: Db, key: ContainerKey, rows: readonly Row[]): Promise<void> {
  await insertRows(db, key, 'fact', rows, {
    without: ['keys', 'vector'],
    more: { embeddingSet: 'int', vector: 'text' },
    values: { embedding_set: sql`n."embeddingSet"`, embedding: sql`n.vector::halfvec` },
  })
  if (rows.length === 0) return
  await sql`
    insert into cell.fact_keys (shard, org, container, key, fact, document)
    select ${key.shard}, ${key.org}, ${key.container}, k, n.id, n.document
      from ${given(pick('fact', ['id', 'document', 'keys']), rows)}, unnest(n.keys) k
    on conflict do nothing`.execute(db)
}

export async function insertUndone(db: Db, key: ContainerKey, rows: readonly Row[]): Promise<number> {
  return (await insertRows(db, key, 'undone', rows, { returning: 'id' })).length
}

/** Which of these documents and memories the organization has already, in any container of the shard. */
export async function findExisting(db: Db, key: ContainerKey, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from cell.documents where shard = ${key.shard} and org = ${key.org} and id = any(${ids}::uuid[])
    union all
    select id from cell.memories where shard = ${key.shard} and org = ${key.org} and id = any(${ids}::uuid[])`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

export type ContainerFields = {
  name: string | null
  entityContext: string | null
  memoryFilesystemPaths: unknown
  profileBuckets: unknown
  createdAt: string
}

/** Fills in the details that the container does not have yet. */
export async function completeContainer(db: Db, key: ContainerKey, from: ContainerFields): Promise<void> {
  const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
  await sql`
    update cell.containers c
       set name = coalesce(c.name, ${from.name}), entity_context = coalesce(c.entity_context, ${from.entityContext}),
           memory_filesystem_paths = coalesce(c.memory_filesystem_paths, ${json(from.memoryFilesystemPaths)}::jsonb),
           profile_buckets = coalesce(c.profile_buckets, ${json(from.profileBuckets)}::jsonb),
           created_at = least(c.created_at, ${from.createdAt}::timestamptz)
     where ${ofContainer(key, 'c')} and c.deleted_at is null`.execute(db)
}

/** Removes relations to memories that did not come along. */
export async function dropLooseRelations(db: Db, key: ContainerKey): Promise<void> {
  await sql`
    delete from cell.memory_relations r where ${ofContainer(key, 'r')}
       and not exists (select from cell.memories m where ${ofContainer(key, 'm')} and m.id = r.related)`.execute(
    db,
  )
}

/** The lanes of imported documents that are still to be processed, and whether dreaming has work. */
export async function findWork(db: Db, key: ContainerKey): Promise<{ lanes: number[]; dreams: boolean }> {
  const { rows } = await sql<{ lanes: number[]; dreams: boolean }>`
    select array(select distinct d.lane from cell.documents d where ${ofContainer(key, 'd')} and d.due_at is not null) as lanes,
           exists (select from cell.documents d where ${ofContainer(key, 'd')} and d.dream_since is not null)
        or exists (select from cell.memories m where ${ofContainer(key, 'm')} and m.dream_since is not null) as dreams`.execute(
    db,
  )
  return rows[0]!
}

/** Whether vectors of the container are still being made. */
export async function isBuilding(db: Db, key: ContainerKey): Promise<boolean> {
  const { rows } = await sql`
    select from cell.embedding_builds b where ${ofContainer(key, 'b')} and b.done_at is null limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** A golden question keeps its id. */
export async function insertQuestions(
  db: Db,
  home: { shard: number; org: string },
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into cell.golden_questions (shard, org, id, question, expected, container_tag, created_at)
    select ${home.shard}, ${home.org}, n.id, n.question, n.expected, n."containerTag", n."createdAt"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as n (id uuid, question text, expected text[], "containerTag" text, "createdAt" timestamptz)
    on conflict do nothing`.execute(db)
}

/** The distinct names of staged parts: the containers of an import. */
export async function listStagedTags(
  db: Db,
  job: { shard: number; org: string; id: string },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from cell.archive_parts
     where shard = ${job.shard} and org = ${job.org} and job = ${job.id} and role = 'staged' and name is not null order by 1`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}
