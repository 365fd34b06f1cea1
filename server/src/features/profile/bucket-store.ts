import { sql } from 'kysely'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import { type ContainerKey, lockContainers } from '../containers/store.ts'
import { type MemoryOrigin, memoryFilter } from '../memories/store.ts'
import { isKnownAt, type ProfileCriteria } from './store.ts'

/** The memories of each bucket. Triggers update them when memories change. They are read by similarity to the bucket. */

/** Identifies a bucket by a hash of its key and description, so a changed description makes another bucket. */
const bucketOf = (name: ReturnType<typeof sql>) => sql`hashtextextended(${name}, 0)`

export type BucketEntry = {
  text: string
  similarity: number
  isInference: boolean
  isApproved: boolean
  origin: MemoryOrigin
}

/** The memories of each bucket, best first. Undefined: that bucket is not stored yet. */
export async function readBuckets(
  db: Db,
  key: ContainerKey,
  set: number,
  names: readonly string[],
  { limit, filters, asOf }: ProfileCriteria,
): Promise<(BucketEntry[] | undefined)[]> {
  const { rows } = await sql<{ place: number; isStored: boolean; text: string | null } & BucketEntry>`
    select n.place::int, v.bucket is not null as "isStored", m.* from unnest(${names}::text[]) with ordinality n (name, place)
      left join cell.bucket_vectors v on ${ofContainer(key, 'v')} and v.embedding_set = ${set} and v.bucket = ${bucketOf(sql`n.name`)}
      left join lateral (
        select d.text, b.similarity, d.is_inference as "isInference", d.review is not distinct from 'approved' as "isApproved", d.origin
          from cell.memory_buckets b join cell.memories d on ${ofContainer(key, 'd')} and d.id = b.memory
         where ${ofContainer(key, 'b')} and b.embedding_set = ${set} and b.bucket = v.bucket and ${isKnownAt(asOf)} and ${memoryFilter(filters)}
         order by b.similarity desc, b.memory desc limit ${limit}) m on true
     order by n.place, m.similarity desc`.execute(db)
  return names.map((_, i) => {
    const mine = rows.filter(({ place }) => place === i + 1)
    return mine[0]!.isStored ? mine.filter(({ text }) => text !== null) : undefined
  })
}

export type NewBucket = {
  name: string
  vector: string
  /** The similarity that a memory needs to belong to the bucket. */
  least: number
}

/** Stores new buckets and sorts the existing memories into them; triggers sort later ones. Deletes buckets that are no longer configured. */
export async function storeBuckets(
  db: Db,
  key: ContainerKey,
  set: number,
  { added, all }: { added: readonly NewBucket[]; all: readonly string[] },
): Promise<void> {
  // Before the container: writers of memories hold this lock, and lock the container when they commit (migration 0056).
  await sql`select pg_advisory_xact_lock(hashtextextended('buckets ' || ${key.container}, 0))`.execute(db)
  const [open] = await lockContainers(db, [key])
  if (!open) return
  const { rows } = await sql<{ bucket: string }>`
    insert into cell.bucket_vectors (shard, org, container, embedding_set, bucket, embedding, least)
    select ${key.shard}, ${key.org}, ${key.container}, ${set}, ${bucketOf(sql`n.name`)}, n.vector, n.least
      from unnest(${added.map(({ name }) => name)}::text[], ${added.map(({ vector }) => vector)}::halfvec[],
                  ${added.map(({ least }) => least)}::real[]) n (name, vector, least)
    on conflict do nothing returning bucket::text`.execute(db)
  const here = sql`${ofContainer(key)} and embedding_set = ${set}`
  const fresh = sql`${rows.map(({ bucket }) => bucket)}::bigint[]`
  const configured = sql`all(array(select ${bucketOf(sql`n.name`)} from unnest(${all}::text[]) n (name)))`
  await sql`delete from cell.bucket_vectors where ${here} and bucket <> ${configured}`.execute(db)
  await sql`delete from cell.memory_buckets where ${here} and (bucket = any(${fresh}) or bucket <> ${configured})`.execute(
    db,
  )
  await sql`
    insert into cell.memory_buckets (shard, org, container, embedding_set, bucket, memory, similarity)
    select v.shard, v.org, v.container, v.embedding_set, b.bucket, v.memory, 1 - (v.embedding <=> b.embedding)
      from cell.bucket_vectors b join cell.memory_vectors v on ${ofContainer(key, 'v')} and v.embedding_set = ${set}
     where ${ofContainer(key, 'b')} and b.embedding_set = ${set} and b.bucket = any(${fresh}) and v.embedding <=> b.embedding <= 1 - b.least`.execute(
    db,
  )
}
