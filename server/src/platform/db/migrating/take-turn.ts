import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const askAgainMs = 100

/**
 * One process at a time migrates a database; its turn ends when it disconnects. Others ask again and again. If they waited
 * inside of a statement, an index that is built concurrently would wait for that statement, and it for the index.
 */
export async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtext('reverie migrations')) as taken`,
    )
    if (rows[0]!.taken) return
    await sleep(askAgainMs)
  }
}
