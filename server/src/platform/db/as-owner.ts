import pg from 'pg'
import type { Cell } from './cells.ts'
import { connectTo } from './start-up-options.ts'

/** An index build has no time limit. Managed servers often give the owner role limits of its own, which this lifts. */
export const unlimited = {
  statement_timeout: 0,
  lock_timeout: 0,
  transaction_timeout: 0,
  idle_in_transaction_session_timeout: 0,
}

/**
 * Opens a connection as the owner of the tables, as migrations do, for work that no other role may do and no
 * transaction may hold: creating and dropping an index. The server checks every second that we are still connected, so
 * work ends soon after its process does.
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
  // A lost connection fails its query, and that is how we learn of it. Without a listener the event would end the
  // process.
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
