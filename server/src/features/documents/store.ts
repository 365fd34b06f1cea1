import { sql } from 'kysely'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { Clocks } from '../../platform/lanes/fairness.ts'
import type { LaneKind } from '../../platform/lanes/lane.ts'
import type { Turn } from '../../platform/lib/turn.ts'
import { ContainerGone, type ContainerKey, closedContainers } from '../containers/store.ts'
import { changeTask, type DreamState, dreamAfresh, dreamAgain, dreamColumns } from './dream-store.ts'
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
  /** Current memories that cite it. */
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
  /** The turns of the content, if it is a conversation. */
  turns: readonly Turn[] | null
  contentHash: Buffer
  lane: LaneKind
  type: DocumentType
  /** The address that the content is, if it is one. */
  url: string | null
  /** Characters, or bytes of a file. */
  size: number
  file: StoredFile | null
}

/** A content that came as a file, in the blob store. */
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

/**
 * New documents of one container with their content and, for the wakes that follow, the organization's clocks: one
 * statement for one document or for hundreds. Tags travel as JSON: arrays of arrays must be rectangular.
 */
export async function insertDocuments(
  db: Db,
  key: ContainerKey,
  docs: readonly NewDocument[],
): Promise<Clocks> {
  const of = sql`${key.shard}::smallint, ${key.org}::uuid, ${key.container}::uuid`
  const { rows } = await sql<Clocks>`
    with given as materialized (
      select *, array(select jsonb_array_elements_text(tags::jsonb)) as container_tags from unnest(
        ${docs.map(doc => doc.id)}::uuid[], ${docs.map(doc => doc.customId)}::text[], ${docs.map(doc => JSON.stringify(doc.containerTags))}::text[],
        ${docs.map(doc => doc.taskType)}::text[], ${docs.map(doc => doc.source)}::text[], ${docs.map(doc => doc.filepath)}::text[],
        ${docs.map(doc => json(doc.metadata))}::jsonb[], ${docs.map(doc => doc.entityContext)}::text[],
        ${docs.map(doc => json(doc.filterByMetadata))}::jsonb[], ${docs.map(doc => doc.dreaming)}::text[],
        ${docs.map(doc => doc.documentDate)}::timestamptz[], ${docs.map(doc => doc.size)}::int[], ${docs.map(doc => doc.lane)}::smallint[],
        ${docs.map(doc => doc.createdAt)}::timestamptz[], ${toBinaryTexts(docs.map(doc => doc.content))}::text[], ${docs.map(doc => doc.contentHash)}::bytea[],
        ${docs.map(doc => doc.type)}::text[], ${docs.map(doc => doc.file?.blobKey ?? null)}::text[], ${docs.map(doc => doc.file?.name ?? null)}::text[],
        ${docs.map(doc => doc.file?.contentType ?? null)}::text[], ${docs.map(doc => doc.url)}::text[],
        ${docs.map(doc => jsonOf(doc.turns))}::jsonb[])
      as g (id, custom_id, tags, task_type, source, filepath, metadata, entity_context, filter_by_metadata, dreaming,
            document_date, size, lane, created_at, content, content_hash, type, blob_key, file_name, file_type, url, turns)
    ), document as (
      insert into cell.documents (shard, org, container, id, custom_id, container_tags, task_type, source, filepath, metadata,
        entity_context, filter_by_metadata, dreaming, dreaming_status, document_date, size, lane, ordered_at, due_at, created_at, type, url)
      select ${of}, id, custom_id, container_tags, task_type, source, filepath, metadata, entity_context, filter_by_metadata, dreaming,
             case task_type when 'rag' then 'done' else 'dreaming' end, document_date, size, lane,
             coalesce(document_date, created_at), now(), created_at, type, url from given
    ), revision as (
      insert into cell.revisions (shard, org, container, document, revision, content, content_hash, blob_key, file_name, file_type, url, turns)
      select ${of}, id, 1, content, content_hash, blob_key, file_name, file_type, url, turns from given
    ), further_tag as (
      insert into cell.secondary_tags (shard, org, container, document, tag)
      select ${of}, id, tag from given, unnest(container_tags[2:]) tag
    )
    select c.virtual_at as "virtualAt", c.reading_at as "readingAt"
      from (select) as once left join cell.lane_clocks c on c.shard = ${key.shard} and c.org = ${key.org}`.execute(
    db,
  )
  return rows[0]!
}

/**
 * A `text[]` in binary form. As text, an array of long texts is quoted here and unquoted there, letter by letter: 600
 * documents of a kilobyte take Postgres 4.1 ms to read so, and 2.2 ms like this.
 */
function toBinaryTexts(texts: readonly string[]): Buffer {
  const textType = 25
  const head = [1, 0, textType, texts.length, 1]
  const items = texts.map(text => Buffer.from(text))
  const bytes = Buffer.allocUnsafe(4 * head.length + items.reduce((sum, item) => sum + 4 + item.length, 0))
  let at = 0
  for (const number of head) at = bytes.writeInt32BE(number, at)
  for (const item of items) {
    at = bytes.writeInt32BE(item.length, at)
    at += item.copy(bytes, at)
  }
  return bytes
}

/** Half a surrogate pair, which a text cut in the middle of an emoji leaves, is no Unicode: jsonb refuses it. */
function json(value: Record<string, unknown> | null): string | null {
  if (value === null) return null
  const mend = (part: unknown) => (typeof part === 'string' ? part.toWellFormed() : part)
  const entries = Object.entries(value).map(([key, part]) => [
    key.toWellFormed(),
    Array.isArray(part) ? part.map(mend) : mend(part),
  ])
  return JSON.stringify(Object.fromEntries(entries))
}

/** A name may end in half a surrogate pair, too. */
const jsonOf = (turns: readonly Turn[] | null): string | null =>
  turns &&
  JSON.stringify(
    turns.map(({ name, ...turn }) => (name === undefined ? turn : { ...turn, name: name.toWellFormed() })),
  )

export type ExistingDocument = {
  id: string
  status: DocumentStatus
  latestRevision: number
  contentHash: Buffer
  blobKey: string | null
}

type Locked = Omit<ExistingDocument, 'contentHash' | 'blobKey'>

/**
 * The live document a customId names in a container, locked so that two adds under one customId take turns. The content
 * is read in a statement of its own: whoever waited for the lock has a snapshot that lacks the revision just written.
 */
export async function lockByCustomId(
  db: Db,
  key: ContainerKey,
  customId: string,
): Promise<ExistingDocument | undefined> {
  const { rows } = await sql<Locked & { isOpen: boolean }>`
    select id, status, latest_revision as "latestRevision", container <> ${closedContainers(key.org, [key.shard])} as "isOpen"
      from cell.documents where ${ofContainer(key)}
       and custom_id = ${customId} and tombstoned_at is null
       for update`.execute(db)
  const [locked] = rows
  if (locked && !locked.isOpen) throw new ContainerGone(key)
  return locked && { ...locked, ...(await readContent(db, key, locked)) }
}

/** A live document, locked until what is done with it is done. */
export async function lockById(db: Db, key: ContainerKey, id: string): Promise<ExistingDocument | undefined> {
  const { rows } = await sql<Locked>`
    select id, status, latest_revision as "latestRevision" from cell.documents
     where ${ofContainer(key)} and id = ${id}
       and tombstoned_at is null for update`.execute(db)
  const [locked] = rows
  return locked && { ...locked, ...(await readContent(db, key, locked)) }
}

/** Where a live document is by now, which is elsewhere when it was moved since it was found; locked, so that it stays there. */
export async function lockPlace(
  db: Db,
  { org, id }: Pick<DocumentRow, 'org' | 'id'>,
  shards: readonly number[],
): Promise<Pick<DocumentRow, 'shard' | 'container' | 'containerTags'> | undefined> {
  const { rows } = await sql<Pick<DocumentRow, 'shard' | 'container' | 'containerTags'>>`
    select shard, container, container_tags as "containerTags" from cell.documents
     where shard = any(${shards}::smallint[]) and org = ${org} and id = ${id} and tombstoned_at is null for update`.execute(
    db,
  )
  return rows[0]
}

async function readContent(
  db: Db,
  key: ContainerKey,
  { id, latestRevision }: Locked,
): Promise<Pick<ExistingDocument, 'contentHash' | 'blobKey'>> {
  const { rows } = await sql<Pick<ExistingDocument, 'contentHash' | 'blobKey'>>`
    select content_hash as "contentHash", blob_key as "blobKey" from cell.revisions
     where ${ofContainer(key)} and document = ${id}
       and revision = ${latestRevision}`.execute(db)
  return rows[0]!
}

/** Content and turns of a document that the caller has locked. */
export async function readStored(
  db: Db,
  key: ContainerKey,
  { id, latestRevision }: ExistingDocument,
): Promise<{ content: string; turns: Turn[] | null }> {
  const { rows } = await sql<{ content: string; turns: Turn[] | null }>`
    select content, turns from cell.revisions
     where ${ofContainer(key)} and document = ${id}
       and revision = ${latestRevision}`.execute(db)
  return rows[0] ?? { content: '', turns: null }
}

/** New content, and what else is said anew; what is not, stays. */
export type Revised = { id: string; updateId: string; revision: number } & Pick<
  NewDocument,
  'content' | 'contentHash' | 'lane'
> &
  Partial<NewDocument>

/** New content for a known document. Raising the revision takes it from any worker that still has the old one. */
export async function reviseDocument(db: Db, key: ContainerKey, doc: Revised): Promise<void> {
  const file = doc.file ?? null
  await sql`
    insert into cell.revisions (shard, org, container, document, revision, content, content_hash, blob_key, file_name, file_type, url, turns)
    values (${key.shard}, ${key.org}, ${key.container}, ${doc.id}, ${doc.revision}, ${doc.content}, ${doc.contentHash},
            ${file?.blobKey ?? null}, ${file?.name ?? null}, ${file?.contentType ?? null}, ${doc.url ?? null},
            ${jsonOf(doc.turns ?? null)}::jsonb)`.execute(db)
  await sql`
    update cell.documents
       set latest_revision = ${doc.revision}, active_content_update_id = ${doc.updateId}, status = 'queued', attempts = 0,
           error_code = null, error_message = null, due_at = now(), lane = ${doc.lane}, type = ${doc.type ?? 'text'},
           size = ${doc.size ?? doc.content.length}, url = ${doc.url ?? null}, og_image = null,
           metadata = coalesce(${json(doc.metadata ?? null)}::jsonb, metadata), filepath = coalesce(${doc.filepath ?? null}, filepath),
           entity_context = coalesce(${doc.entityContext ?? null}, entity_context), task_type = coalesce(${doc.taskType ?? null}, task_type),
           document_date = coalesce(${doc.documentDate ?? null}, document_date),
           ordered_at = coalesce(${doc.documentDate ?? null}, document_date, created_at), updated_at = now(),
           dreaming_status = case coalesce(${doc.taskType ?? null}, task_type) when 'rag' then 'done' else 'dreaming' end,
           dream_since = null, ${dreamAfresh}
     where ${ofContainer(key)} and id = ${doc.id}`.execute(db)
}

/** The same address again: what is there is looked at anew, and is a new content only when it is another. */
export async function refetchDocument(
  db: Db,
  key: ContainerKey,
  doc: { id: string; revision: number; url: string; lane: LaneKind },
): Promise<void> {
  await sql`
    update cell.revisions set refetch = true, url = ${doc.url}
     where ${ofContainer(key)} and document = ${doc.id}
       and revision = ${doc.revision}`.execute(db)
  await sql`
    update cell.documents
       set status = 'queued', attempts = 0, error_code = null, error_message = null, due_at = now(), lane = ${doc.lane},
           url = ${doc.url}, updated_at = now(),
           dreaming_status = case dreaming_status when 'failed' then 'dreaming' else dreaming_status end
     where ${ofContainer(key)} and id = ${doc.id}`.execute(db)
}

export type Changes = {
  customId?: string | undefined
  containerTags?: string[] | undefined
  metadata?: Record<string, unknown> | undefined
  taskType?: TaskType | undefined
  filepath?: string | undefined
  filterByMetadata?: Record<string, unknown> | undefined
  documentDate?: Date | undefined
}

/** What is said of a document, without its content: true at once for lists and filters, and no work. */
export async function changeDocument(db: Db, key: ContainerKey, id: string, changes: Changes): Promise<void> {
  const { customId, containerTags, metadata, taskType, filepath, filterByMetadata, documentDate } = changes
  await sql`
    update cell.documents
       set custom_id = coalesce(${customId ?? null}, custom_id), metadata = coalesce(${json(metadata ?? null)}::jsonb, metadata),
           container_tags = coalesce(${containerTags ?? null}::text[], container_tags), filepath = coalesce(${filepath ?? null}, filepath),
           filter_by_metadata = coalesce(${json(filterByMetadata ?? null)}::jsonb, filter_by_metadata),
           document_date = coalesce(${documentDate ?? null}, document_date),
           ordered_at = coalesce(${documentDate ?? null}, document_date, created_at), updated_at = now()
     where ${ofContainer(key)} and id = ${id}`.execute(db)
  if (taskType) await changeTask(db, key, id, taskType)
  if (documentDate) await dreamAgain(db, key, id)
  if (!containerTags) return
  await sql`
    delete from cell.secondary_tags where ${ofContainer(key)} and document = ${id}`.execute(db)
  await sql`
    insert into cell.secondary_tags (shard, org, container, document, tag)
    select ${key.shard}, ${key.org}, ${key.container}, ${id}, tag from unnest(${containerTags.slice(1)}::text[]) tag`.execute(
    db,
  )
}

/** `isFile` when it was given as one, and not as an address of one. */
export type Found = DocumentRow & { content: string; extracted: string | null; isFile: boolean }

/** Live documents with their newest content; the caller's conditions go on from here. */
export const selectFound = (org: string, shards: readonly number[]) => sql`
  select ${documentColumns}, coalesce(r.content, '') as content, r.extracted, r.blob_key is not null and r.url is null as "isFile"
    from cell.documents d left join cell.revisions r
      on r.shard = d.shard and r.org = d.org and r.container = d.container and r.document = d.id and r.revision = d.latest_revision
   where d.org = ${org} and d.tombstoned_at is null and d.container <> ${closedContainers(org, shards)}`

/** By id, in the shard it names or in those it may have been moved to. */
export async function findDocument(
  db: Db,
  org: string,
  by: { id: string } & ({ shard: number } | { shards: readonly number[] }),
): Promise<Found | undefined> {
  const shards = 'shard' in by ? [by.shard] : by.shards
  const place = 'shard' in by ? sql`d.shard = ${by.shard}` : sql`d.shard = any(${shards}::smallint[])`
  const { rows } =
    await sql<Found>`${selectFound(org, shards)} and ${place} and d.id = ${by.id} limit 1`.execute(db)
  return rows[0]
}

/**
 * Invisible at once, also to counts by filter, which see only the attributes that follow from metadata; what else they
 * left behind is due for purging, which their lane does. Returns how many were still there, and how many attributes they had.
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

/** A live document, which the caller has locked, becomes one of another container of the cell, with all that is its own. */
export async function moveDocument(
  db: Db,
  from: ContainerKey,
  target: ContainerKey,
  id: string,
): Promise<void> {
  await sql`
    select cell.move_given(${from.shard}::smallint, ${from.org}, ${from.container}, ${target.shard}::smallint, ${target.container},
      array[${id}]::uuid[], with_facts => false)`.execute(db)
  await dreamAgain(db, target, id)
}
