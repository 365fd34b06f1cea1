import type pg from 'pg'
import { isLockFailure } from '../migrating/retry-lock.ts'
import { asBackfill } from './as-backfill.ts'

/** Containers with no more chunks than this get a tally. Half of what fits into one. */
const foldedUpTo = 1_000
/** Containers that are looked at in one step. Each is folded in a transaction of its own. */
const perPage = 500

type FoldedContainer = { shard: number; org: string; container: string; isUnfolded: boolean }

/**
 * Turns the term counts of small containers from rows into tallies, as the next document of each container would do (see
 * processes/pipeline/chunking/term-count-store.ts). Returns the number of containers. `marks`: the terms that mark languages.
 */
export async function foldTermCounts(client: pg.Client, marks: readonly number[]): Promise<number> {
  const { rows } = await client.query<{ begun: boolean }>('select cell.tallies_begun() as begun')
  if (!rows[0]!.begun) return 0
  let folded = 0
  let after: FoldedContainer | undefined = { shard: -1, org: nil, container: nil, isUnfolded: false }
  while (after) {
    const page: FoldedContainer[] = (await asBackfill(client, () => listContainers(client, after!)))!
    for (const key of page) if (key.isUnfolded && (await fold(client, key, marks))) folded++
    after = page.length === perPage ? page.at(-1) : undefined
  }
  return folded
}

const nil = '00000000-0000-0000-0000-000000000000'

async function listContainers(client: pg.Client, after: FoldedContainer): Promise<FoldedContainer[]> {
  const { rows } = await client.query<FoldedContainer>(
    `select c.shard, c.org, c.container, c.chunks <= $4 and exists (
              select from cell.term_counts t where t.shard = c.shard and t.org = c.org and t.container = c.container) as "isUnfolded"
       from cell.containers c where (c.shard, c.org, c.container) > ($1, $2, $3)
      order by c.shard, c.org, c.container limit ${perPage}`,
    [after.shard, after.org, after.container, foldedUpTo],
  )
  return rows
}

/**
 * False when another transaction uses the rows, or a count does not fit: then the rows stay, which is right too. It does not
 * wait for their locks, because a worker would wait behind it.
 */
async function fold(
  client: pg.Client,
  { shard, org, container }: FoldedContainer,
  marks: readonly number[],
): Promise<boolean> {
  try {
    const isFolded = await asBackfill(client, async () => {
      await client.query(
        `select from cell.term_counts t where t.shard = $1 and t.org = $2 and t.container = $3 order by t.term for update nowait`,
        [shard, org, container],
      )
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
