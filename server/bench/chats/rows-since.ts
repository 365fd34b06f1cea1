import type pg from 'pg'

/** The tables that an index of chunks consists of. */
export const indexTables = ['chunks', 'chunk_vectors', 'chunk_terms', 'chunk_tokens'] as const

export type RowCounts = Record<(typeof indexTables)[number], number>

/** Row versions that transactions from `xid` on have written. Read from the rows, because statistics come late. */
export async function rowsSince(client: pg.Client, xid: string): Promise<RowCounts> {
  const counts = indexTables.map(
    table =>
      `(select count(*)::int from cell.${table} where xmin::text::bigint >= $1::bigint % 4294967296) as ${table}`,
  )
  const { rows } = await client.query<RowCounts>(`select ${counts.join(', ')}`, [xid])
  return rows[0]!
}
