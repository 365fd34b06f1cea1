import { type RawBuilder, sql } from 'kysely'
import { revisionBytes, revisionText } from '../../platform/db/revision-text.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { Filter } from '../../platform/filters/schema.ts'
import { filterToSql, hasPath, type Match } from '../../platform/filters/to-sql.ts'
import { type ContainerKey, closedContainers } from '../containers/store.ts'
import type { DocumentStatus, DocumentType } from './status.ts'
import { type DocumentRow, documentColumns } from './store.ts'

/** `isAlone`: no document of another container has one of the tags, so the query for those is left out. */
export type TagSelection = { containers: ContainerKey[]; tags: string[]; isAlone?: boolean }

/** The documents that a list is about. */
export type Selection = {
  org: string
  shards: number[]
  /** The containers of the tags asked for, and the tags themselves; undefined: the whole organization. */
  within: TagSelection | undefined
  filepath?: string | undefined
  filters?: Filter | undefined
  /** Only documents with one of these sources. */
  sources?: string[] | undefined
  /** Only documents of one of these types. */
  types?: DocumentType[] | undefined
  /** Only documents with one of these statuses. */
  statuses?: DocumentStatus[] | undefined
  view?: 'active' | 'pending' | 'all' | 'dreaming'
  /** Only documents that failed. */
  failed?: FailedSelection | undefined
  /** Only documents with a later id. */
  after?: string | undefined
}

/** A code that ends with `*` stands for all codes that begin so. */
export type FailedSelection = { codes?: readonly string[] | undefined; since?: Date | undefined }

export type PageOrder = {
  sort: 'createdAt' | 'updatedAt'
  order: 'asc' | 'desc'
  take: number
  /** Rows to leave out at the start; only when one cell has all rows. */
  skip?: number
  includeContent: boolean
  /** Returns `PageKey` rows only, for pages that are too large to be read at once. */
  keysOnly?: boolean
}

/** The key of a document that is read later, and its approximate size in bytes. */
export type PageKey = ContainerKey & { id: string; updatedAt: Date; bytes: number }

/**
 * Forbids sequential scans for the rest of the transaction. A table holds the rows of all organizations, so scanning it
 * for one of them is never right, and row-level security is evaluated on each row.
 */
export async function readByIndexOnly(db: Db): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`.execute(
    db,
  )
}

export type ListedDocument = DocumentRow & { content?: string }

/**
 * Lists the first `take` documents in order. Ids sort by creation, so `createdAt` walks an index of ids. Each container,
 * or each shard of an organization, is a separate walk, because an index gives order only below its leading columns.
 */
export async function listDocuments(
  db: Db,
  selection: Selection,
  page: PageOrder,
): Promise<ListedDocument[]> {
  const { take, skip = 0 } = page
  return readPage(db, columns => walks(selection, columns, orderOf(page), take + skip), page)
}

export const orderOf = ({ sort, order }: Pick<PageOrder, 'sort' | 'order'>): RawBuilder<unknown> => {
  const direction = sql.raw(order)
  return sort === 'createdAt' ? sql`d.id ${direction}` : sql`d.updated_at ${direction}, d.id ${direction}`
}

const ofLatestRevision = (of: RawBuilder<unknown>) => sql`(select ${of} from cell.revisions r
  where r.shard = d.shard and r.org = d.org and r.container = d.container and r.document = d.id and r.revision = d.latest_revision)`

/** The content of a file is its extracted text. */
const content = () =>
  ofLatestRevision(
    sql`case when r.blob_key is null or r.url is not null then ${revisionText('r')} else coalesce(r.extracted, '') end`,
  )

/** Postgres knows the length of a text without reading it. */
const contentBytes = () =>
  ofLatestRevision(
    sql`case when r.blob_key is null or r.url is not null then ${revisionBytes('r')} else octet_length(r.extracted) end`,
  )
export const keysAndSizes = ({ includeContent }: Pick<PageOrder, 'includeContent'>) =>
  sql`d.shard, d.org, d.container, d.id, d.updated_at as "updatedAt",
    coalesce(pg_column_size(d.metadata), 0) + ${includeContent ? sql`coalesce(${contentBytes()}, 0)` : sql`0`} as bytes`

const wholeRows = ({ includeContent }: Pick<PageOrder, 'includeContent'>) =>
  includeContent ? sql`${documentColumns}, ${content()} as content` : documentColumns

/** Reads documents by their keys, in the order of the keys. Documents deleted meanwhile are missing. */
export async function readByKeys(
  db: Db,
  keys: readonly PageKey[],
  columns: Pick<PageOrder, 'includeContent'>,
): Promise<ListedDocument[]> {
  const [first] = keys
  if (!first) return []
  const { rows } = await sql<ListedDocument>`
    select ${wholeRows(columns)}
      from unnest(${keys.map(({ shard }) => shard)}::smallint[], ${keys.map(({ container }) => container)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])
           with ordinality k (shard, container, id, position)
      join cell.documents d on d.shard = k.shard and d.org = ${first.org} and d.container = k.container and d.id = k.id
     where d.tombstoned_at is null order by k.position`.execute(db)
  return rows
}

/** From this offset on, a page is found by its keys first, and its documents are read afterwards. */
const keysFirstFrom = 500

/** Reads a page of the documents that the query `from` returns for the given columns. */
export async function readPage(
  db: Db,
  from: (columns: RawBuilder<unknown>) => RawBuilder<unknown>,
  { take, skip = 0, includeContent, keysOnly, ...order }: PageOrder,
): Promise<ListedDocument[]> {
  const shown = keysOnly ? keysAndSizes({ includeContent }) : wholeRows({ includeContent })
  const cut = (columns: RawBuilder<unknown>) =>
    sql`select * from (${from(columns)}) d order by ${orderOf(order)} limit ${take} offset ${skip}`
  const keys = sql`d.shard, d.org, d.container, d.id${order.sort === 'updatedAt' ? sql`, d.updated_at` : sql``}`
  const page =
    skip < keysFirstFrom
      ? sql`(${cut(sql`d.*`)}) d`
      : sql`(${cut(keys)}) k join cell.documents d on d.shard = k.shard and d.org = k.org and d.container = k.container and d.id = k.id`
  const { rows } = await sql<ListedDocument>`
    select ${shown} from ${page} order by ${orderOf(order)}`.execute(db)
  return rows
}

/**
 * The rows of the page that are among the first `most` documents of a container or a shard, in that order. All of these
 * are read, and not only those that match.
 */
export async function listAmongFirst(
  db: Db,
  selection: Selection,
  page: PageOrder,
  most: number,
): Promise<ListedDocument[]> {
  const { org, shards, within } = selection
  const [only] = within?.containers ?? []
  const scope = only
    ? sql`d.shard = ${only.shard} and d.org = ${org} and d.container = ${only.container}`
    : sql`d.shard = ${shards[0]} and d.org = ${org}`
  const whole = conditions({ ...selection, ...withoutNarrowing }, within !== undefined)
  const first = sql`select d.* from cell.documents d where ${scope} and ${whole} order by ${orderOf(page)} limit ${most}`
  const matching = sql.join([...narrowingConditions(selection), sql`true`], sql` and `)
  return readPage(db, () => sql`select d.* from (${first}) d where ${matching}`, page)
}

/** Lists the keys of the next documents of a selection, in the order of their ids. */
export async function listIds(
  db: Db,
  selection: Selection,
  { after, take }: { after: string | undefined; take: number },
): Promise<(ContainerKey & { id: string })[]> {
  const columns = sql`d.shard, d.org, d.container, d.id`
  const { rows } = await sql<ContainerKey & { id: string }>`
    select * from (${walks({ ...selection, after }, columns, sql`d.id`, take)}) d order by d.id limit ${take}`.execute(
    db,
  )
  return rows
}

/** The documents of a selection: at most `take` of each container or shard, the first in the order of `key`, or any. */
export function walks(
  selection: Selection,
  columns: RawBuilder<unknown>,
  key: RawBuilder<unknown> | undefined,
  take: number,
): RawBuilder<unknown> {
  const { org, shards, within } = selection
  const rest = conditions(selection)
  const first = key ? sql`order by ${key} limit ${take}` : sql`limit ${take}`
  if (!within) {
    return sql`select d.* from unnest(${shards}::smallint[]) w (shard) cross join lateral (
      select ${columns} from cell.documents d where d.shard = w.shard and d.org = ${org} and ${rest} ${first}) d`
  }
  const containers = within.containers.map(({ container }) => container)
  const secondaryDocuments = sql`union all select ${columns} from (${secondary(selection)}) t join cell.documents d
      on d.shard = t.shard and d.org = ${org} and d.container = t.container and d.id = t.document
     where ${rest}`
  return sql`
    select d.* from unnest(${within.containers.map(({ shard }) => shard)}::smallint[], ${containers}::uuid[]) w (shard, container)
      cross join lateral (select ${columns} from cell.documents d where d.shard = w.shard and d.org = ${org} and d.container = w.container
        and ${conditions(selection, true)} ${first}) d
    ${within.isAlone ? sql`` : secondaryDocuments}`
}

/** Documents of other containers that have one of the tags as a secondary tag. */
export function secondary({ org, shards, within }: Selection): RawBuilder<unknown> {
  return sql`select distinct shard, container, document from cell.secondary_tags
    where shard = any(${shards}) and org = ${org} and tag = any(${within?.tags ?? []})
      and container <> all(${(within?.containers ?? []).map(({ container }) => container)}::uuid[])`
}

/** Checked first: there seldom is such a document, and planning the query for them costs more than a page. */
export async function hasSecondary(db: Db, selection: Selection): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from (${secondary(selection)}) t) as some`.execute(db)
  return rows[0]!.some
}

/**
 * Checks a condition for each document of a walk. Written as `exists`, the planner might materialise the whole set,
 * whose size it cannot estimate.
 */
const probe: Match = comparison => sql`(select true from cell.document_attributes a
  where a.shard = d.shard and a.org = d.org and a.container = d.container and a.document = d.id and ${comparison} limit 1) is not null`

export function conditions(
  { org, shards, filepath, filters, sources, types, statuses, view, failed, after }: Selection,
  isOpen = false,
): RawBuilder<unknown> {
  const all = [sql`d.tombstoned_at is null`]
  // A container found by its tag is open. Checking that again would spoil the planner's row estimate.
  if (!isOpen) all.push(sql`d.container <> ${closedContainers(org, shards)}`)
  all.push(...narrowingConditions({ filepath, filters, sources, types, statuses }))
  if (after !== undefined) all.push(sql`d.id > ${after}`)
  if (failed) all.push(hasFailed(failed))
  if (view === 'all') all.push(sql`d.status <> 'done'`)
  else if (view === 'dreaming') all.push(sql`d.status = 'done' and d.dream_since is not null`)
  else if (view) all.push(sql`d.status not in ('done', 'failed')`)
  if (view === 'active') all.push(sql`d.updated_at > now() - interval '4 hours'`)
  return sql.join(all, sql` and `)
}

const withoutNarrowing = {
  ...{ filepath: undefined, filters: undefined },
  ...{ sources: undefined, types: undefined, statuses: undefined },
}

type Narrowing = Pick<Selection, keyof typeof withoutNarrowing>

function narrowingConditions({
  filepath,
  filters,
  sources,
  types,
  statuses,
}: Narrowing): RawBuilder<unknown>[] {
  return [
    ...(filepath === undefined ? [] : [hasPath(filepath)]),
    ...(filters ? [filterToSql(filters, probe)] : []),
    ...(sources ? [sql`d.source = any(${sources}::text[])`] : []),
    ...(types ? [sql`d.type = any(${types}::text[])`] : []),
    ...(statuses ? [hasStatus(statuses)] : []),
  ]
}

/**
 * `status = 'done'` alone leads the planner to the index of finished documents. Without `done`, `status <> 'done'` follows
 * from the rest and leads it to the index of unfinished ones.
 */
function hasStatus(statuses: DocumentStatus[]): RawBuilder<unknown> {
  if (statuses.length === 1 && statuses[0] === 'done') return sql`d.status = 'done'`
  const among = sql`d.status = any(${statuses}::cell.document_status[])`
  return statuses.includes('done') ? among : sql`d.status <> 'done' and ${among}`
}

/** `status <> 'done'` follows from the rest and leads the planner to the index of unfinished documents. */
function hasFailed({ codes, since }: FailedSelection): RawBuilder<unknown> {
  const all = [sql`d.status <> 'done' and d.status = 'failed'`]
  if (since) all.push(sql`d.updated_at >= ${since}`)
  if (codes) {
    const exact = codes.filter(code => !code.endsWith('*'))
    const starts = codes.filter(code => code.endsWith('*')).map(code => code.slice(0, -1))
    all.push(sql`(d.error_code = any(${exact}::text[])
      or exists (select from unnest(${starts}::text[]) s (code) where starts_with(d.error_code, s.code)))`)
  }
  return sql.join(all, sql` and `)
}
