import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { withHashJoins } from './filtered-store.ts'
import { type Selection, walks } from './list-store.ts'
import { findMatching } from './match-store.ts'
import { amongIds, belowPath, finished, unfinished, withoutSorts } from './walk-store.ts'

/** The columns that documents are counted by. */
export type FacetName = 'type' | 'status' | 'source' | 'tag'
export type FacetRow = { name: FacetName; value: string; count: number }

export type FacetLimits = {
  /** Finished documents that are counted from their index. */
  indexed: number
  /** Documents that are read to be counted: unfinished ones, or those that a filter matches. */
  read: number
}

/** At most this many values of a facet are returned by a cell. An organization may have 60,000 containers. */
const maxValues = 1_000

const columns = sql`d.id, d.container, d.status, d.type, d.source`
/** The index of finished documents has no status. */
const finishedColumns = sql`d.id, d.container, 'done'::cell.document_status as status, d.type, d.source`

/**
 * Counts the documents of a selection by type, status, source and container, up to a limit. They are grouped by all four
 * columns first, which leaves few rows for the four sums.
 */
export async function countFacets(
  db: Db,
  selection: Selection,
  limits: FacetLimits,
): Promise<{ rows: FacetRow[]; counted: number; isComplete: boolean }> {
  const { filters } = selection
  if (!filters) return withoutSorts(db, () => sumParts(db, selection, partsOf(selection, limits)))
  const matching = await findMatching(db, selection, filters)
  const { read } = limits
  const documents =
    matching.isComplement || selection.within?.isAlone === false
      ? walks(selection, columns, undefined, read)
      : amongIds(selection, columns, matching.ids)
  return withHashJoins(db, matching, () => sumParts(db, selection, [{ documents, most: read }]))
}

type Part = { documents: RawBuilder<unknown>; most: number }

async function sumParts(db: Db, { org, shards }: Selection, parts: readonly Part[]) {
  const groups = parts.map(
    ({ documents, most }, part) => sql`
      select ${part}::int as part, container, status, type, source, count(*) as n
        from (select * from (${documents}) d limit ${most}) d group by container, status, type, source`,
  )
  const { rows } = await sql<{ name: FacetName; value: string | null; count: number; part: number | null }>`
      with groups as materialized (${sql.join(groups, sql` union all `)}),
      facets as (
        select case when grouping(type) = 0 then 'type' when grouping(status) = 0 then 'status' when grouping(source) = 0 then 'source'
                    when grouping(container) = 0 then 'tag' end as name,
               part, type, status, source, container, sum(n)::int as count
          from groups group by grouping sets ((part), (type), (status), (source), (container))),
      placed as (select *, row_number() over (partition by name order by count desc) as place from facets)
      select name, part, count, coalesce(type, status::text, source, (
               select c.tag from cell.containers c where c.shard = any(${shards}::smallint[]) and c.org = ${org} and c.container = f.container)) as value
        from placed f where place <= ${maxValues}`.execute(db)
  const sums = rows.filter(({ part }) => part !== null)
  return {
    // Some documents have no source.
    rows: rows.filter(
      (row): row is (typeof rows)[number] & FacetRow => row.part === null && row.value !== null,
    ),
    counted: sums.reduce((sum, { count }) => sum + count, 0),
    isComplete: sums.every(({ part, count }) => count < parts[part!]!.most),
  }
}

function partsOf(selection: Selection, { indexed, read }: FacetLimits): Part[] {
  if (selection.filepath !== undefined)
    return [{ documents: belowPath(selection, columns, read), most: read }]
  const parts = [
    { documents: finished(selection, finishedColumns, indexed), most: indexed },
    { documents: unfinished(selection, columns, read), most: read },
  ]
  return parts.flatMap(({ documents, most }) => (documents ? [{ documents, most }] : []))
}
