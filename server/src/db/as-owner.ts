import pg from 'pg'
import type { Cell } from './cells.ts'

/**
 * A connection as whoever owns the tables, as migrations have it, for what no other role may do and no transaction may hold:
 * making an index and dropping it. The server looks every second whether we are still there, so that work nobody waits for
 * ends with its process.
 */
export async function asOwner(
  { name, url }: Pick<Cell, 'name' | 'url'>,
  settings: Readonly<Record<string, string | number>>,
  signal: AbortSignal | undefined,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const all = { client_connection_check_interval: '1s', ...settings }
  const client = new pg.Client({
    connectionString: url,
    application_name: `reverie owner ${name}`,
    options: Object.entries(all)
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(' '),
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
