import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import { type Selection, walks } from './list-store.ts'

/** The columns that documents are counted by. */
export type FacetName = 'type' | 'status' | 'source' | 'tag'
export type FacetRow = { name: FacetName; value: string; count: number }

/** At most this many values of a facet are returned by a cell. An organization may have 60,000 containers. */
const maxValues = 1_000

/**
 * Counts the documents of a selection by type, status, source and container, in one pass over at most `most` documents.
 * They are grouped by all four columns first, which leaves few rows for the four sums. No index has these columns: each
 * document is written six times while it is processed, and would be written to that index as often.
 */
export async function countFacets(
  db: Db,
  selection: Selection,
  most: number,
): Promise<{ rows: FacetRow[]; counted: number }> {
  const columns = sql`d.id, d.type, d.status, coalesce(d.source, '') as source, d.container_tags[1] as tag`
  const documents = sql`select d.* from (${walks(selection, columns, undefined, most)}) d limit ${most}`
  const { rows } = await sql<{ name: FacetName | null; value: string; count: number }>`
    select * from (
      select f.*, row_number() over (partition by name order by count desc, value) as place from (
        select case when grouping(type) = 0 then 'type' when grouping(status) = 0 then 'status'
                    when grouping(source) = 0 then 'source' when grouping(tag) = 0 then 'tag' end as name,
               coalesce(type, status::text, source, tag) as value, coalesce(sum(n), 0)::int as count
          from (select type, status, source, tag, count(*) as n from (${documents}) d group by type, status, source, tag) g
         group by grouping sets ((), (type), (status), (source), (tag))) f) f
     where place <= ${maxValues}`.execute(db)
  const facets = rows.filter((row): row is FacetRow & { place: number } => row.name !== null)
  return {
    rows: facets.map(({ name, value, count }) => ({ name, value, count })),
    counted: rows.find(({ name }) => name === null)?.count ?? 0,
  }
}
