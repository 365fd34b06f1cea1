import type pg from 'pg'
import { SHARD_COUNT } from '../../lib/ids.ts'
import { lockTimeoutMs, type Patience, retryLock } from './retry-lock.ts'

/**
 * A new installation spreads its shards evenly. A cell that joins later takes over shards without an organization.
 * Shards with rows, and those that were moved once, stay where they are until they are moved. Runs when every cell has its tables.
 */
export async function assignShards(
  client: pg.Client,
  names: readonly string[],
  patience: Patience,
): Promise<void> {
  const known = await client.query('select from directory.cells where name = any($1)', [names])
  if (known.rowCount === names.length) return
  await retryLock(client, 'The assignment of shards', patience, () => assignAtOnce(client, names))
}

async function assignAtOnce(client: pg.Client, names: readonly string[]): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
  try {
    // Waits for organizations that are being created, which hold their shard's row, and makes new ones wait.
    await client.query('lock table directory.shards in exclusive mode')
    await client.query(
      'insert into directory.cells (name) select unnest($1::text[]) on conflict do nothing',
      [names],
    )
    await client.query(
      `insert into directory.shards as s (shard, cell)
       select n, ($1::text[])[1 + n % cardinality($1::text[])] from generate_series(0, $2::int - 1) n
       where not exists (select from directory.organizations o where o.home_shard = n or o.spread)
         and not exists (select from directory.shard_moves m where n = any(m.shards))
       on conflict (shard) do update set cell = excluded.cell`,
      [names, SHARD_COUNT],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
