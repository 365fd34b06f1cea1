import { type RawBuilder, sql } from 'kysely'
import type { ContainerKey } from '../../features/containers/store.ts'
import type { ChunkEmbedding } from '../../features/embeddings/embed-chunk-texts.ts'
import { deleteOldest } from '../../platform/db/delete-oldest.ts'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { ChunkKey } from './chunking/change-store.ts'
import type { ChunkedDraft } from './draft.ts'
import { KnownEmbeddings } from './known-embeddings.ts'
import { countRemoved, type RowTally } from './removal-store.ts'

/**
 * Finds vectors that need not be made again, by hash: those of unchanged chunks of these documents and, when a vector
 * costs money, those in the cache.
 */
export async function findKnownEmbeddings(
  db: Db,
  key: ContainerKey,
  set: number,
  drafts: readonly ChunkedDraft[],
  cached: boolean,
): Promise<KnownEmbeddings> {
  const known = new KnownEmbeddings()
  const revised = drafts.filter(({ document, chunks }) => document.revision > 1 && chunks.length > 0)
  if (revised.length > 0) await addStored(db, key, set, revised, known)
  if (cached) {
    const hashes = drafts.flatMap(draft => draft.chunks.map(({ hash }) => hash))
    const { rows } = await sql<{ hash: Buffer; vector: string }>`
      select content_hash as hash, embedding::text as vector from cell.embedding_cache e
       where ${ofContainer(key, 'e')} and e.embedding_set = ${set} and e.content_hash = any(${hashes}::bytea[])`.execute(
      db,
    )
    for (const { hash, vector } of rows) known.add(hash, { vector, codes: null })
  }
  return known
}

/**
 * Adds the vectors of indexed documents. One that stays at its position is not written again, and is read only if the
 * summary needs it. One whose chunk has another position now is read with its tokens.
 */
async function addStored(
  db: Db,
  key: ContainerKey,
  set: number,
  drafts: readonly ChunkedDraft[],
  known: KnownEmbeddings,
): Promise<void> {
  const elsewhere: ChunkKey[] = []
  const byDocument = Map.groupBy(await readStored(db, key, set, drafts), ({ document }) => document)
  for (const { document, chunks } of drafts) {
    const stored = byDocument.get(document.id) ?? []
    const at = new Map(stored.map(row => [row.position, row]))
    const places = new Map(stored.map(({ hash, position }) => [hash.toString('hex'), position]))
    for (const { position, hash } of chunks) {
      const same = at.get(position)
      const place = places.get(hash.toString('hex'))
      if (same?.hash.equals(hash)) known.addStored(document.id, position, same.vector)
      else if (place !== undefined) elsewhere.push({ document: document.id, position: place })
    }
  }
  if (elsewhere.length === 0) return
  for (const { hash, vector, codes } of await readAt(db, key, set, elsewhere))
    known.add(hash, { vector, codes })
}

type StoredVector = { document: string; position: number; hash: Buffer; vector: string }

/** Looks up a value for each chunk `c`. As a join, Postgres would read all vectors of the container for a few chunks. */
const ofChunk = (key: ContainerKey, alias: string, set: number, value: RawBuilder<unknown>, table: string) =>
  sql`(select ${value} from ${sql.table(`cell.${table}`)} ${sql.ref(alias)} where ${ofContainer(key, alias)}
        and ${sql.ref(`${alias}.embedding_set`)} = ${set} and ${sql.ref(`${alias}.document`)} = c.document and ${sql.ref(`${alias}.position`)} = c.position)`

/** The chunks that have a vector. It is empty for the tail of a conversation. */
async function readStored(
  db: Db,
  key: ContainerKey,
  set: number,
  drafts: readonly ChunkedDraft[],
): Promise<StoredVector[]> {
  const vector = sql`case when r.is_tail then '' else v.embedding::text end`
  const { rows } = await sql<StoredVector>`
    select r.document, c.* from unnest(${drafts.map(({ document }) => document.id)}::uuid[],
        ${drafts.map(({ isTail, chunks }) => (isTail ? chunks[0]!.position : 0))}::int[], ${drafts.map(({ isTail }) => isTail === true)}::boolean[])
        as r (document, first, is_tail)
      cross join lateral (
        select c.position, c.content_hash as hash, ${ofChunk(key, 'v', set, vector, 'chunk_vectors')} as vector from cell.chunks c
         where ${ofContainer(key, 'c')} and c.document = r.document and c.position >= r.first offset 0) c
     where c.vector is not null`.execute(db)
  return rows
}

async function readAt(
  db: Db,
  key: ContainerKey,
  set: number,
  chunks: readonly ChunkKey[],
): Promise<(ChunkEmbedding & { hash: Buffer })[]> {
  const { rows } = await sql<ChunkEmbedding & { hash: Buffer }>`
    select c.* from unnest(${chunks.map(({ document }) => document)}::uuid[], ${chunks.map(({ position }) => position)}::int[])
        as r (document, position)
      cross join lateral (
        select c.content_hash as hash, ${ofChunk(key, 'v', set, sql`v.embedding::text`, 'chunk_vectors')} as vector,
               ${ofChunk(key, 't', set, sql`t.codes`, 'chunk_tokens')} as codes
          from cell.chunks c where ${ofContainer(key, 'c')} and c.document = r.document and c.position = r.position offset 0) c`.execute(
    db,
  )
  return rows
}

export type PaidVector = { document: string; hash: Buffer; vector: string }

/**
 * Caches vectors of documents that still exist, and locks those documents, so that a delete afterwards finds the
 * vectors.
 */
export async function storeVectors(
  db: Db,
  key: ContainerKey,
  set: number,
  paid: readonly PaidVector[],
): Promise<void> {
  const documents = paid.map(({ document }) => document)
  await sql`
    insert into cell.embedding_cache (shard, org, container, embedding_set, content_hash, embedding, paid_for)
    select ${key.shard}, ${key.org}, ${key.container}, ${set}, p.hash, p.vector, d.id
      from unnest(${documents}::uuid[], ${paid.map(({ hash }) => hash)}::bytea[], ${paid.map(({ vector }) => vector)}::halfvec[]) p (document, hash, vector)
      join (select d.id from cell.documents d where ${ofContainer(key, 'd')} and d.id = any(${documents}::uuid[]) and d.tombstoned_at is null
             order by d.id for share) d on d.id = p.document
    on conflict do nothing`.execute(db)
}

/** Removes cached vectors of texts that were never indexed. */
export async function deletePaidFor(
  db: Db,
  key: ContainerKey,
  documents: readonly string[],
  tally: RowTally,
): Promise<void> {
  const { rows } = await sql<{ document: string }>`
    delete from cell.embedding_cache e where ${ofContainer(key, 'e')} and e.paid_for = any(${documents}::uuid[]) returning e.paid_for as document`.execute(
    db,
  )
  for (const { document } of rows) countRemoved(tally, document, 'embedding_cache')
}

/** Deletes up to `most` cached vectors that are older than this. Returns how many. */
export async function dropExpiredVectors(db: Db, olderThanHours: number, most: number): Promise<number> {
  return deleteOldest(db, { table: 'cell.embedding_cache', age: 'created_at', olderThanHours }, most)
}
