import { type RawBuilder, sql } from 'kysely'
import { afterContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { ContainerKey } from '../containers/store.ts'
import type { ChunkEmbedding } from './embed-chunk-texts.ts'

/** Finds and writes the missing vectors of a set, a bounded step at a time. Every write is idempotent. */

const of = (key: ContainerKey, alias: string) =>
  sql`${sql.ref(`${alias}.shard`)} = ${key.shard} and ${sql.ref(`${alias}.org`)} = ${key.org} and ${sql.ref(`${alias}.container`)} = ${key.container}`

/** The progress of a container's build in a set. */
export type Build = {
  id: string
  embeddingSet: number
  afterChunkOf: string
  afterPosition: number
  afterMemory: string
}

/**
 * Claims an open build of the container in one of the sets, unless another worker has it. While a build is being started,
 * its rows are there before its set: its vectors would be paid for and thrown away.
 */
export async function claimBuild(
  db: Db,
  key: ContainerKey,
  sets: readonly number[],
  leaseMs: number,
): Promise<Build | undefined> {
  const { rows } = await sql<Build>`
    update cell.embedding_builds b set leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      from (select o.embedding_set, o.id from cell.embedding_builds o
             where ${of(key, 'o')} and o.done_at is null and o.embedding_set = any(${sets}::int[])
               and (o.leased_until is null or o.leased_until <= clock_timestamp())
               and exists (select from cell.embedding_sets s where s.shard = o.shard and s.org = o.org and s.id = o.embedding_set
                              and s.role is distinct from 'dropping')
             order by o.embedding_set, o.id limit 1 for update skip locked) o
     where ${of(key, 'b')} and b.embedding_set = o.embedding_set and b.id = o.id
    returning b.id, b.embedding_set as "embeddingSet", b.after_chunk_of as "afterChunkOf", b.after_position as "afterPosition",
      b.after_memory as "afterMemory"`.execute(db)
  return rows[0]
}

const one = (key: ContainerKey, build: Build) =>
  sql`${of(key, 'b')} and b.embedding_set = ${build.embeddingSet} and b.id = ${build.id}`

/** Stores the progress of the build and releases it until `afterMs` from now. */
export async function releaseBuild(
  db: Db,
  key: ContainerKey,
  build: Build,
  { made = 0, afterMs = 0 }: { made?: number; afterMs?: number } = {},
): Promise<void> {
  await sql`
    update cell.embedding_builds b
       set after_chunk_of = ${build.afterChunkOf}, after_position = ${build.afterPosition}, after_memory = ${build.afterMemory},
           made = b.made + ${made}, leased_until = clock_timestamp() + ${afterMs} * interval '1 millisecond'
     where ${one(key, build)}`.execute(db)
}

/** Returns the number of vectors made since the pass began. The lock makes other writers of this build wait. */
export async function lockBuild(db: Db, key: ContainerKey, build: Build): Promise<number | undefined> {
  const { rows } = await sql<{ made: number }>`
    select b.made from cell.embedding_builds b where ${one(key, build)} for update`.execute(db)
  return rows[0]?.made
}

/** Ends the pass: the build is done, or another pass begins. */
export async function endBuildWalk(db: Db, key: ContainerKey, build: Build, isDone: boolean): Promise<void> {
  await sql`
    update cell.embedding_builds b
       set after_chunk_of = default, after_position = default, after_memory = default, made = 0, leased_until = null,
           done_at = case when ${isDone} then now() end
     where ${one(key, build)}`.execute(db)
}

const noVector = (set: number): RawBuilder<unknown> => sql`not exists (
  select from cell.chunk_vectors v where v.shard = c.shard and v.org = c.org and v.container = c.container
     and v.embedding_set = ${set} and v.document = c.document and v.position = c.position)`

const noMemoryVector = (set: number): RawBuilder<unknown> => sql`not exists (
  select from cell.memory_vectors v where v.shard = m.shard and v.org = m.org and v.container = m.container
     and v.embedding_set = ${set} and v.memory = m.id)`

export type MissingChunk = { document: string; position: number; content: string; hash: Buffer }

/** Lists the next chunks without a vector in the set, in the order of their key. */
export async function findMissingChunks(
  db: Db,
  key: ContainerKey,
  build: Build,
  count: number,
): Promise<MissingChunk[]> {
  const { rows } = await sql<MissingChunk>`
    select c.document, c.position, c.content, c.content_hash as hash from cell.chunks c
     where ${of(key, 'c')} and (c.document, c.position) > (${build.afterChunkOf}::uuid, ${build.afterPosition}::int)
       and ${noVector(build.embeddingSet)}
     order by c.document, c.position limit ${count}`.execute(db)
  return rows
}

export type MissingMemory = { id: string; text: string }

export async function findMissingMemories(
  db: Db,
  key: ContainerKey,
  build: Build,
  count: number,
): Promise<MissingMemory[]> {
  const { rows } = await sql<MissingMemory>`
    select m.id, m.text from cell.memories m
     where ${of(key, 'm')} and m.id > ${build.afterMemory}::uuid and ${noMemoryVector(build.embeddingSet)}
     order by m.id limit ${count}`.execute(db)
  return rows
}

/** Locks the set in share mode, unless it is being dropped: a vector written then would be left behind. */
export async function shareSet(db: Db, { shard, org }: ContainerKey, set: number): Promise<boolean> {
  const { rows } = await sql`
    select from cell.embedding_sets s where s.shard = ${shard} and s.org = ${org} and s.id = ${set}
       and s.role is distinct from 'dropping' for share`.execute(db)
  return rows.length > 0
}

/**
 * Adds vectors of chunks that have not changed since they were embedded. It locks their documents first: a writer that
 * replaces or purges chunks holds the document's row, and a vector inserted in between would outlive its chunk. Returns
 * how many vectors were missing.
 */
export async function addChunkVectors(
  db: Db,
  key: ContainerKey,
  set: number,
  made: readonly (MissingChunk & ChunkEmbedding)[],
): Promise<number> {
  const documents = [...new Set(made.map(({ document }) => document))]
  await sql`select from cell.documents d where ${of(key, 'd')} and d.id = any(${documents}::uuid[]) order by d.id for share`.execute(
    db,
  )
  const { rows } = await sql<{ added: number }>`
    with made as (
      select * from unnest(${made.map(({ document }) => document)}::uuid[], ${made.map(({ position }) => position)}::int[],
        ${made.map(({ hash }) => hash)}::bytea[], ${made.map(({ vector }) => vector)}::halfvec[], ${made.map(({ codes }) => codes)}::bytea[])
        as m (document, position, hash, vector, codes)
    ), added as (
      insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
      select c.shard, c.org, c.container, ${set}, c.document, c.position, m.vector
        from cell.chunks c join made m on m.document = c.document and m.position = c.position and m.hash = c.content_hash
       where ${of(key, 'c')} order by c.document, c.position
      on conflict do nothing returning document, position
    ), told as (
      insert into cell.chunk_tokens (shard, org, container, embedding_set, document, position, codes)
      select ${key.shard}, ${key.org}, ${key.container}, ${set}, m.document, m.position, m.codes
        from made m join added a on a.document = m.document and a.position = m.position where m.codes is not null
      on conflict do nothing
    )
    select count(*)::int as added from added`.execute(db)
  return rows[0]!.added
}

export async function addMemoryVectors(
  db: Db,
  key: ContainerKey,
  set: number,
  made: readonly { id: string; vector: string }[],
): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with held as (
      select m.* from cell.memories m where ${of(key, 'm')} and m.id = any(${made.map(({ id }) => id)}::uuid[]) order by m.id for share
    ), added as (
      insert into cell.memory_vectors (shard, org, container, embedding_set, memory, embedding, live_until)
      select h.shard, h.org, h.container, ${set}, h.id, n.vector, cell.live_until(h.is_latest, h.is_forgotten, h.forget_after)
        from held h join unnest(${made.map(({ id }) => id)}::uuid[], ${made.map(({ vector }) => vector)}::halfvec[]) n (id, vector) on n.id = h.id
      on conflict do nothing returning memory
    )
    select count(*)::int as added from added`.execute(db)
  return rows[0]!.added
}

/** True if a chunk of the container has no vector in the set. */
export async function hasMissing(db: Db, key: ContainerKey, set: number): Promise<boolean> {
  const { rows } = await sql<{ missing: boolean }>`
    select exists (select from cell.chunks c where ${of(key, 'c')} and ${noVector(set)})
        or exists (select from cell.memories m where ${of(key, 'm')} and ${noMemoryVector(set)}) as missing`.execute(
    db,
  )
  return rows[0]!.missing
}

/** Lists containers with an open build. A wake for a build that a worker already has costs one query. */
export async function findOpenBuilds(
  db: Db,
  after: ContainerKey | undefined,
  most: number,
): Promise<ContainerKey[]> {
  const { rows } = await sql<ContainerKey>`
    select distinct b.shard, b.org, b.container from cell.embedding_builds b where b.done_at is null and ${afterContainer('b', after)}
     order by b.shard, b.org, b.container limit ${most}`.execute(db)
  return rows
}
