import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/tx.ts'
import { decodeId } from '../lib/ids.ts'
import type { RecallPlan } from './plan.ts'

/** Search reads any table and writes none. */

/** The rows a search looks at: an organization on some shards, perhaps only some of its containers or one document. */
export type SearchScope = {
  org: string
  shards: number[]
  containers: string[] | undefined
  document: string | undefined
}

function within({ org, shards, containers, document }: SearchScope, alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const conditions = [
    // A single value becomes an equality, which the planner estimates and prunes by better than an array of one.
    shards.length === 1
      ? sql`${column('shard')} = ${shards[0]}`
      : sql`${column('shard')} = any(${shards}::smallint[])`,
    sql`${column('org')} = ${org}`,
  ]
  if (containers?.length === 1) conditions.push(sql`${column('container')} = ${containers[0]}`)
  else if (containers) conditions.push(sql`${column('container')} = any(${containers}::uuid[])`)
  if (document) conditions.push(sql`${column('document')} = ${document}`)
  return sql.join(conditions, sql` and `)
}

export type SearchedContainer = { container: string; chunks: number }

export async function findContainers(
  db: Db,
  org: string,
  placed: readonly { shard: number; tag: string }[],
): Promise<SearchedContainer[]> {
  const { rows } = await sql<SearchedContainer>`
    select c.container, c.chunks from cell.containers c
      join unnest(${placed.map(({ shard }) => shard)}::smallint[], ${placed.map(({ tag }) => tag)}::text[]) as p (shard, tag)
        on c.shard = p.shard and c.tag = p.tag where c.org = ${org}`.execute(db)
  return rows
}

/** The largest containers of an organization; its term statistics are taken from these. */
export async function largestContainers(
  db: Db,
  org: string,
  shards: readonly number[],
  most: number,
): Promise<SearchedContainer[]> {
  const { rows } = await sql<SearchedContainer>`
    select container, chunks from cell.containers
     where org = ${org} and shard = any(${shards}::smallint[]) and chunks > 0 order by chunks desc limit ${most}`.execute(
    db,
  )
  return rows
}

/** The document an id or customId names, or one that cannot exist: a search within nothing finds nothing. */
export async function findDocumentId(
  db: Db,
  org: string,
  shards: readonly number[],
  idOrCustomId: string,
): Promise<string> {
  const id = decodeId(idOrCustomId)
  if (id) return id
  const { rows } = await sql<{ id: string }>`
    select id from cell.documents where shard = any(${shards}::smallint[]) and org = ${org} and custom_id = ${idOrCustomId}
       and tombstoned_at is null order by id desc limit 1`.execute(db)
  return rows[0]?.id ?? '00000000-0000-0000-0000-000000000000'
}

export async function readTermCounts(
  db: Db,
  scope: SearchScope,
  containers: readonly string[],
  terms: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ term: number; chunks: number }>`
    select t.term, sum(t.chunks)::int as chunks from cell.term_counts t
     where ${within({ ...scope, containers: [...containers], document: undefined }, 't')} and t.term = any(${terms}::int[])
     group by t.term`.execute(db)
  return new Map(rows.map(({ term, chunks }) => [term, chunks]))
}

export type RecallQuery = {
  scope: SearchScope
  plan: RecallPlan
  /** Undefined for a search by words alone. */
  dense: { set: number; vector: string } | undefined
  /** Undefined when the query holds no word that could be looked up. */
  lexical: { vector: string } | undefined
}

export type Recalled = {
  shard: number
  container: string
  document: string
  position: number
  similarity: number | null
  denseRank: number | null
  bm25: number | null
  lexicalRank: number | null
}

/**
 * Both arms and, for everything either of them found, both scores: a chunk the words found is judged by its meaning too.
 * One statement, so one snapshot. Deleted documents may still have chunks for a moment; the join drops them.
 */
export async function recall(db: Db, query: RecallQuery): Promise<Recalled[]> {
  const { rows } = await recallStatement(query).execute(db)
  return rows
}

export function recallStatement(query: RecallQuery): RawBuilder<Recalled> {
  const { scope, plan, dense, lexical } = query
  const none = sql`select null::smallint as shard, null::uuid as container, null::uuid as document, null::int as position, 0::bigint as rank where false`
  const similarity = dense ? sql`1 - (v.embedding <=> ${dense.vector}::halfvec)` : sql`null::float8`
  const bm25 = lexical ? sql`-(t.terms <#> ${lexical.vector}::sparsevec)` : sql`null::float8`
  const onChunk = (alias: string) => {
    const column = (name: string) => sql.ref(`${alias}.${name}`)
    return sql`${column('shard')} = f.shard and ${column('org')} = ${scope.org} and ${column('container')} = f.container
      and ${column('document')} = f.document and ${column('position')} = f.position`
  }
  return sql<Recalled>`
    with dense as materialized (${dense ? denseArm(scope, plan, dense) : none}),
    lexical as materialized (${lexical ? lexicalArm(scope, plan, lexical.vector) : none}),
    found as (
      select shard, container, document, position, min(dense) as "denseRank", min(lexical) as "lexicalRank" from (
        select shard, container, document, position, rank as dense, null::bigint as lexical from dense
        union all select shard, container, document, position, null, rank from lexical) both_arms
      group by 1, 2, 3, 4)
    select f.*, ${similarity} as similarity, ${bm25} as bm25
      from found f
      join cell.documents d on d.shard = f.shard and d.org = ${scope.org} and d.container = f.container and d.id = f.document
        and d.tombstoned_at is null
      left join cell.chunk_vectors v on ${onChunk('v')} and v.embedding_set = ${dense?.set ?? 0}
      left join cell.chunk_terms t on ${onChunk('t')}`
}

const chunkKey = sql`shard, container, document, position`

function denseArm(
  scope: SearchScope,
  plan: RecallPlan,
  { set, vector }: { set: number; vector: string },
): RawBuilder<unknown> {
  const rows = sql`${within(scope, 'v')} and v.embedding_set = ${set}`
  const ranked = (distance: RawBuilder<unknown>, source: RawBuilder<unknown>) => sql`
    select ${chunkKey}, row_number() over (order by distance) as rank from (
      select v.shard, v.container, v.document, v.position, ${distance} as distance ${source} order by distance limit ${plan.perArm}) best`
  const cosine = sql`v.embedding <=> ${vector}::halfvec`
  if (plan.path === 'exact') return ranked(cosine, sql`from cell.chunk_vectors v where ${rows}`)
  return ranked(
    cosine,
    sql`from (
      select v.shard, v.org, v.container, v.embedding_set, v.document, v.position from cell.chunk_vectors v where ${rows}
       order by v.code <~> binary_quantize(${vector}::halfvec) limit ${plan.candidates}) near
    join cell.chunk_vectors v using (shard, org, container, embedding_set, document, position)`,
  )
}

function lexicalArm(scope: SearchScope, plan: RecallPlan, vector: string): RawBuilder<unknown> {
  return sql`
    select ${chunkKey}, row_number() over (order by score desc) as rank from (
      select t.shard, t.container, t.document, t.position, -(t.terms <#> ${vector}::sparsevec) as score
        from cell.chunk_terms t where ${within(scope, 't')} order by t.terms <#> ${vector}::sparsevec limit ${plan.perArm}) best
     where score > 0`
}

export type FoundChunk = { document: string; position: number; content: string }
export type FoundDocument = {
  id: string
  title: string | null
  type: string
  metadata: Record<string, unknown> | null
  summary: string | null
  createdAt: Date
  updatedAt: Date
  content: string | null
}

export async function readChunks(
  db: Db,
  org: string,
  keys: readonly Pick<Recalled, 'shard' | 'container' | 'document' | 'position'>[],
): Promise<FoundChunk[]> {
  const { rows } = await sql<FoundChunk>`
    select c.document, c.position, c.content from cell.chunks c
      join unnest(${keys.map(key => key.shard)}::smallint[], ${keys.map(key => key.container)}::uuid[], ${keys.map(key => key.document)}::uuid[],
                  ${keys.map(key => key.position)}::int[]) as k (shard, container, document, position)
        on c.shard = k.shard and c.container = k.container and c.document = k.document and c.position = k.position
     where c.org = ${org}`.execute(db)
  return rows
}

export async function readDocuments(
  db: Db,
  org: string,
  keys: readonly Pick<Recalled, 'shard' | 'container' | 'document'>[],
  withContent: boolean,
): Promise<FoundDocument[]> {
  const content = withContent
    ? sql`(select coalesce(r.extracted, r.content) from cell.revisions r where r.shard = d.shard and r.org = d.org
            and r.container = d.container and r.document = d.id and r.revision = d.indexed_revision)`
    : sql`null::text`
  const { rows } = await sql<FoundDocument>`
    select d.id, d.title, d.type, d.metadata, d.summary, d.created_at as "createdAt", d.updated_at as "updatedAt", ${content} as content
      from cell.documents d join unnest(${keys.map(key => key.shard)}::smallint[], ${keys.map(key => key.container)}::uuid[],
        ${keys.map(key => key.document)}::uuid[]) as k (shard, container, document)
        on d.shard = k.shard and d.container = k.container and d.id = k.document
     where d.org = ${org} and d.tombstoned_at is null`.execute(db)
  return rows
}
