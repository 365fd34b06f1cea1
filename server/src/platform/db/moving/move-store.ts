import type pg from 'pg'
import type { MovedOrganizations } from './copy-endpoints.ts'
import { inTransactionOf } from './in-transaction-of.ts'
import { MoveError } from './move-error.ts'

export type MovePhase = 'copying' | 'closing' | 'flipped' | 'done' | 'undone'

export type ShardMove = {
  id: string
  source: string
  target: string
  shards: number[]
  phase: MovePhase
  pauseMs: number | null
  rows: number | null
  startedAt: Date
  flippedAt: Date | null
  endedAt: Date | null
}

const columns = `id, source, target, shards, phase, pause_ms as "pauseMs", rows, started_at as "startedAt",
  flipped_at as "flippedAt", ended_at as "endedAt"`

/** One command at a time moves shards. It holds its turn until it disconnects. */
export async function takeMoveTurn(directory: pg.Client): Promise<boolean> {
  const { rows } = await directory.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(hashtext('reverie shard moves')) as taken`,
  )
  return rows[0]!.taken
}

export async function listMoves(directory: pg.Client, most = 100): Promise<ShardMove[]> {
  const { rows } = await directory.query<ShardMove>(
    `select ${columns} from directory.shard_moves order by ended_at is not null, started_at desc limit $1`,
    [most],
  )
  return rows
}

export async function findUnfinished(directory: pg.Client): Promise<ShardMove[]> {
  const { rows } = await directory.query<ShardMove>(
    `select ${columns} from directory.shard_moves where phase in ('copying', 'closing', 'flipped') order by started_at`,
  )
  return rows
}

/** Throws if the shards are not in the source: a cell that joins takes over shards without an organization. */
export async function createMove(
  directory: pg.Client,
  { source, target, shards }: Pick<ShardMove, 'source' | 'target' | 'shards'>,
): Promise<ShardMove> {
  const { rows } = await directory.query<ShardMove>(
    `with held as (select from directory.shards where shard = any($3) and cell = $1 for share)
     insert into directory.shard_moves (id, source, target, shards, started_at)
     select gen_random_uuid(), $1, $2, $3, clock_timestamp() where (select count(*) from held) = cardinality($3::smallint[])
     returning ${columns}`,
    [source, target, shards],
  )
  if (!rows[0])
    throw new MoveError(`Cell ${source} does not hold all of these shards. See: reverie shards list --all`)
  return rows[0]
}

/** False when the move was not in that phase any more. */
export async function changePhase(
  directory: pg.Client,
  { id }: ShardMove,
  from: readonly MovePhase[],
  to: MovePhase,
): Promise<boolean> {
  const { rowCount } = await directory.query(
    `update directory.shard_moves set phase = $3, ended_at = case when $3 in ('done', 'undone') then clock_timestamp() end
      where id = $1 and phase = any($2)`,
    [id, from, to],
  )
  return rowCount === 1
}

/** From here on the shards belong to the target. False when the hand-over was taken back. */
export function flipShards(directory: pg.Client, move: ShardMove): Promise<boolean> {
  return inTransactionOf(directory, () => assignShards(directory, move))
}

/** Assigns the shards to the target, in a transaction of the caller. */
export async function assignShards(
  directory: pg.Client,
  { id, source, target, shards }: ShardMove,
): Promise<boolean> {
  const { rowCount } = await directory.query(
    `update directory.shard_moves set phase = 'flipped', flipped_at = clock_timestamp() where id = $1 and phase = 'closing'`,
    [id],
  )
  if (rowCount !== 1) return false
  const assigned = await directory.query(
    'update directory.shards set cell = $2 where shard = any($1) and cell = $3',
    [shards, target, source],
  )
  if (assigned.rowCount !== shards.length)
    throw new MoveError(`Some of the shards are not in ${source} any more. See: reverie shards list --all`)
  return true
}

export async function noteFigures(
  directory: pg.Client,
  { id }: ShardMove,
  figures: { pauseMs: number; rows: number },
): Promise<void> {
  await directory.query('update directory.shard_moves set pause_ms = $2, rows = $3 where id = $1', [
    id,
    figures.pauseMs,
    figures.rows,
  ])
}

export async function listMovedOrganizations(
  directory: pg.Client,
  shards: readonly number[],
  cell: string,
): Promise<MovedOrganizations> {
  const { rows } = await directory.query<{ id: string; isPartly: boolean }>(
    `select id, spread and exists (select from directory.shards where cell = $2 and shard <> all($1)) as "isPartly"
       from directory.organizations where spread or home_shard = any($1)`,
    [shards, cell],
  )
  const ids = (isPartly: boolean) => rows.filter(row => row.isPartly === isPartly).map(({ id }) => id)
  return { wholly: ids(false), partly: ids(true) }
}

export type CellRow = { name: string; shards: number; organizations: number; drainingAt: Date | null }

export async function listCells(directory: pg.Client): Promise<CellRow[]> {
  const { rows } = await directory.query<CellRow>(
    `select c.name, c.draining_at as "drainingAt",
            (select count(*)::int from directory.shards s where s.cell = c.name) as shards,
            (select count(*)::int from directory.organizations o join directory.shards s on s.shard = o.home_shard
              where s.cell = c.name) as organizations
       from directory.cells c order by c.joined_at, c.name`,
  )
  return rows
}

export type ShardRow = { shard: number; cell: string; organizations: number }

export async function listShards(directory: pg.Client): Promise<ShardRow[]> {
  const { rows } = await directory.query<ShardRow>(
    `select s.shard, s.cell, count(o.id)::int as organizations
       from directory.shards s left join directory.organizations o on o.home_shard = s.shard
      group by s.shard, s.cell order by s.shard`,
  )
  return rows
}

/** New organizations go elsewhere from now on, or again here. */
export async function setDraining(directory: pg.Client, name: string, draining: boolean): Promise<void> {
  await directory.query(
    `update directory.cells set draining_at = case when $2 then coalesce(draining_at, now()) end where name = $1`,
    [name, draining],
  )
}

export async function addCellRow(directory: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await directory.query(
    'insert into directory.cells (name) values ($1) on conflict do nothing',
    [name],
  )
  return rowCount === 1
}

export async function removeCellRow(directory: pg.Client, name: string): Promise<void> {
  await directory.query('delete from directory.cells where name = $1', [name])
}

/** A spread organization may have containers in any shard. */
export async function hasSpread(directory: pg.Client): Promise<boolean> {
  const { rowCount } = await directory.query('select from directory.organizations where spread limit 1')
  return rowCount === 1
}

export async function findHome(
  directory: pg.Client,
  slug: string,
): Promise<{ shard: number; spread: boolean } | undefined> {
  const { rows } = await directory.query<{ shard: number; spread: boolean }>(
    'select home_shard as shard, spread from directory.organizations where slug = $1',
    [slug],
  )
  return rows[0]
}

/** The size of a cell's database, as people read it. */
export async function readSize(cell: pg.Client): Promise<string> {
  const { rows } = await cell.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  return rows[0]!.size
}
