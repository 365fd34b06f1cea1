import type pg from 'pg'
import { lockTimeoutMs } from '../migrating/retry-lock.ts'

/**
 * Runs work in a transaction as the role of backfills, which sees all rows and which only the owner may become. When
 * `work` returns null, nothing is changed.
 */
export async function asBackfill<T>(client: pg.Client, work: () => Promise<T | null>): Promise<T | null> {
  await client.query(`begin; set local role reverie_backfill; set local lock_timeout = ${lockTimeoutMs}`)
  try {
    const result = await work()
    await client.query(result === null ? 'rollback' : 'commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
