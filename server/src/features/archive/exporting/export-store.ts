import { type RawBuilder, sql } from 'kysely'
import { ofContainer } from '../../../platform/db/of-container.ts'
import type { Db } from '../../../platform/db/tx.ts'
import { nilUuid } from '../../../platform/lib/ids.ts'
import type { ContainerKey } from '../../containers/store.ts'
import { type Field, type RecordType, recordSpecs } from '../records.ts'

/** Reads rows as lines of an archive. Postgres writes the JSON, because a JavaScript date has no microseconds. */

/** A line, and the document or memory that it belongs to. */
export type Line = { of: string; line: string; blobKey?: string | null }

export type ContainerLine = ContainerKey & { line: string; tag: string; activeSet: number }

/** Times are written in UTC, whatever the time zone of the server. */
export async function useUtc(db: Db): Promise<void> {
  await sql`set local timezone = 'UTC'`.execute(db)
}

const containerColumns = sql`c.shard, c.org, c.container, c.tag, c.active_set as "activeSet", json_build_object('record', 'container', 'id', c.container,
  'tag', c.tag, 'name', c.name, 'entityContext', c.entity_context, 'memoryFilesystemPaths', c.memory_filesystem_paths,
  'profileBuckets', c.profile_buckets, 'createdAt', c.created_at, 'embedding', (select json_build_object('provider', s.provider,
    'name', s.model, 'revision', s.revision, 'dimensions', s.dimensions) from cell.embedding_sets s
     where s.shard = c.shard and s.org = c.org and s.id = c.active_set))::text as line`

export async function readContainer(db: Db, key: ContainerKey): Promise<ContainerLine | undefined> {
  const { rows } = await sql<ContainerLine>`
    select ${containerColumns} from cell.containers c where ${ofContainer(key, 'c')} and c.deleted_at is null`.execute(
    db,
  )
  return rows[0]
}

/** The next container of an organization in one cell, in the order of shard and id. */
export async function readNextContainer(
  db: Db,
  org: string,
  shards: readonly number[],
  after: { shard: number; container: string } | undefined,
): Promise<ContainerLine | undefined> {
  const { rows } = await sql<ContainerLine>`
    select ${containerColumns} from cell.containers c
     where c.org = ${org} and c.shard = any(${shards}::smallint[]) and c.deleted_at is null
       and (c.shard, c.container) > (${after?.shard ?? -1}::smallint, ${after?.container ?? nilUuid}::uuid)
     order by c.shard, c.container limit 1`.execute(db)
  return rows[0]
}

/** Documents and memories to export, for the progress. */
export async function countRows(
  db: Db,
  org: string,
  shards: readonly number[],
  container: string | undefined,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(documents + memory_versions), 0)::bigint as total from cell.containers
     where org = ${org} and shard = any(${shards}::smallint[]) and deleted_at is null
       and (${container ?? null}::uuid is null or container = ${container ?? null})`.execute(db)
  return rows[0]!.total
}

export type PageOf = { key: ContainerKey; after: string; most: number }

/** The next documents, and their sizes. */
export async function readDocuments(
  db: Db,
  { key, after, most }: PageOf,
): Promise<(Line & { size: number })[]> {
  const { rows } = await sql<Line & { size: number }>`
    select t.id as of, ${jsonOf('document')} as line, t.size from cell.documents t
     where ${ofContainer(key, 't')} and t.id > ${after}::uuid and t.tombstoned_at is null order by t.id limit ${most}`.execute(
    db,
  )
  return rows
}

/** Where the vectors of a container are; undefined to leave them out. */
export type VectorSet = number | undefined

export async function readRevisions(
  db: Db,
  key: ContainerKey,
  documents: readonly string[],
): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select t.document as of, ${jsonOf('revision', { file: sql`null` })} as line, t.blob_key as "blobKey" from cell.revisions t
     where ${ofContainer(key, 't')} and t.document = any(${documents}::uuid[]) order by t.document, t.revision`.execute(
    db,
  )
  return rows
}

export async function readChunks(
  db: Db,
  key: ContainerKey,
  documents: readonly string[],
  set: VectorSet,
): Promise<Line[]> {
  const joined = (table: string, alias: string) =>
    sql.raw(`left join cell.${table} ${alias} on ${alias}.shard = t.shard and ${alias}.org = t.org and ${alias}.container = t.container
      and ${alias}.document = t.document and ${alias}.position = t.position`)
  const hasVectors = set !== undefined
  const line = jsonOf('chunk', {
    terms: sql`s.terms::text`,
    vector: hasVectors ? sql`v.embedding::text` : sql`null`,
    codes: hasVectors ? sql`encode(k.codes, 'hex')` : sql`null`,
  })
  const vectors = hasVectors
    ? sql`${joined('chunk_vectors', 'v')} and v.embedding_set = ${set} ${joined('chunk_tokens', 'k')} and k.embedding_set = ${set}`
    : sql``
  const { rows } = await sql<Line>`
    select t.document as of, ${line} as line from cell.chunks t ${joined('chunk_terms', 's')} ${vectors}
     where ${ofContainer(key, 't')} and t.document = any(${documents}::uuid[]) order by t.document, t.position`.execute(
    db,
  )
  return rows
}

const factLine = (type: 'fact' | 'statedFact', set: VectorSet) =>
  jsonOf(type, {
    keys: sql`array(select x.key::text from cell.fact_keys x where x.shard = t.shard and x.org = t.org and x.container = t.container
      and x.fact = t.id order by x.key)`,
    vector:
      set === undefined ? sql`null` : sql`case when t.embedding_set = ${set} then t.embedding::text end`,
  })

export async function readFacts(
  db: Db,
  key: ContainerKey,
  documents: readonly string[],
  set: VectorSet,
): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select t.document as of, ${factLine('fact', set)} as line from cell.facts t
     where ${ofContainer(key, 't')} and t.document = any(${documents}::uuid[]) order by t.document, t.id`.execute(
    db,
  )
  return rows
}

export async function readMemories(db: Db, { key, after, most }: PageOf, set: VectorSet): Promise<Line[]> {
  const vector =
    set === undefined
      ? sql`null`
      : sql`(select v.embedding::text from cell.memory_vectors v where v.shard = t.shard and v.org = t.org and v.container = t.container
          and v.embedding_set = ${set} and v.memory = t.id)`
  const terms = sql`(select s.terms::text from cell.memory_terms s where s.shard = t.shard and s.org = t.org and s.container = t.container
    and s.memory = t.id)`
  const { rows } = await sql<Line>`
    select t.id as of, ${jsonOf('memory', { terms, vector })} as line from cell.memories t
     where ${ofContainer(key, 't')} and t.id > ${after}::uuid order by t.id limit ${most}`.execute(db)
  return rows
}

/** Citations of documents that are being deleted are left out. */
export async function readSources(db: Db, key: ContainerKey, memories: readonly string[]): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select t.memory as of, ${jsonOf('source')} as line from cell.memory_sources t
     where ${ofContainer(key, 't')} and t.memory = any(${memories}::uuid[])
       and exists (select from cell.documents d where ${ofContainer(key, 'd')} and d.id = t.document and d.tombstoned_at is null)
     order by t.memory, t.document`.execute(db)
  return rows
}

export async function readRelations(db: Db, key: ContainerKey, memories: readonly string[]): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select t.memory as of, ${jsonOf('relation')} as line from cell.memory_relations t
     where ${ofContainer(key, 't')} and t.memory = any(${memories}::uuid[]) order by t.memory, t.related`.execute(
    db,
  )
  return rows
}

export async function readStatedFacts(
  db: Db,
  key: ContainerKey,
  memories: readonly string[],
  set: VectorSet,
): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select t.id as of, ${factLine('statedFact', set)} as line from cell.facts t
     where ${ofContainer(key, 't')} and t.document is null and t.id = any(${memories}::uuid[]) order by t.id`.execute(
    db,
  )
  return rows
}

export async function readUndone(db: Db, { key, after, most }: PageOf): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select t.id as of, ${jsonOf('undone')} as line from cell.undone t
     where ${ofContainer(key, 't')} and t.id > ${after}::uuid order by t.id limit ${most}`.execute(db)
  return rows
}

/** Golden questions lie on the organization's home shard. */
export async function readQuestions(
  db: Db,
  { shard, org }: { shard: number; org: string },
): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select json_build_object('record', 'question', 'id', id, 'question', question, 'expected', expected, 'containerTag', container_tag,
      'createdAt', created_at)::text as line
      from cell.golden_questions where shard = ${shard} and org = ${org} order by id`.execute(db)
  return rows.map(({ line }) => line)
}

/** The fields of a record as one JSON text. `given` replaces fields that are no column of the table `t`. */
function jsonOf(type: RecordType, given: Record<string, RawBuilder<unknown>> = {}): RawBuilder<string> {
  const pairs = recordSpecs[type].fields.map(
    field => sql`${sql.lit(field.name)}, ${given[field.name] ?? valueFor(field)}`,
  )
  return sql`json_build_object('record', ${sql.lit(type)}, ${sql.join(pairs)})::text`
}

function valueFor({ column, kind }: Field): RawBuilder<unknown> {
  const value = sql.ref(`t.${column}`)
  if (kind === 'bytes') return sql`encode(${value}, 'hex')`
  return kind === 'spans' ? sql`${value}::text` : value
}
