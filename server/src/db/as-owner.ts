import pg from 'pg'
import type { Cell } from './cells.ts'
import { connectTo } from './start-up-options.ts'

/** An index takes as long as it takes. Owners of managed servers often come with limits of their own. */
export const unlimited = {
  statement_timeout: 0,
  lock_timeout: 0,
  transaction_timeout: 0,
  idle_in_transaction_session_timeout: 0,
}

/**
 * A connection as whoever owns the tables, as migrations have it, for what no other role may do and no transaction may hold:
 * making an index and dropping it. The server looks every second whether we are still there, so that work nobody waits for
 * ends with its process.
 */
export async function asOwner(
  { name, ownerUrl }: Pick<Cell, 'name' | 'ownerUrl'>,
  settings: Readonly<Record<string, string | number>>,
  signal: AbortSignal | undefined,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const all = { client_connection_check_interval: '1s', ...unlimited, ...settings }
  const client = new pg.Client({
    ...connectTo(ownerUrl, all),
    application_name: `reverie owner ${name}`,
    connectionTimeoutMillis: 5_000,
  })
  // Losing the connection fails its query, which is how we hear of it; unheard, the event would end the process.
  client.on('error', () => undefined)
  const leave = () => void client.end()
  await client.connect()
  signal?.addEventListener('abort', leave)
  try {
    if (!signal?.aborted) await work(client)
  } catch (error) {
    if (!signal?.aborted) throw error
  } finally {
    signal?.removeEventListener('abort', leave)
    await client.end()
  }
}
