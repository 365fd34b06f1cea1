import { sql } from 'kysely'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { LaneKind } from '../../platform/lanes/lane.ts'
import type { WorkOrigin } from '../../platform/telemetry/work.ts'
import type { ContainerKey } from '../containers/store.ts'
import { changeTaskType, resetDreaming, restartDreaming } from './dream-store.ts'
import type { TaskType } from './status.ts'
import { metadataToJson, turnsToJson } from './storable-json.ts'
import type { NewDocument } from './store.ts'
import { awaitTidyTurn, joinTails, tidyAfterHours } from './tidy-store.ts'

/** New content of a document, and the fields that change with it. Absent fields keep their value. */
export type DocumentRevision = { id: string; updateId: string; revision: number } & Pick<
  NewDocument,
  'content' | 'contentHash' | 'lane'
> &
  Partial<NewDocument>

/** Stores new content of an existing document. A worker that still processes the old revision can no longer write. */
export async function reviseDocument(db: Db, key: ContainerKey, doc: DocumentRevision): Promise<void> {
  const file = doc.file ?? null
  const whole = { root: null, content: doc.content, turns: doc.turns ?? null }
  const { root, content, turns } = doc.append ?? whole
  await sql`
    insert into cell.revisions (shard, org, container, document, revision, content, content_hash, blob_key, file_name, file_type, url, turns, root, tidy_at,
      request_id, traceparent)
    values (${key.shard}, ${key.org}, ${key.container}, ${doc.id}, ${doc.revision}, ${content}, ${doc.contentHash},
            ${file?.blobKey ?? null}, ${file?.name ?? null}, ${file?.contentType ?? null}, ${doc.url ?? null},
            ${turnsToJson(turns)}::jsonb, ${root}, case when ${root}::int is not null then ${tidyTime} end,
            ${doc.origin?.requestId ?? null}, ${doc.origin?.traceparent ?? null})`.execute(db)
  // Rows before a chain are of no use to it. They are marked once, when it begins.
  if (root === null || root === doc.revision - 1) await markForTidying(db, key, doc, root ?? doc.revision)
  if (root !== null) await joinTails(db, key, { document: doc.id, root, revision: doc.revision })
  await sql`
    update cell.documents
       set latest_revision = ${doc.revision}, active_content_update_id = ${doc.updateId}, status = 'queued', attempts = 0,
           error_code = null, error_message = null, due_at = now(), lane = ${doc.lane}, type = ${doc.type ?? 'text'},
           size = ${doc.size ?? doc.content.length}, url = ${doc.url ?? doc.connection?.url ?? null}, og_image = null,
           connection_id = coalesce(${doc.connection?.id ?? null}::uuid, connection_id),
           metadata = coalesce(${metadataToJson(doc.metadata ?? null)}::jsonb, metadata), filepath = coalesce(${doc.filepath ?? null}, filepath),
           entity_context = coalesce(${doc.entityContext ?? null}, entity_context), task_type = coalesce(${doc.taskType ?? null}, task_type),
           document_date = coalesce(${doc.documentDate ?? null}, document_date),
           ordered_at = coalesce(${doc.documentDate ?? null}, document_date, created_at), updated_at = now(),
           dreaming_status = case coalesce(${doc.taskType ?? null}, task_type) when 'rag' then 'done' else 'dreaming' end,
           dream_since = null, ${resetDreaming}
     where ${ofContainer(key)} and id = ${doc.id}`.execute(db)
}

const tidyTime = sql`now() + ${tidyAfterHours} * interval '1 hour'`

/**
 * Marks earlier revisions, which upkeep then drops unless something refers to them. A fold at the same moment would
 * remove the mark again, so it comes first.
 */
async function markForTidying(
  db: Db,
  key: ContainerKey,
  { id }: Pick<DocumentRevision, 'id'>,
  before: number,
): Promise<void> {
  await awaitTidyTurn(db, id)
  await sql`
    update cell.revisions set tidy_at = ${tidyTime}
     where ${ofContainer(key)} and document = ${id} and revision < ${before} and tidy_at is null and blob_key is null`.execute(
    db,
  )
}

/** Queues the same address for another fetch. It becomes a new content only if the page has changed. */
export async function refetchDocument(
  db: Db,
  key: ContainerKey,
  doc: { id: string; revision: number; url: string; lane: LaneKind; origin?: WorkOrigin },
): Promise<void> {
  await sql`
    update cell.revisions set refetch = true, url = ${doc.url}, request_id = ${doc.origin?.requestId ?? null},
           traceparent = ${doc.origin?.traceparent ?? null}
     where ${ofContainer(key)} and document = ${doc.id}
       and revision = ${doc.revision}`.execute(db)
  await sql`
    update cell.documents
       set status = 'queued', attempts = 0, error_code = null, error_message = null, due_at = now(), lane = ${doc.lane},
           url = ${doc.url}, updated_at = now(),
           dreaming_status = case dreaming_status when 'failed' then 'dreaming' else dreaming_status end
     where ${ofContainer(key)} and id = ${doc.id}`.execute(db)
}

export type DocumentChanges = {
  customId?: string | undefined
  containerTags?: string[] | undefined
  metadata?: Record<string, unknown> | undefined
  taskType?: TaskType | undefined
  filepath?: string | undefined
  filterByMetadata?: Record<string, unknown> | undefined
  documentDate?: Date | undefined
  /** The address in the source of a connection. */
  sourceUrl?: string | undefined
}

/** The title that the source of a connection gives. */
const titleIn = (metadata: Record<string, unknown> | undefined): string | null =>
  typeof metadata?.title === 'string' ? metadata.title : null

/**
 * Changes the fields of a document except its content. Lists and filters see the change at once; nothing is processed.
 */
export async function changeDocument(
  db: Db,
  key: ContainerKey,
  id: string,
  changes: DocumentChanges,
): Promise<void> {
  const { customId, containerTags, metadata, taskType, filepath, filterByMetadata, documentDate, sourceUrl } =
    changes
  await sql`
    update cell.documents
       set custom_id = coalesce(${customId ?? null}, custom_id), metadata = coalesce(${metadataToJson(metadata ?? null)}::jsonb, metadata),
           container_tags = coalesce(${containerTags ?? null}::text[], container_tags), filepath = coalesce(${filepath ?? null}, filepath),
           url = coalesce(${sourceUrl ?? null}, url),
           title = case when connection_id is not null then coalesce(nullif(${titleIn(metadata)}::text, ''), title) else title end,
           filter_by_metadata = coalesce(${metadataToJson(filterByMetadata ?? null)}::jsonb, filter_by_metadata),
           document_date = coalesce(${documentDate ?? null}, document_date),
           ordered_at = coalesce(${documentDate ?? null}, document_date, created_at), updated_at = now()
     where ${ofContainer(key)} and id = ${id}`.execute(db)
  if (taskType) await changeTaskType(db, key, id, taskType)
  if (documentDate) await restartDreaming(db, key, id)
  if (!containerTags) return
  await sql`
    delete from cell.secondary_tags where ${ofContainer(key)} and document = ${id}`.execute(db)
  await sql`
    insert into cell.secondary_tags (shard, org, container, document, tag)
    select ${key.shard}, ${key.org}, ${key.container}, ${id}, tag from unnest(${containerTags.slice(1)}::text[]) tag`.execute(
    db,
  )
}
