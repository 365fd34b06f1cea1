import { type RawBuilder, sql } from 'kysely'
import type { ContainerKey } from '../containers/store.ts'
import type { Db } from '../db/tx.ts'
import type { LaneKind } from '../lanes/lane.ts'
import type { DocumentStatus, DocumentType, TaskType } from './status.ts'

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
  dreamingStatus: 'dreaming' | 'done'
  status: DocumentStatus
  errorCode: string | null
  errorMessage: string | null
  latestRevision: number
  activeContentUpdateId: string | null
  createdAt: Date
  updatedAt: Date
  tombstonedAt: Date | null
}

export type AttemptRow = {
  startedAt: Date
  endedAt: Date | null
  worker: string
  stage: string
  outcome: 'running' | 'done' | 'retry' | 'failed' | 'superseded' | 'lost'
  revision: number
  errorCode: string | null
  errorMessage: string | null
}

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
  contentHash: Buffer
  lane: LaneKind
}

const columns = sql`d.shard, d.org, d.container, d.id, d.custom_id as "customId", d.container_tags as "containerTags",
  d.type, d.task_type as "taskType", d.source, d.title, d.summary, d.url, d.og_image as "ogImage", d.filepath,
  d.connection_id as "connectionId", d.metadata, d.dreaming_status as "dreamingStatus", d.status,
  d.error_code as "errorCode", d.error_message as "errorMessage", d.latest_revision as "latestRevision",
  d.active_content_update_id as "activeContentUpdateId", d.created_at as "createdAt", d.updated_at as "updatedAt",
  d.tombstoned_at as "tombstonedAt"`

/**
 * New documents of one container with their content and, for the wake that follows, the organization's clock: one
 * statement for one document or for hundreds. Tags travel as JSON: arrays of arrays must be rectangular.
 */
export async function insertDocuments(
  db: Db,
  key: ContainerKey,
  docs: readonly NewDocument[],
): Promise<{ virtualAt: Date | null }> {
  const of = sql`${key.shard}::smallint, ${key.org}::uuid, ${key.container}::uuid`
  const { rows } = await sql<{ virtualAt: Date | null }>`
    with given as materialized (
      select *, array(select jsonb_array_elements_text(tags::jsonb)) as container_tags from unnest(
        ${docs.map(doc => doc.id)}::uuid[], ${docs.map(doc => doc.customId)}::text[], ${docs.map(doc => JSON.stringify(doc.containerTags))}::text[],
        ${docs.map(doc => doc.taskType)}::text[], ${docs.map(doc => doc.source)}::text[], ${docs.map(doc => doc.filepath)}::text[],
        ${docs.map(doc => json(doc.metadata))}::jsonb[], ${docs.map(doc => doc.entityContext)}::text[],
        ${docs.map(doc => json(doc.filterByMetadata))}::jsonb[], ${docs.map(doc => doc.dreaming)}::text[],
        ${docs.map(doc => doc.documentDate)}::timestamptz[], ${docs.map(doc => doc.content.length)}::int[], ${docs.map(doc => doc.lane)}::smallint[],
        ${docs.map(doc => doc.createdAt)}::timestamptz[], ${docs.map(doc => doc.content)}::text[], ${docs.map(doc => doc.contentHash)}::bytea[])
      as g (id, custom_id, tags, task_type, source, filepath, metadata, entity_context, filter_by_metadata, dreaming,
            document_date, size, lane, created_at, content, content_hash)
    ), document as (
      insert into cell.documents (shard, org, container, id, custom_id, container_tags, task_type, source, filepath, metadata,
        entity_context, filter_by_metadata, dreaming, dreaming_status, document_date, size, lane, ordered_at, due_at, created_at)
      select ${of}, id, custom_id, container_tags, task_type, source, filepath, metadata, entity_context, filter_by_metadata, dreaming,
             case task_type when 'rag' then 'done' else 'dreaming' end, document_date, size, lane,
             coalesce(document_date, created_at), now(), created_at from given
    ), revision as (
      insert into cell.revisions (shard, org, container, document, revision, content, content_hash)
      select ${of}, id, 1, content, content_hash from given
    ), further_tag as (
      insert into cell.secondary_tags (shard, org, container, document, tag)
      select ${of}, id, tag from given, unnest(container_tags[2:]) tag
    )
    select (select virtual_at from cell.lane_clocks where shard = ${key.shard} and org = ${key.org}) as "virtualAt"`.execute(
    db,
  )
  return rows[0]!
}

function json(value: Record<string, unknown> | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

export type ExistingDocument = {
  id: string
  status: DocumentStatus
  latestRevision: number
  contentHash: Buffer
}

/**
 * The live document a customId names in a container, locked so that two adds under one customId take turns. The content
 * is read in a statement of its own: whoever waited for the lock has a snapshot that lacks the revision just written.
 */
export async function lockByCustomId(
  db: Db,
  key: ContainerKey,
  customId: string,
): Promise<ExistingDocument | undefined> {
  const { rows } = await sql<Omit<ExistingDocument, 'contentHash'>>`
    select id, status, latest_revision as "latestRevision" from cell.documents
     where shard = ${key.shard} and org = ${key.org} and container = ${key.container}
       and custom_id = ${customId} and tombstoned_at is null
       for update`.execute(db)
  const [locked] = rows
  return locked && { ...locked, contentHash: await readContentHash(db, key, locked) }
}

async function readContentHash(
  db: Db,
  key: ContainerKey,
  { id, latestRevision }: { id: string; latestRevision: number },
): Promise<Buffer> {
  const { rows } = await sql<{ hash: Buffer }>`
    select content_hash as hash from cell.revisions
     where shard = ${key.shard} and org = ${key.org} and container = ${key.container} and document = ${id}
       and revision = ${latestRevision}`.execute(db)
  return rows[0]!.hash
}

export type Revised = { id: string; updateId: string; revision: number } & Omit<
  NewDocument,
  'id' | 'createdAt' | 'customId' | 'containerTags'
>

/** New content for a known document. Raising the revision takes it from any worker that still has the old one. */
export async function reviseDocument(db: Db, key: ContainerKey, doc: Revised): Promise<void> {
  await sql`
    insert into cell.revisions (shard, org, container, document, revision, content, content_hash)
    values (${key.shard}, ${key.org}, ${key.container}, ${doc.id}, ${doc.revision}, ${doc.content}, ${doc.contentHash})`.execute(
    db,
  )
  await sql`
    update cell.documents
       set latest_revision = ${doc.revision}, active_content_update_id = ${doc.updateId}, status = 'queued', attempts = 0,
           error_code = null, error_message = null, due_at = now(), lane = ${doc.lane}, size = ${doc.content.length},
           metadata = coalesce(${json(doc.metadata)}::jsonb, metadata), filepath = coalesce(${doc.filepath}, filepath),
           entity_context = coalesce(${doc.entityContext}, entity_context), task_type = ${doc.taskType},
           document_date = coalesce(${doc.documentDate}, document_date),
           ordered_at = coalesce(${doc.documentDate}, document_date, created_at), updated_at = now(),
           dreaming_status = ${doc.taskType === 'rag' ? 'done' : 'dreaming'}
     where shard = ${key.shard} and org = ${key.org} and container = ${key.container} and id = ${doc.id}`.execute(
    db,
  )
}

export type Found = DocumentRow & { content: string; extracted: string | null }

/** By id, which names its shard, or by customId in the shards an organization may use. */
export async function findDocument(
  db: Db,
  org: string,
  by: { id: string; shard: number } | { customId: string; shards: number[] },
): Promise<Found | undefined> {
  const match =
    'id' in by
      ? sql`d.shard = ${by.shard} and d.org = ${org} and d.id = ${by.id}`
      : sql`d.shard = any(${by.shards}) and d.org = ${org} and d.custom_id = ${by.customId}`
  const { rows } = await sql<Found>`
    select ${columns}, coalesce(r.content, '') as content, r.extracted
      from cell.documents d left join cell.revisions r
        on r.shard = d.shard and r.org = d.org and r.container = d.container and r.document = d.id and r.revision = d.latest_revision
     where ${match} and d.tombstoned_at is null
     order by d.id desc limit 1`.execute(db)
  return rows[0]
}

/** Invisible at once; what it left behind is due for purging, which its lane does. */
export async function tombstoneDocument(db: Db, key: ContainerKey, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cell.documents set tombstoned_at = now(), updated_at = now(), due_at = now(), fence = fence + 1, attempts = 0, lane = 0
     where shard = ${key.shard} and org = ${key.org} and container = ${key.container} and id = ${id} and tombstoned_at is null`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export async function listAttempts(db: Db, key: ContainerKey, id: string): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select started_at as "startedAt", ended_at as "endedAt", worker, stage, outcome, revision,
           error_code as "errorCode", error_message as "errorMessage"
      from cell.attempts where shard = ${key.shard} and org = ${key.org} and container = ${key.container} and document = ${id}
     order by fence desc limit 100`.execute(db)
  return rows
}

/** Which documents a list is about. */
export type Selection = {
  org: string
  shards: number[]
  /** The containers of the tags asked for, and the tags themselves; undefined: the whole organization. */
  within: { containers: ContainerKey[]; tags: string[] } | undefined
  filepath?: string | undefined
  view?: 'active' | 'pending' | 'all'
}

export type PageOrder = {
  sort: 'createdAt' | 'updatedAt'
  order: 'asc' | 'desc'
  take: number
  includeContent: boolean
}

/**
 * The first `take` documents in order. Ids sort by creation, so `createdAt` walks an index of ids; each container, or
 * each shard of an organization, is its own walk, because an index gives order only below its leading columns.
 */
export async function listDocuments(
  db: Db,
  selection: Selection,
  page: PageOrder,
): Promise<(DocumentRow & { content?: string })[]> {
  const direction = sql.raw(page.order)
  const key = page.sort === 'createdAt' ? sql`id ${direction}` : sql`updated_at ${direction}, id ${direction}`
  const content = page.includeContent
    ? sql`, (select r.content from cell.revisions r where r.shard = d.shard and r.org = d.org and r.container = d.container
              and r.document = d.id and r.revision = d.latest_revision) as content`
    : sql``
  const { rows } = await sql<DocumentRow & { content?: string }>`
    select ${columns}${content} from (${walks(selection, key, page.take)}) d order by ${key} limit ${page.take}`.execute(
    db,
  )
  return rows
}

function walks(selection: Selection, key: RawBuilder<unknown>, take: number): RawBuilder<unknown> {
  const { org, shards, within } = selection
  const rest = conditions(selection)
  if (!within) {
    return sql`select d.* from unnest(${shards}::smallint[]) w (shard) cross join lateral (
      select * from cell.documents where shard = w.shard and org = ${org} and ${rest} order by ${key} limit ${take}) d`
  }
  const containers = within.containers.map(({ container }) => container)
  return sql`
    select d.* from unnest(${within.containers.map(({ shard }) => shard)}::smallint[], ${containers}::uuid[]) w (shard, container)
      cross join lateral (select * from cell.documents
        where shard = w.shard and org = ${org} and container = w.container and ${rest} order by ${key} limit ${take}) d
    union all
    select d.* from (${secondary(selection)}) t join cell.documents d
      on d.shard = t.shard and d.org = ${org} and d.container = t.container and d.id = t.document
     where ${rest}`
}

/** Documents of other containers that carry one of the tags as a further tag. */
function secondary({ org, shards, within }: Selection): RawBuilder<unknown> {
  return sql`select distinct shard, container, document from cell.secondary_tags
    where shard = any(${shards}) and org = ${org} and tag = any(${within?.tags ?? []})
      and container <> all(${(within?.containers ?? []).map(({ container }) => container)}::uuid[])`
}

function conditions({ filepath, view }: Selection): RawBuilder<unknown> {
  const all = [sql`tombstoned_at is null`]
  if (filepath?.endsWith('/')) all.push(sql`starts_with(filepath, ${filepath})`)
  else if (filepath !== undefined) all.push(sql`filepath = ${filepath}`)
  if (view === 'all') all.push(sql`status <> 'done'`)
  else if (view) all.push(sql`status not in ('done', 'failed')`)
  if (view === 'active') all.push(sql`updated_at > now() - interval '4 hours'`)
  return sql.join(all, sql` and `)
}

/** How many a selection holds: from kept counters where there are any, since a tenant may have millions. */
export async function countDocuments(db: Db, selection: Selection): Promise<number> {
  if (selection.filepath !== undefined) return countRows(db, selection)
  const counters = await readCounters(db, selection)
  const further = selection.within ? await countSecondary(db, selection) : 0
  switch (selection.view) {
    case 'all':
      return counters.pending + counters.failed + further
    case 'pending':
      return counters.pending + further
    case 'active':
      return counters.pending + further - (await countSilent(db, selection))
    default:
      return counters.documents + further
  }
}

async function countRows(db: Db, selection: Selection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${walks(selection, sql`id`, Number.MAX_SAFE_INTEGER)}) d`.execute(db)
  return rows[0]!.count
}

async function countSecondary(db: Db, selection: Selection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${secondary(selection)}) t join cell.documents d
      on d.shard = t.shard and d.org = ${selection.org} and d.container = t.container and d.id = t.document
     where ${conditions(selection)}`.execute(db)
  return rows[0]!.count
}

/** Unfinished for longer than the active view looks back: normally none. */
async function countSilent(db: Db, { org, shards, within }: Selection): Promise<number> {
  const inside = within
    ? sql`and container = any(${within.containers.map(({ container }) => container)}::uuid[])`
    : sql``
  const { rows } = await sql<{ count: number }>`
    select count(*) from cell.documents where shard = any(${shards}) and org = ${org} ${inside}
       and updated_at <= now() - interval '4 hours' and status not in ('done', 'failed') and tombstoned_at is null`.execute(
    db,
  )
  return rows[0]!.count
}

type Counters = { documents: number; pending: number; failed: number }

async function readCounters(db: Db, { org, shards, within }: Selection): Promise<Counters> {
  const source = within
    ? sql`cell.containers where shard = any(${shards}) and org = ${org} and container = any(${within.containers.map(({ container }) => container)}::uuid[])`
    : sql`cell.organization_counters where shard = any(${shards}) and org = ${org}`
  const { rows } = await sql<Counters>`
    select coalesce(sum(documents), 0)::bigint as documents, coalesce(sum(pending), 0)::bigint as pending,
           coalesce(sum(failed), 0)::bigint as failed from ${source}`.execute(db)
  return rows[0]!
}
