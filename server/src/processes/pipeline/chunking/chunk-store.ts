import { sql } from 'kysely'
import { wordIndexedFrom } from '../../../features/containers/index-sizes.ts'
import type { ContainerKey } from '../../../features/containers/store.ts'
import type { ChunkEmbedding } from '../../../features/embeddings/embed-chunk-texts.ts'
import { ofContainer } from '../../../platform/db/of-container.ts'
import type { Db } from '../../../platform/db/tx.ts'
import { EventLoopYield } from '../../../platform/lib/event-loop-yield.ts'
import { countRemoved, deleteOf, type RowTally } from '../removal-store.ts'

/**
 * Removes the chunks of documents with their vectors, tokens and terms. Returns for each term the number of chunks that
 * contained it.
 */
export async function deleteChunks(
  db: Db,
  key: ContainerKey,
  documents: readonly string[],
  tally: RowTally,
): Promise<Map<number, number>> {
  await deleteOf(db, key, 'chunk_vectors', documents, tally)
  await deleteOf(db, key, 'chunk_tokens', documents, tally)
  const gone = await sql<{ document: string; hash: Buffer }>`
    delete from cell.chunks c where ${ofContainer(key, 'c')} and c.document = any(${documents}::uuid[]) returning c.document, c.content_hash as hash`.execute(
    db,
  )
  for (const { document } of gone.rows) countRemoved(tally, document, 'chunks')
  // Cached vectors go with their text, so that a deleted text leaves no vector behind.
  const unpaid = await sql<{ hash: Buffer }>`
    delete from cell.embedding_cache e where ${ofContainer(key, 'e')} and e.content_hash = any(${gone.rows.map(({ hash }) => hash)}::bytea[])
    returning e.content_hash as hash`.execute(db)
  const owners = new Map(gone.rows.map(({ document, hash }) => [hash.toString('hex'), document]))
  for (const { hash } of unpaid.rows)
    countRemoved(tally, owners.get(hash.toString('hex'))!, 'embedding_cache')
  const { rows } = await sql<{ document: string; terms: string }>`
    delete from cell.chunk_terms t where ${ofContainer(key, 't')} and t.document = any(${documents}::uuid[]) returning t.document, t.terms::text`.execute(
    db,
  )
  for (const { document } of rows) countRemoved(tally, document, 'chunk_terms')
  return countTerms(rows)
}

/** Counts the chunks with each term, in short turns, because a long text has millions of terms. */
export async function countTerms(rows: readonly { terms: string }[]): Promise<Map<number, number>> {
  const pauses = new EventLoopYield()
  const counts = new Map<number, number>()
  for (const { terms } of rows) {
    for (const [, term] of terms.matchAll(/(\d+):/g))
      counts.set(Number(term), (counts.get(Number(term)) ?? 0) + 1)
    await pauses.yieldIfDue()
  }
  return counts
}

export type NewChunkRow = {
  document: string
  position: number
  id: string
  revision: number
  start: number
  end: number
  content: string
  headings: string[]
  hash: Buffer
  terms: string
  type: string
  metadata: string | null
}

export type VectorRow = ChunkEmbedding & { embeddingSet: number; document: string; position: number }

/** Inserts chunks in one statement. Headings travel as JSON, because arrays of arrays must be rectangular. */
export async function insertChunks(db: Db, key: ContainerKey, rows: readonly NewChunkRow[]): Promise<void> {
  const documents = rows.map(({ document }) => document)
  const positions = rows.map(({ position }) => position)
  await sql`
    insert into cell.chunks (shard, org, container, document, position, id, revision, start_offset, end_offset, content, headings, content_hash, type, metadata)
    select ${key.shard}, ${key.org}, ${key.container}, document, position, id, revision, s, e, content,
           array(select jsonb_array_elements_text(headings::jsonb)), hash, type, metadata::jsonb
      from unnest(${documents}::uuid[], ${positions}::int[], ${rows.map(row => row.id)}::uuid[], ${rows.map(row => row.revision)}::int[],
                  ${rows.map(row => row.start)}::int[], ${rows.map(row => row.end)}::int[], ${rows.map(row => row.content)}::text[],
                  ${rows.map(row => JSON.stringify(row.headings))}::text[], ${rows.map(row => row.hash)}::bytea[],
                  ${rows.map(row => row.type)}::text[], ${rows.map(row => row.metadata)}::text[])
        as c (document, position, id, revision, s, e, content, headings, hash, type, metadata)`.execute(db)
}

export type TermRow = Pick<NewChunkRow, 'document' | 'position' | 'terms'>

export async function insertTerms(db: Db, key: ContainerKey, rows: readonly TermRow[]): Promise<void> {
  await sql`
    insert into cell.chunk_terms (shard, org, container, sought, document, position, terms)
    select ${key.shard}, ${key.org}, ${key.container},
           coalesce((select c.chunks > ${wordIndexedFrom} from cell.containers c where ${ofContainer(key, 'c')}), false), t.* from unnest(
      ${rows.map(row => row.document)}::uuid[], ${rows.map(row => row.position)}::int[], ${rows.map(row => row.terms)}::sparsevec[]) t`.execute(
    db,
  )
}

/** Inserts vectors and tokens of chunks, in any embedding sets. A vector that is there already is the same. */
export async function insertVectors(db: Db, key: ContainerKey, rows: readonly VectorRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
    select ${key.shard}, ${key.org}, ${key.container}, v.* from unnest(${rows.map(row => row.embeddingSet)}::int[],
      ${rows.map(row => row.document)}::uuid[], ${rows.map(row => row.position)}::int[], ${rows.map(row => row.vector)}::halfvec[]) v
    on conflict do nothing`.execute(db)
  const told = rows.filter(row => row.codes !== null)
  if (told.length > 0)
    await sql`
      insert into cell.chunk_tokens (shard, org, container, embedding_set, document, position, codes)
      select ${key.shard}, ${key.org}, ${key.container}, t.* from unnest(${told.map(row => row.embeddingSet)}::int[],
        ${told.map(row => row.document)}::uuid[], ${told.map(row => row.position)}::int[], ${told.map(row => row.codes)}::bytea[]) t
      on conflict do nothing`.execute(db)
}
