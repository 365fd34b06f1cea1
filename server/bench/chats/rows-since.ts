import type pg from 'pg'
import type { ContainerKey } from '../../src/features/containers/store.ts'

/** The tables that an index of chunks consists of. */
export const indexTables = ['chunks', 'chunk_vectors', 'chunk_terms', 'chunk_tokens'] as const

export type RowCounts = Record<(typeof indexTables)[number], number>

/**
 * Row versions of a container that transactions from `xid` on have written. Read from the rows, because statistics come
 * late. Only the container is read: over the whole tables, measuring a thousand chats would take days.
 */
export async function rowsSince(client: pg.Client, key: ContainerKey, xid: string): Promise<RowCounts> {
  const counts = indexTables.map(
    table => `(select count(*)::int from cell.${table} where shard = $2 and org = $3 and container = $4
                  and xmin::text::bigint >= $1::bigint % 4294967296) as ${table}`,
  )
  const { rows } = await client.query<RowCounts>(`select ${counts.join(', ')}`, [
    xid,
    key.shard,
    key.org,
    key.container,
  ])
  return rows[0]!
}
