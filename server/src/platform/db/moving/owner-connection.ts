import pg from 'pg'
import { type CellAddress, ownerUrlOf } from '../addresses.ts'
import { unlimited } from '../as-owner.ts'
import { connectTo } from '../start-up-options.ts'

/**
 * Connects as the owner, past a pooler: locks and settings are of the session. Statements have no time limit. When our machine is
 * lost, Postgres notices within seconds and gives our locks back.
 */
export async function connectOwner(address: CellAddress): Promise<pg.Client> {
  const settings = {
    ...unlimited,
    client_connection_check_interval: '1s',
    tcp_keepalives_idle: 3,
    tcp_keepalives_interval: 1,
    tcp_keepalives_count: 3,
  }
  const client = new pg.Client({
    ...connectTo(ownerUrlOf(address), settings),
    application_name: `reverie shards ${address.name}`,
    connectionTimeoutMillis: 10_000,
  })
  // A lost connection fails its query, and that is how we learn of it.
  client.on('error', () => undefined)
  await client.connect()
  // Only superusers may. Others wait for autovacuum to end, and try again until then.
  await client.query(`set deadlock_timeout = '100ms'`).catch(() => undefined)
  return client
}
