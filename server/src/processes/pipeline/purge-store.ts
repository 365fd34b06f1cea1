import { sql } from 'kysely'
import type { ContainerKey } from '../../features/containers/store.ts'
import type { RemovedRows } from '../../features/erasures/store.ts'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { ClaimedDocument } from '../../platform/lanes/slice.ts'
import { deleteChunks } from './chunking/chunk-store.ts'
import { deletePaidFor } from './paid-store.ts'
import { countRemoved, deleteOf, type RowTally } from './removal-store.ts'
import { claimedRows, isOf } from './store.ts'

/** Lists the files of every revision that the documents have had. */
export async function listBlobKeys(
  db: Db,
  key: ContainerKey,
  documents: readonly ClaimedDocument[],
): Promise<string[]> {
  const { rows } = await sql<{ blobKey: string }>`
    select r.blob_key as "blobKey" from cell.revisions r
     where ${ofContainer(key, 'r')} and r.document = any(${documents.map(({ id }) => id)}::uuid[]) and r.blob_key is not null`.execute(
    db,
  )
  return rows.map(({ blobKey }) => blobKey)
}

export type PurgeResult = { terms: Map<number, number>; isDreamedOf: boolean; removed: RemovedRows[] }

/** Facts may also come from an unfinished first step, or from an extraction before the requested one. */
const isDreamedOf = sql`(d.dreamed_revision > 0 or exists (select from cell.facts f
  where f.shard = d.shard and f.org = d.org and f.container = d.container and f.document = d.id))`

type PurgedRow = { id: string; isDreamedOf: boolean; erasure: string | null; attributes: number }

/**
 * Leaves a row without content of each deleted document. Returns the terms of its chunks; whether facts were extracted
 * from it, which dreaming then withdraws; and the removed rows, for the receipts.
 */
export async function purge(
  db: Db,
  key: ContainerKey,
  documents: readonly ClaimedDocument[],
): Promise<PurgeResult> {
  const { rows } = await sql<PurgedRow>`
    update cell.documents d
       set dream_since = case when ${isDreamedOf} then to_timestamp(0) end, due_at = null, metadata = null, filter_by_metadata = null, entity_context = null, custom_id = null, title = null, summary = null,
           category = null, filepath = null, url = null, og_image = null, error_message = null, dream_error_message = null, updated_at = now()
      from ${claimedRows(documents)} where ${isOf('d', 'id', 'h')} and d.tombstoned_at is not null
    returning d.id, d.erasure, ${isDreamedOf} as "isDreamedOf", (select count(*)::int from cell.document_attributes a
      where a.shard = d.shard and a.org = d.org and a.container = d.container and a.document = d.id) as attributes`.execute(
    db,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return { terms: new Map(), isDreamedOf: false, removed: [] }
  const tally: RowTally = new Map()
  for (const { id, attributes } of rows) countRemoved(tally, id, 'document_attributes', attributes)
  const files = await deleteRevisions(db, key, ids, tally)
  await deleteOf(db, key, 'attempts', ids, tally)
  await deleteOf(db, key, 'secondary_tags', ids, tally)
  await deleteOf(db, key, 'llm_answers', ids, tally)
  await deleteOf(db, key, 'llm_calls', ids, tally)
  const terms = await deleteChunks(db, key, ids, tally)
  await deletePaidFor(db, key, ids, tally)
  const removed = rows.flatMap(({ id, erasure }) =>
    erasure ? { erasure, counts: tally.get(id)!, blobKeys: files.get(id) ?? [] } : [],
  )
  return { terms, isDreamedOf: rows.some(row => row.isDreamedOf), removed }
}

/** Deletes the file keys of the documents' revisions, by document. Their blobs are gone already. */
async function deleteRevisions(
  db: Db,
  key: ContainerKey,
  documents: readonly string[],
  tally: RowTally,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ document: string; blobKey: string | null }>`
    delete from cell.revisions r where ${ofContainer(key, 'r')} and r.document = any(${documents}::uuid[])
    returning r.document, r.blob_key as "blobKey"`.execute(db)
  const files = new Map<string, string[]>()
  for (const { document, blobKey } of rows) {
    countRemoved(tally, document, 'revisions')
    if (blobKey === null) continue
    countRemoved(tally, document, 'blobs')
    files.set(document, [...(files.get(document) ?? []), blobKey])
  }
  return files
}
