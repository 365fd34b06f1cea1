import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { closedContainers } from '../containers/store.ts'
import { conditions, type Selection, secondary, walks } from './list-store.ts'
import { hasIndex, walksByIndex, withoutSorts } from './walk-store.ts'

/** Counts the documents of a selection. Uses stored counters where possible, because a tenant may have millions. */
export async function countDocuments(db: Db, selection: Selection): Promise<number> {
  const { filters, view } = selection
  if (filters || view === 'dreaming' || isNarrowed(selection)) return countRows(db, selection)
  const counters = await readCounters(db, selection)
  const further = await countSecondary(db, selection)
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

/** True if no counter has the number of documents. */
export const isNarrowed = ({ filepath, sources, types, statuses }: Selection): boolean =>
  [filepath, sources, types, statuses].some(field => field !== undefined)

async function countRows(db: Db, selection: Selection): Promise<number> {
  if (hasIndex(selection)) return withoutSorts(db, () => countOf(db, walksByIndex(selection, sql`d.id`)))
  return countOf(db, walks(selection, sql`d.id`, sql`d.id`, Number.MAX_SAFE_INTEGER))
}

async function countOf(db: Db, documents: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from (${documents}) d`.execute(db)
  return rows[0]!.count
}

export async function countSecondary(db: Db, selection: Selection): Promise<number> {
  if (!selection.within || selection.within.isAlone) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${secondary(selection)}) t join cell.documents d
      on d.shard = t.shard and d.org = ${selection.org} and d.container = t.container and d.id = t.document
     where ${conditions(selection)}`.execute(db)
  return rows[0]!.count
}

/**
 * Counts unfinished documents without an update in the last four hours, which the active view leaves out; normally
 * none.
 */
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

export async function readCounters(db: Db, { org, shards, within }: Selection): Promise<Counters> {
  const source = within
    ? sql`cell.containers where shard = any(${shards}) and org = ${org} and container = any(${within.containers.map(({ container }) => container)}::uuid[])`
    : sql`cell.organization_counters where shard = any(${shards}) and org = ${org}`
  const { rows } = await sql<Counters>`
    select coalesce(sum(documents), 0)::bigint as documents, coalesce(sum(pending), 0)::bigint as pending,
           coalesce(sum(failed), 0)::bigint as failed from ${source}`.execute(db)
  return rows[0]!
}
