import type pg from 'pg'
import type { ShardMove } from './move-store.ts'

/**
 * The first key of the advisory lock that writers of leaving shards share, and its mover takes alone. The second key is the column
 * `work.shard_moves.barrier`. (A fence is the token of a lease.)
 */
export const barrierClass = `hashtext('reverie shard move')`

/** Writers that are under way get this long to end. Afterwards all go on, and it is tried again. */
const drainMs = 300

/** Keeps writers out, until `openBarrier` or the end of the connection. False when writers were too slow. */
export async function takeBarrier(client: pg.Client, move: ShardMove): Promise<boolean> {
  await client.query(`set lock_timeout = ${drainMs}`)
  try {
    await awaitBarrier(client, move)
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
    return false
  } finally {
    await client.query('set lock_timeout = 0')
  }
}

/** Takes the lock of the move, however long that takes. */
export async function awaitBarrier(client: pg.Client, { id }: Pick<ShardMove, 'id'>): Promise<void> {
  await client.query(
    `select pg_advisory_lock(${barrierClass}, barrier) from work.shard_moves where move = $1 limit 1`,
    [id],
  )
}

/** Lets writers go on. Without a connection there is no barrier either. */
export async function openBarrier(client: pg.Client, { id }: Pick<ShardMove, 'id'>): Promise<void> {
  await client
    .query(`select pg_advisory_unlock(${barrierClass}, hashtext($1::text))`, [id])
    .catch(() => undefined)
}
