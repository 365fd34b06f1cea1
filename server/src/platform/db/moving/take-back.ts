import type pg from 'pg'
import type { Source } from '../tx.ts'
import { barrierClass } from './barrier.ts'

/**
 * Opens shards again in their source when the mover died while it handed them over: between closing them there and
 * naming their new cell in the directory. The mover holds the barrier meanwhile, and loses it with its connection, so who
 * gets the barrier finds either a finished move or one that nobody finishes.
 */
export async function takeBackHandover(
  directory: Source,
  cellOf: (name: string) => Source | undefined,
  move: string,
): Promise<void> {
  const { rows } = await directory.pool.query<{ source: string; target: string }>(
    `select source, target from directory.shard_moves where id = $1 and phase in ('copying', 'closing')`,
    [move],
  )
  const [source, target] = [cellOf(rows[0]?.source ?? ''), cellOf(rows[0]?.target ?? '')]
  if (!source) return
  const client = await source.pool.connect()
  try {
    await client.query('begin')
    if (await tryBarrier(client, move)) {
      const { rowCount } = await directory.pool.query(
        `update directory.shard_moves set phase = 'copying' where id = $1 and phase in ('copying', 'closing')`,
        [move],
      )
      if (rowCount === 1) {
        // It may be what has failed. Nobody looks there while the directory names the source, and the next mover closes it.
        await target?.pool
          .query(`update work.shard_moves set state = 'arriving' where move = $1 and state = 'here'`, [move])
          .catch(() => undefined)
        await client.query(
          `update work.shard_moves set state = 'leaving' where move = $1 and state = 'gone'`,
          [move],
        )
      }
    }
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Whether nobody writes to the shards of the move, and nobody hands them over. */
async function tryBarrier(client: pg.PoolClient, move: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(${barrierClass}, barrier) as taken from work.shard_moves where move = $1 limit 1`,
    [move],
  )
  return rows[0]?.taken === true
}
