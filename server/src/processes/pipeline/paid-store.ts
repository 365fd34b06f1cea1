import { sql } from 'kysely'
import type { ContainerKey } from '../../features/containers/store.ts'
import type { ChunkEmbedding } from '../../features/embeddings/embed-chunk-texts.ts'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { ChunkedDraft } from './draft.ts'
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
): Promise<Map<string, ChunkEmbedding>> {
  const known = new Map<string, ChunkEmbedding>()
  const revised = drafts.filter(({ document }) => document.revision > 1).map(({ document }) => document.id)
  if (revised.length > 0) {
    const { rows } = await sql<ChunkEmbedding & { hash: Buffer }>`
      select c.content_hash as hash, v.embedding::text as vector, t.codes
        from cell.chunks c join cell.chunk_vectors v using (shard, org, container, document, position)
        left join cell.chunk_tokens t using (shard, org, container, document, position, embedding_set)
       where ${ofContainer(key, 'c')} and c.document = any(${revised}::uuid[]) and v.embedding_set = ${set}`.execute(
      db,
    )
    for (const { hash, vector, codes } of rows) known.set(hash.toString('hex'), { vector, codes })
  }
  if (cached) {
    const hashes = drafts.flatMap(draft => draft.chunks.map(({ hash }) => hash))
    const { rows } = await sql<{ hash: Buffer; vector: string }>`
      select content_hash as hash, embedding::text as vector from cell.embedding_cache e
       where ${ofContainer(key, 'e')} and e.embedding_set = ${set} and e.content_hash = any(${hashes}::bytea[])`.execute(
      db,
    )
    for (const { hash, vector } of rows) known.set(hash.toString('hex'), { vector, codes: null })
  }
  return known
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

export async function dropExpiredVectors(db: Db, olderThanHours: number): Promise<void> {
  await sql`delete from cell.embedding_cache where created_at < now() - ${olderThanHours} * interval '1 hour'`.execute(
    db,
  )
}
