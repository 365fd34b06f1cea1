import { type RawBuilder, sql } from 'kysely'
import { type ContainerKey, closedContainers } from '../containers/store.ts'
import type { Db } from '../db/tx.ts'
import type { Filter } from '../filters/schema.ts'
import { filterToSql, type Match } from '../filters/to-sql.ts'
import { type DocumentRow, documentColumns } from './store.ts'

/** Which documents a list is about. */
export type Selection = {
  org: string
  shards: number[]
  /** The containers of the tags asked for, and the tags themselves; undefined: the whole organization. */
  within: { containers: ContainerKey[]; tags: string[] } | undefined
  filepath?: string | undefined
  filters?: Filter | undefined
  /** Where they came from, any of these. */
  sources?: string[] | undefined
  view?: 'active' | 'pending' | 'all'
}

export type PageOrder = {
  sort: 'createdAt' | 'updatedAt'
  order: 'asc' | 'desc'
  take: number
  includeContent: boolean
}

/**
 * For the rest of the transaction. A whole table is every organization's: reading it to find one's rows is never right,
 * and row-level security is evaluated on each row.
 */
export async function readByIndexOnly(db: Db): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`.execute(
    db,
  )
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
  const key =
    page.sort === 'createdAt' ? sql`d.id ${direction}` : sql`d.updated_at ${direction}, d.id ${direction}`
  const content = page.includeContent
    ? sql`, (select case when r.blob_key is null then r.content else coalesce(r.extracted, '') end from cell.revisions r where r.shard = d.shard and r.org = d.org and r.container = d.container
              and r.document = d.id and r.revision = d.latest_revision) as content`
    : sql``
  const { rows } = await sql<DocumentRow & { content?: string }>`
    select ${documentColumns}${content} from (${walks(selection, key, page.take)}) d order by ${key} limit ${page.take}`.execute(
    db,
  )
  return rows
}

function walks(selection: Selection, key: RawBuilder<unknown>, take: number): RawBuilder<unknown> {
  const { org, shards, within } = selection
  const rest = conditions(selection)
  if (!within) {
    return sql`select d.* from unnest(${shards}::smallint[]) w (shard) cross join lateral (
      select d.* from cell.documents d where d.shard = w.shard and d.org = ${org} and ${rest} order by ${key} limit ${take}) d`
  }
  const containers = within.containers.map(({ container }) => container)
  return sql`
    select d.* from unnest(${within.containers.map(({ shard }) => shard)}::smallint[], ${containers}::uuid[]) w (shard, container)
      cross join lateral (select d.* from cell.documents d where d.shard = w.shard and d.org = ${org} and d.container = w.container
        and ${conditions(selection, asSet(org))} order by ${key} limit ${take}) d
    union all
    select d.* from (${secondary(selection)}) t join cell.documents d
      on d.shard = t.shard and d.org = ${org} and d.container = t.container and d.id = t.document
     where ${rest}`
}

/** In a known container the matching documents are one range of an index: read once, whatever else the filter asks. */
const asSet =
  (org: string): Match =>
  comparison =>
    sql`d.id in (select a.document from cell.document_attributes a
    where a.shard = w.shard and a.org = ${org} and a.container = w.container and ${comparison})`

/** Documents of other containers that carry one of the tags as a further tag. */
function secondary({ org, shards, within }: Selection): RawBuilder<unknown> {
  return sql`select distinct shard, container, document from cell.secondary_tags
    where shard = any(${shards}) and org = ${org} and tag = any(${within?.tags ?? []})
      and container <> all(${(within?.containers ?? []).map(({ container }) => container)}::uuid[])`
}

function conditions(
  { org, shards, filepath, filters, sources, view }: Selection,
  match?: Match,
): RawBuilder<unknown> {
  const all = [sql`d.tombstoned_at is null`]
  // A container found by its tag is open. Asked again, it would cost the planner its idea of how many rows there are.
  if (!match) all.push(sql`d.container <> ${closedContainers(org, shards)}`)
  if (filepath?.endsWith('/')) all.push(sql`starts_with(d.filepath, ${filepath})`)
  else if (filepath !== undefined) all.push(sql`d.filepath = ${filepath}`)
  if (filters) all.push(filterToSql(filters, match))
  if (sources) all.push(sql`d.source = any(${sources}::text[])`)
  if (view === 'all') all.push(sql`d.status <> 'done'`)
  else if (view) all.push(sql`d.status not in ('done', 'failed')`)
  if (view === 'active') all.push(sql`d.updated_at > now() - interval '4 hours'`)
  return sql.join(all, sql` and `)
}

/** How many a selection holds: from kept counters where there are any, since a tenant may have millions. */
export async function countDocuments(db: Db, selection: Selection): Promise<number> {
  const { filepath, filters, sources, view } = selection
  if (filepath !== undefined || sources || (filters && view)) return countRows(db, selection)
  const counters = await readCounters(db, selection)
  const further = selection.within ? await countSecondary(db, selection) : 0
  if (filters) return (await countFiltered(db, selection, filters, counters.documents)) + further
  switch (view) {
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
    select count(*) from (${walks(selection, sql`d.id`, Number.MAX_SAFE_INTEGER)}) d`.execute(db)
  return rows[0]!.count
}

/**
 * Counts by the attributes alone, without a look at the documents: each condition gives the documents that match it,
 * and the filter is decided per document from the conditions it was given by. Documents that no condition names
 * all give the same answer, so they are counted as the rest. Deleted documents have no attributes.
 */
async function countFiltered(
  db: Db,
  { org, shards, within }: Selection,
  filter: Filter,
  documents: number,
): Promise<number> {
  const matched: RawBuilder<unknown>[] = []
  const place = within
    ? sql`a.shard = any(${within.containers.map(({ shard }) => shard)}::smallint[]) and a.org = ${org}
        and a.container = any(${within.containers.map(({ container }) => container)}::uuid[])`
    : sql`a.shard = any(${shards}::smallint[]) and a.org = ${org} and a.container <> ${closedContainers(org, shards)}`
  const holds = filterToSql(filter, comparison => {
    const i = matched.push(
      sql`select a.document, ${matched.length}::int as condition from cell.document_attributes a where ${place} and ${comparison}`,
    )
    return sql`coalesce(bool_or(condition = ${i - 1}), false)`
  })
  if (isPlainAnd(filter)) return countJoined(db, matched)
  const named =
    matched.length > 0 ? sql.join(matched, sql` union all `) : sql`select null::uuid, 0 where false`
  const { rows } = await sql<{ count: number; named: number; rest: boolean }>`
    select count(*) filter (where holds), count(*) as named, (select ${filterToSql(filter, () => sql`false`)}) as rest
      from (select ${holds} as holds from (${named}) m (document, condition) group by document) d`.execute(db)
  const { count, named: seen, rest } = rows[0]!
  return count + (rest ? documents - seen : 0)
}

/** More joins than this the planner no longer orders by their size. */
const maxJoined = 6

function isPlainAnd(filter: Filter): boolean {
  if (!('AND' in filter) || filter.AND.length < 2 || filter.AND.length > maxJoined) return false
  return filter.AND.every(child => 'key' in child && !child.negate)
}

/** All of a few conditions: the planner begins with the rarest and probes for the others. */
async function countJoined(db: Db, [first, ...others]: RawBuilder<unknown>[]): Promise<number> {
  const joins = others.map(other => sql`join (${other}) using (document)`)
  const { rows } = await sql<{ count: number }>`
    select count(distinct document) from (${first}) ${sql.join(joins, sql` `)}`.execute(db)
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
    : sql`and container <> ${closedContainers(org, shards)}`
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
