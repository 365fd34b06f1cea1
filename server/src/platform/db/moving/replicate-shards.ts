import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { MoveError } from './move-error.ts'
import type { ShardMove } from './move-store.ts'
import type { MovedTable } from './moved-tables.ts'

/** The name of publication, slot and subscription: of the move, so that a move that is continued finds them. */
export const nameOf = ({ id }: Pick<ShardMove, 'id'>): string => `reverie_move_${id.replaceAll('-', '_')}`

/** Where and what to replicate. `sourceUrl` is the source's address as the target's server reaches it. */
export type Replication = { move: ShardMove; source: pg.Client; target: pg.Client; sourceUrl: string }

/** Publishes rows of the shards, and nothing yet of tables that are copied one at a time later. */
export async function publish(
  { move, source, target }: Replication,
  tables: readonly MovedTable[],
): Promise<void> {
  const name = nameOf(move)
  const { rowCount } = await source.query('select from pg_publication where pubname = $1', [name])
  if (rowCount === 0)
    await source.query(
      `create publication ${name} for ${[`table work.move_marks where (move = '${move.id}')`, ...tables.map(table => published(move, table))].join(', ')}
         with (publish = 'insert, update, delete', publish_via_partition_root = true)`,
    )
  const slot = await source.query(
    `select from pg_replication_slots where slot_name = $1 and wal_status is distinct from 'lost'`,
    [name],
  )
  if (slot.rowCount !== 0) return
  // A new slot would begin now, and what was written since the old one was lost would never arrive.
  if (await findSubscription(target, name))
    throw new MoveError(
      `The replication slot ${name} is gone from the source, or has lost its log. Take the move back: reverie shards cancel`,
    )
  // Waits for the transactions of the cell that are open now.
  await source.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name])
}

type Subscription = { oid: string; enabled: boolean }

async function findSubscription(target: pg.Client, name: string): Promise<Subscription | undefined> {
  const { rows } = await target.query<Subscription>(
    `select oid::text, subenabled as enabled from pg_subscription
      where subname = $1 and subdbid = (select oid from pg_database where datname = current_database())`,
    [name],
  )
  return rows[0]
}

const published = ({ shards }: ShardMove, { name }: MovedTable) =>
  `table cell.${name} where (shard in (${shards.join(', ')}))`

/**
 * Starts to copy. The slot exists already, because a subscription within one server could not create it. Commits of the
 * target are durable before the source hears of them.
 */
export async function subscribe({ move, source, target, sourceUrl }: Replication): Promise<void> {
  const name = nameOf(move)
  const connection = target.escapeLiteral(sourceUrl)
  // The address of the source may have changed since the move began.
  if (await findSubscription(target, name))
    await target.query(`alter subscription ${name} connection ${connection}`)
  else
    await target.query(
      `create subscription ${name} connection ${connection} publication ${name}
         with (enabled = false, create_slot = false, slot_name = '${name}', binary = true, synchronous_commit = 'on', copy_data = true)`,
    )
  const { oid, enabled } = (await findSubscription(target, name))!
  const { rows } = await target.query<{ timeline: string }>(
    'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline',
  )
  const subscriber: Subscriber = { subscription: oid, timeline: rows[0]!.timeline }
  const known = await readSubscriber(source, name)
  if (known && known.timeline !== subscriber.timeline)
    throw new MoveError(
      `Cell ${move.target} has failed over since the copy began, and may lack changes that the source will not send again. Take the move back: reverie shards cancel`,
    )
  await source.query(`comment on publication ${name} is ${source.escapeLiteral(JSON.stringify(subscriber))}`)
  if (!enabled) await target.query(`alter subscription ${name} enable`)
  // A table may have been published by a mover that died before the target heard of it.
  await target.query(`alter subscription ${name} refresh publication`)
}

/**
 * The subscriber of a publication, stored as its comment. Copies of single tables have slots in the source, named after the number of the
 * subscription: without it nobody finds them once the target is lost. A standby that became the target has another timeline.
 */
type Subscriber = { subscription: string; timeline: string }

async function readSubscriber(source: pg.Client, publication: string): Promise<Subscriber | undefined> {
  const { rows } = await source.query<{ comment: string | null }>(
    `select obj_description(oid, 'pg_publication') as comment from pg_publication where pubname = $1`,
    [publication],
  )
  const comment = rows[0]?.comment
  return comment ? (JSON.parse(comment) as Subscriber) : undefined
}

/** The names of the tables that are published already. */
export async function listPublished({
  move,
  source,
}: Pick<Replication, 'move' | 'source'>): Promise<Set<string>> {
  const { rows } = await source.query<{ name: string }>(
    `select tablename::text as name from pg_publication_tables where pubname = $1 and schemaname = 'cell'`,
    [nameOf(move)],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Adds a table to a running replication. Its rows are copied by the server. */
export async function addTable({ move, source, target }: Replication, table: MovedTable): Promise<void> {
  const name = nameOf(move)
  await source.query(`alter publication ${name} add ${published(move, table)}`)
  await target.query(`alter subscription ${name} refresh publication`)
}

export type CopyState = { tables: number; ready: number; failures: number; copied: number }

/** How far the initial copy is. `copied` counts rows of the tables that are being copied now. */
export async function readCopyState({ move, target }: Replication): Promise<CopyState> {
  const { rows } = await target.query<CopyState>(
    `select count(*)::int as tables, count(*) filter (where srsubstate = 'r')::int as ready,
            coalesce((select sum(sync_error_count + apply_error_count) from pg_stat_subscription_stats where subname = $1), 0)::int as failures,
            coalesce((select sum(tuples_processed) from pg_stat_progress_copy where datname = current_database()), 0)::int as copied
       from pg_subscription_rel r join pg_subscription s on s.oid = r.srsubid where s.subname = $1`,
    [nameOf(move)],
  )
  return rows[0]!
}

const lookEveryMs = 100

/** Waits until every table of the subscription is copied and follows the source. Postgres repeats what fails. */
export async function untilCopied(
  replication: Replication,
  { onState, mostFailures = 20 }: { onState?(state: CopyState): void; mostFailures?: number } = {},
): Promise<void> {
  const before = (await readCopyState(replication)).failures
  for (;;) {
    const state = await readCopyState(replication)
    onState?.(state)
    if (state.tables > 0 && state.ready === state.tables) return
    if (state.failures - before > mostFailures)
      throw new MoveError(
        `Postgres could not copy rows to the target ${state.failures - before} times. Its log says why. Then continue: reverie shards resume`,
      )
    await sleep(lookEveryMs)
  }
}

/** Waits until the target has every row that the source had committed when this was called. */
export async function untilCaughtUp(
  { move, source, target }: Pick<Replication, 'move' | 'source' | 'target'>,
  mostMs: number,
): Promise<boolean> {
  const { rows } = await source.query<{ mark: number }>(
    `insert into work.move_marks as m (move, mark) values ($1, 1) on conflict (move) do update set mark = m.mark + 1 returning mark::float8 as mark`,
    [move.id],
  )
  const deadline = performance.now() + mostMs
  do {
    const { rowCount } = await target.query('select from work.move_marks where move = $1 and mark >= $2', [
      move.id,
      rows[0]!.mark,
    ])
    if (rowCount === 1) return true
    await sleep(2)
  } while (performance.now() < deadline)
  return false
}

/**
 * Ends the replication. Must come before rows are deleted in the source: the deletion would be replicated too. Slots are
 * dropped by hand, because the source may be unreachable for the target.
 */
export async function unsubscribe({ move, source, target }: Omit<Replication, 'sourceUrl'>): Promise<void> {
  const name = nameOf(move)
  const known = await findSubscription(target, name)
  if (known) {
    await target.query(`alter subscription ${name} disable`)
    await target.query(`alter subscription ${name} set (slot_name = none)`)
    await target.query(`drop subscription ${name}`)
  }
  await unpublish({ move, source })
  await forgetMarks(target, move)
}

/** The part of it that is in the source: the publication, its slot and those of unfinished copies. */
export async function unpublish({ move, source }: Pick<Replication, 'move' | 'source'>): Promise<void> {
  const name = nameOf(move)
  const subscriber = await readSubscriber(source, name)
  if (subscriber) await dropSlots(source, `pg_${subscriber.subscription}_sync_`)
  await dropSlots(source, name)
  await source.query(`drop publication if exists ${name}`)
  await forgetMarks(source, move)
}

async function forgetMarks(client: pg.Client, { id }: ShardMove): Promise<void> {
  await client.query('delete from work.move_marks where move = $1', [id])
}

/** Whether the target follows the source, or was about to. Rows that are left of an earlier copy are not followed. */
export async function isSubscribed({ move, target }: Pick<Replication, 'move' | 'target'>): Promise<boolean> {
  return (await findSubscription(target, nameOf(move))) !== undefined
}

const objectInUse = '55006'

/**
 * Drops the slots whose names begin so. The sender of a slot may need a moment to notice that nobody listens, and a minute if
 * the target's machine was lost, so it is ended.
 */
async function dropSlots(source: pg.Client, start: string): Promise<void> {
  const these = `from pg_replication_slots where database = current_database() and starts_with(slot_name, $1)`
  for (let attempt = 1; ; attempt++) {
    try {
      await source.query(`select pg_drop_replication_slot(slot_name) ${these}`, [start])
      return
    } catch (error) {
      if ((error as { code?: string }).code !== objectInUse || attempt === 100) throw error
      await source
        .query(`select pg_terminate_backend(active_pid) ${these} and active_pid is not null`, [start])
        .catch(() => undefined)
      await sleep(lookEveryMs)
    }
  }
}

/** Asserted before rows are deleted in the source. */
export async function isPublished({ move, source }: Pick<Replication, 'move' | 'source'>): Promise<boolean> {
  const { rowCount } = await source.query('select from pg_publication where pubname = $1', [nameOf(move)])
  return rowCount === 1
}
