import { sql } from 'kysely'
import { resetDreaming } from '../../../features/documents/dream-store.ts'
import { ofContainer } from '../../../platform/db/of-container.ts'
import type { Db } from '../../../platform/db/tx.ts'
import type { ClaimedDocument } from '../../../platform/lanes/slice.ts'
import { claimColumns, claimedRows, isOf, stillHeld } from '../store.ts'

/**
 * Writes of the pipeline for links. As in `store.ts`, a write by a worker that no longer holds the document changes
 * nothing.
 */

/** A fetched file, as stored. */
export type FetchedFile = {
  blobKey: string
  fileName: string
  fileType: string
  /** The final address, after redirects. */
  url: string
  etag: string | null
  lastModified: string | null
  bodyHash: Buffer
  type: string
}

/** Stores fetched content as the document's content. Returns whether the document is still ours. */
export async function storeFetched(db: Db, document: ClaimedDocument, file: FetchedFile): Promise<boolean> {
  const { rows } = await sql`
    with kept as (
      update cell.documents d set type = ${file.type}, updated_at = now() from ${claimedRows([document])} where ${stillHeld} returning ${claimColumns}
    )
    update cell.revisions r
       set url = ${file.url}, blob_key = ${file.blobKey}, file_name = ${file.fileName}, file_type = ${file.fileType}, etag = ${file.etag},
           last_modified = ${file.lastModified}, body_hash = ${file.bodyHash}, refetch = false, extracted = null, structure = null
      from kept k where ${ofContainer(document, 'r')} and r.document = k.id and r.revision = ${document.revision}
    returning k.id`.execute(db)
  return rows.length > 0
}

/** The same for a document with content, which search serves until the new content is indexed. */
export async function storeRefetched(
  db: Db,
  document: ClaimedDocument,
  file: FetchedFile & { updateId: string },
): Promise<boolean> {
  const { rows } = await sql`
    with revised as (
      update cell.documents d
         set latest_revision = h.revision + 1, active_content_update_id = ${file.updateId}, type = ${file.type}, og_image = null, updated_at = now(),
             dreaming_status = case d.task_type when 'rag' then 'done' else 'dreaming' end, dream_since = null, ${resetDreaming}
        from ${claimedRows([document])} where ${stillHeld} returning ${claimColumns}, d.latest_revision as revision
    ), noted as (
      update cell.attempts a set revision = v.revision from revised v where ${isOf('a', 'document', 'v')}
    ), former as (
      update cell.revisions r set refetch = false from revised v
       where ${ofContainer(document, 'r')} and r.document = v.id and r.revision = ${document.revision} returning r.content, r.content_hash, r.request_id, r.traceparent
    )
    insert into cell.revisions (shard, org, container, document, revision, content, content_hash, url, blob_key, file_name, file_type,
                                etag, last_modified, body_hash, request_id, traceparent)
    select v.shard, v.org, v.container, v.id, v.revision, f.content, f.content_hash, ${file.url}, ${file.blobKey}, ${file.fileName},
           ${file.fileType}, ${file.etag}, ${file.lastModified}, ${file.bodyHash},
           f.request_id, f.traceparent from revised v, former f
    returning document`.execute(db)
  return rows.length > 0
}

const hasDreamed = sql`d.task_type = 'rag' or d.dream_since is null and d.dream_error_code is null and d.dreamed_revision = d.latest_revision`

/** Finishes a document whose address still leads to the same content. */
export async function finishUnchanged(db: Db, document: ClaimedDocument): Promise<void> {
  await sql`
    with finished as (
      update cell.documents d
         set status = 'done', due_at = null, error_code = null, error_message = null, updated_at = now(),
             -- Dreaming may have ended during the fetch, and left the status to us. Where it had failed, it is tried again.
             dreaming_status = case when ${hasDreamed} then 'done' else 'dreaming' end,
             dream_since = case when not (${hasDreamed}) then coalesce(d.dream_since, now()) end,
             dream_attempts = case when d.dream_since is null then 0 else d.dream_attempts end
        from ${claimedRows([document])} where ${stillHeld} returning ${claimColumns}
    ), noted as (
      update cell.attempts a set outcome = 'done', ended_at = clock_timestamp() from finished f where ${isOf('a', 'document', 'f')}
    )
    update cell.revisions r set refetch = false from finished f
     where ${ofContainer(document, 'r')} and r.document = f.id and r.revision = ${document.revision}`.execute(
    db,
  )
}
