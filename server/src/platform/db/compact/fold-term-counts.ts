import type pg from 'pg'
import { isLockFailure } from '../migrating/retry-lock.ts'
import { asBackfill } from './as-backfill.ts'

/** Containers with no more chunks than this get a tally. Half of what fits into one. */
const foldedUpTo = 1_000
const perPage = 200

type FoldedContainer = { shard: number; org: string; container: string }

/**
 * Turns the term counts of small containers from rows into tallies, as the next document of each container would do (see
 * processes/pipeline/chunking/term-count-store.ts). Returns the number of containers. `marks`: the terms that mark languages.
 */
export async function foldTermCounts(client: pg.Client, marks: readonly number[]): Promise<number> {
  const { rows } = await client.query<{ begun: boolean }>('select cell.tallies_begun() as begun')
  if (!rows[0]!.begun) return 0
  let folded = 0
  let after: FoldedContainer | undefined = { shard: -1, org: nil, container: nil }
  while (after) {
    const page: FoldedContainer[] = (await asBackfill(client, () => listWithRows(client, after!)))!
    for (const key of page) if (await fold(client, key, marks)) folded++
    after = page.length === perPage ? page.at(-1) : undefined
  }
  return folded
}

const nil = '00000000-0000-0000-0000-000000000000'

async function listWithRows(client: pg.Client, after: FoldedContainer): Promise<FoldedContainer[]> {
  const { rows } = await client.query<FoldedContainer>(
    `select c.shard, c.org, c.container from cell.containers c
      where (c.shard, c.org, c.container) > ($1, $2, $3) and c.chunks <= $4
        and exists (select from cell.term_counts t where t.shard = c.shard and t.org = c.org and t.container = c.container)
      order by c.shard, c.org, c.container limit ${perPage}`,
    [after.shard, after.org, after.container, foldedUpTo],
  )
  return rows
}

/** False when a worker uses the rows, or a count does not fit: then the rows stay, which is right too. */
async function fold(
  client: pg.Client,
  { shard, org, container }: FoldedContainer,
  marks: readonly number[],
): Promise<boolean> {
  try {
    const isFolded = await asBackfill(client, async () => {
      const { rowCount } = await client.query(
        `with gone as (delete from cell.term_counts t where t.shard = $1 and t.org = $2 and t.container = $3 returning term, chunks)
         insert into cell.term_tallies (shard, org, container, marks, tally)
         select $1, $2, $3, coalesce(array_agg(term order by term) filter (where term = any($4::int[])), '{}'),
                string_agg(substring(int8send((term - 1)::bigint * 4096 + chunks + 2048) from 5 for 4), ''::bytea order by term)
           from gone having max(abs(chunks)) < 2048`,
        [shard, org, container, marks],
      )
      return rowCount === 1 ? true : null
    })
    return isFolded ?? false
  } catch (error) {
    if (isLockFailure(error)) return false
    throw error
  }
}
