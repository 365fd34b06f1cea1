import { sql } from 'kysely'
import { ofContainer } from '../../platform/db/of-container.ts'
import { revisionText } from '../../platform/db/revision-text.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { LaneKind } from '../../platform/lanes/lane.ts'
import type { Turn } from '../../platform/lib/turn.ts'
import type { WorkOrigin } from '../../platform/telemetry/work.ts'
import { type ContainerKey, closedContainers } from '../containers/store.ts'
import { type DreamState, dreamColumns, restartDreaming } from './dream-store.ts'
import type { DocumentStatus, DocumentType, DreamingStatus, TaskType } from './status.ts'

export type DocumentRow = {
  shard: number
  org: string
  container: string
  id: string
  customId: string | null
  containerTags: string[]
  type: DocumentType
  taskType: TaskType
  source: string | null
  title: string | null
  summary: string | null
  url: string | null
  ogImage: string | null
  filepath: string | null
  connectionId: string | null
  metadata: Record<string, unknown> | null
  dreamingStatus: DreamingStatus
  status: DocumentStatus
  errorCode: string | null
  errorMessage: string | null
  latestRevision: number
  activeContentUpdateId: string | null
  createdAt: Date
  updatedAt: Date
  tombstonedAt: Date | null
  progressDone: number | null
  progressTotal: number | null
  /** Number of current memories that cite the document. */
  memoryCount: number
} & DreamState

export type NewDocument = {
  id: string
  customId: string | null
  containerTags: string[]
  taskType: TaskType
  source: string
  filepath: string | null
  metadata: Record<string, unknown> | null
  entityContext: string | null
  filterByMetadata: Record<string, unknown> | null
  dreaming: 'instant' | 'dynamic'
  documentDate: Date | null
  createdAt: Date
  content: string
  /** The turns of a conversation; null for other content. */
  turns: readonly Turn[] | null
  /** The part to store, when the content continues the stored one. */
  append?: AppendedContent
  contentHash: Buffer
  lane: LaneKind
  type: DocumentType
  /** The address to fetch, when the content is one. */
  url: string | null
  /** Number of characters, or of bytes for a file. */
  size: number
  file: StoredFile | null
  /** The connection that it comes from, and its address there. It is shown and never fetched. */
  connection?: { id: string; url: string | null }
  /** The request that adds it. */
  origin: WorkOrigin
}

/** What was added to a stored content whose chain begins with the revision `root`. `turns` have offsets in the whole text. */
export type AppendedContent = { root: number; content: string; turns: readonly Turn[] }

/** An uploaded file in the blob store. */
export type StoredFile = {
  blobKey: string
  name: string
  contentType: string
  bytes: number
  sha256: string
  type: DocumentType
}

export const documentColumns = sql`d.shard, d.org, d.container, d.id, d.custom_id as "customId", d.container_tags as "containerTags",
  d.type, d.task_type as "taskType", d.source, d.title, d.summary, d.url, d.og_image as "ogImage", d.filepath,
  d.connection_id as "connectionId", d.metadata, d.dreaming_status as "dreamingStatus", d.status,
  d.error_code as "errorCode", d.error_message as "errorMessage", d.latest_revision as "latestRevision",
  d.active_content_update_id as "activeContentUpdateId", d.created_at as "createdAt", d.updated_at as "updatedAt",
  d.tombstoned_at as "tombstonedAt", d.progress_done as "progressDone", d.progress_total as "progressTotal", ${dreamColumns}`

/** `isFile`: the document was uploaded as a file, not fetched from an address. */
export type DocumentWithContent = DocumentRow & { content: string; extracted: string | null; isFile: boolean }

/** Selects live documents with their newest content. The caller appends further conditions. */
export const selectWithContent = (org: string, shards: readonly number[]) => sql`
  select ${documentColumns}, coalesce(${revisionText('r')}, '') as content, r.extracted, r.blob_key is not null and r.url is null as "isFile"
    from cell.documents d left join cell.revisions r
      on r.shard = d.shard and r.org = d.org and r.container = d.container and r.document = d.id and r.revision = d.latest_revision
   where d.org = ${org} and d.tombstoned_at is null and d.container <> ${closedContainers(org, shards)}`

/** Finds a document by id, in the shard that the id names or in the shards it may have been moved to. */
export async function findDocument(
  db: Db,
  org: string,
  by: { id: string } & ({ shard: number } | { shards: readonly number[] }),
): Promise<DocumentWithContent | undefined> {
  const shards = 'shard' in by ? [by.shard] : by.shards
  const place = 'shard' in by ? sql`d.shard = ${by.shard}` : sql`d.shard = any(${shards}::smallint[])`
  const { rows } =
    await sql<DocumentWithContent>`${selectWithContent(org, shards)} and ${place} and d.id = ${by.id} limit 1`.execute(
      db,
    )
  return rows[0]
}

/**
 * Hides documents at once, from lists and searches and also from counts by filter: those read only the attributes, which
 * follow from metadata. The lane of the documents purges the remaining rows later. Returns how many documents were still
 * live, and how many attributes they had.
 */
export async function tombstoneDocuments(
  db: Db,
  key: ContainerKey,
  ids: readonly string[],
  erasure: string,
): Promise<{ documents: number; attributes: number }> {
  const { rows } = await sql<{ attributes: number }>`
    update cell.documents d set tombstoned_at = now(), erasure = ${erasure}, metadata = null, updated_at = now(), due_at = now(), fence = fence + 1, attempts = 0, lane = 0
     where ${ofContainer(key)} and id = any(${ids}::uuid[]) and tombstoned_at is null
    returning (select count(*)::int from cell.document_attributes a
                where a.shard = d.shard and a.org = d.org and a.container = d.container and a.document = d.id) as attributes`.execute(
    db,
  )
  return { documents: rows.length, attributes: rows.reduce((sum, row) => sum + row.attributes, 0) }
}

/** Moves a live document with all its rows to another container of the cell. The caller has locked the document. */
export async function moveDocument(
  db: Db,
  from: ContainerKey,
  target: ContainerKey,
  id: string,
): Promise<void> {
  await sql`
    select cell.move_given(${from.shard}::smallint, ${from.org}, ${from.container}, ${target.shard}::smallint, ${target.container},
      array[${id}]::uuid[], with_facts => false)`.execute(db)
  await restartDreaming(db, target, id)
}
