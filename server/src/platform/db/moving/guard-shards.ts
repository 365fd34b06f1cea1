import type pg from 'pg'
import { type Patience, retryLock } from '../migrating/retry-lock.ts'
import { inTransactionOf } from './in-transaction-of.ts'
import type { ShardMove } from './move-store.ts'
import { listPartitionsOf } from './moved-tables.ts'

export type GuardState = 'leaving' | 'gone' | 'arriving' | 'here'

/** The second key of the advisory lock that keeps writers and the hand-over apart. */
const barrier = `hashtext($1::text)`

/**
 * Writers of a partition wait behind us for this long at most. Autovacuum gives way after `deadlock_timeout`, which the
 * connection has set lower where it may (`owner-connection.ts`).
 */
const lockTimeoutMs = 250

/** Notes that shards are leaving a cell, or arriving. A state that is there stays, for a move that is continued. */
export async function noteShards(
  client: pg.Client,
  { id, shards }: ShardMove,
  state: 'leaving' | 'arriving',
): Promise<void> {
  await client.query(
    `insert into work.shard_moves as s (shard, move, state, barrier) select shard, $1::uuid, $3, ${barrier} from unnest($2::smallint[]) shard
     on conflict (shard) do update set move = excluded.move, state = excluded.state, barrier = excluded.barrier where s.move <> excluded.move`,
    [id, shards, state],
  )
}

export async function setState(
  client: pg.Client,
  { id }: ShardMove,
  from: readonly GuardState[],
  to: GuardState,
): Promise<void> {
  await client.query('update work.shard_moves set state = $3 where move = $1 and state = any($2)', [
    id,
    from,
    to,
  ])
}

/** Shards that are in their cell for good need no guard. */
export async function forgetShards(client: pg.Client, { id }: ShardMove): Promise<void> {
  await client.query('delete from work.shard_moves where move = $1', [id])
}

/**
 * Makes the partitions of these shards ask before each row that is written, and those of no guarded shard no longer.
 * The trigger costs the other shards of a partition one comparison a row. Each partition is locked for a moment.
 */
export async function installGuards(
  client: pg.Client,
  shards: readonly number[],
  patience: Patience,
): Promise<void> {
  const { rows } = await client.query<{ shard: number }>('select shard from work.shard_moves order by shard')
  const guarded = rows.map(({ shard }) => shard)
  for (const { name } of await listPartitionsOf(client, shards))
    await retryLock(client, `The guard of ${name}`, patience, () => installOne(client, name, guarded))
}

async function installOne(client: pg.Client, name: string, guarded: readonly number[]): Promise<void> {
  const condition = (row: string) => `${row}.shard = any ('{${guarded.join(',')}}'::smallint[])`
  const statements = guarded.length
    ? [
        create('guard_written', 'insert or update', name, condition('new')),
        create('guard_deleted', 'delete', name, condition('old')),
        // A merge gives rows another shard.
        create('guard_moved', 'update', name, `${condition('old')} and old.shard <> new.shard`),
      ]
    : [
        `drop trigger if exists guard_written on cell.${name}`,
        `drop trigger if exists guard_deleted on cell.${name}`,
        `drop trigger if exists guard_moved on cell.${name}`,
      ]
  await inTransactionOf(client, async () => {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    for (const statement of statements) await client.query(statement)
  })
}

const create = (trigger: string, events: string, table: string, condition: string) =>
  `create or replace trigger ${trigger} before ${events} on cell.${table} for each row when (${condition}) execute function cell.guard_shard()`
