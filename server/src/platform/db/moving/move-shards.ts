import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type CellAddress, ownerUrlOf } from '../addresses.ts'
import { type Patience, usualPatienceMs } from '../migrating/retry-lock.ts'
import { problemsOfSource, problemsOfTarget, unlikeMigrations } from './check-move.ts'
import { clearShards } from './clear-shards.ts'
import { type Side, totalOf } from './compare-shards.ts'
import { dropEndpoints } from './copy-endpoints.ts'
import { copyRows } from './copy-rows.ts'
import { awaitFence } from './fence.ts'
import { forgetShards, installGuards, noteShards, setState } from './guard-shards.ts'
import { type HandOverResult, type HandOverStep, handOver } from './hand-over.ts'
import { assignShards, changePhase, listTenants, noteFigures, type ShardMove } from './move-store.ts'
import { listMovedTables, listPartitionsOf, type MovedTable } from './moved-tables.ts'
import { connectOwner } from './owner-connection.ts'
import { processesUnaware, processesWithout } from './processes.ts'
import { isPublished, type Replication, unsubscribe } from './replicate-shards.ts'
import { verifyCopy } from './verify-copy.ts'

export class MoveError extends Error {}

export type MoveOptions = {
  addresses: readonly CellAddress[]
  directory: pg.Client
  /** The address of the source as the server of the target reaches it. Default: the one that we use. */
  sourceUrl?: string | undefined
  /** The share of the time that may be spent copying and deleting, in percent. */
  load: number
  /** Builds what searches need in the target before it serves the shards. */
  prepareTarget(cell: string): Promise<void>
  onProgress(message: string): void
  onStep?: ((step: MoveStep) => void | Promise<void>) | undefined
}

export type MoveStep = HandOverStep | 'guarded' | 'copied' | 'prepared' | 'unsubscribed' | 'cleared'

/** Connections of each side: writes wait for the comparison, so it runs on several. */
const connectionsPerSide = 4

type Moving = MoveOptions & { move: ShardMove; source: Side; target: Side; patience: Patience }

/** Carries a move from where it is to its end. It may end at any moment, and is then continued by the next call. */
export async function runMove(options: MoveOptions, move: ShardMove): Promise<void> {
  await withSides(options, move, async moving => {
    if (move.phase !== 'flipped') {
      await reopen(moving)
      await refuseProblems(moving)
      await copyAndHandOver(moving)
    }
    await cleanUp(moving)
  })
}

/** Ends a move whose shards are still in the source, and removes what was copied. */
export async function cancelMove(options: MoveOptions, move: ShardMove): Promise<void> {
  await withSides(options, move, async moving => {
    await reopen(moving)
    const [source, target] = firstOf(moving)
    await unsubscribe({ move, source, target })
    const rows = await clearShards(target, move.shards, moving)
    await setState(target, move, ['arriving'], 'gone')
    await forgetShards(source, move)
    await installGuards(source, move.shards, moving.patience)
    if (!(await changePhase(moving.directory, move, ['copying'], 'undone')))
      throw new MoveError(
        'The shards have been handed over meanwhile. To move them back: reverie shards move',
      )
    moving.onProgress(`taken back; ${rows} copied rows were deleted from ${move.target}`)
  })
}

async function withSides(
  options: MoveOptions,
  move: ShardMove,
  work: (moving: Moving) => Promise<void>,
): Promise<void> {
  const open: pg.Client[] = []
  const side = async (name: string): Promise<Side> => {
    const address = options.addresses.find(each => each.name === name)
    if (!address) throw new MoveError(`Cell ${name} is not in CELL_URLS of this command.`)
    const clients = []
    for (let i = 0; i < connectionsPerSide; i++) {
      const client = await connectOwner(address)
      open.push(client)
      clients.push(client)
    }
    return { clients }
  }
  const patience = { ms: usualPatienceMs, onWait: options.onProgress }
  try {
    await work({
      ...options,
      move,
      patience,
      source: await side(move.source),
      target: await side(move.target),
    })
  } finally {
    await Promise.all(open.map(client => client.end().catch(() => undefined)))
  }
}

const firstOf = ({ source, target }: Moving): [pg.Client, pg.Client] => [
  source.clients[0]!,
  target.clients[0]!,
]

/** Takes back a hand-over in which a mover died. */
async function reopen(moving: Moving): Promise<void> {
  const { move, directory } = moving
  const [source, target] = firstOf(moving)
  await awaitFence(source, move)
  try {
    if (!(await changePhase(directory, move, ['copying', 'closing'], 'copying')))
      throw new MoveError('Another command has ended this move.')
    await setState(target, move, ['here'], 'arriving')
    await setState(source, move, ['gone'], 'leaving')
  } finally {
    await source.query('select pg_advisory_unlock_all()')
  }
}

async function refuseProblems(moving: Moving): Promise<void> {
  const { move, directory } = moving
  const [source, target] = firstOf(moving)
  const unlike = await unlikeMigrations(source, target)
  const without = await processesWithout(directory, move.target)
  const problems = [
    ...(await problemsOfSource(source, move.source)),
    ...(await problemsOfTarget(target, move.target)),
    ...(unlike.length > 0
      ? [`The cells differ in their migrations (${unlike.join(', ')}). Run: reverie migrate`]
      : []),
    ...(without.length > 0
      ? [
          `These processes do not know cell ${move.target}: ${without.join(', ')}. Start them again with it in CELL_URLS.`,
        ]
      : []),
  ]
  if (problems.length > 0) throw new MoveError(problems.join('\n'))
}

async function copyAndHandOver(moving: Moving): Promise<void> {
  const { move, directory, onProgress, onStep, patience } = moving
  const [source, target] = firstOf(moving)
  const began = await readClock(directory)
  await noteShards(source, move, 'leaving')
  await noteShards(target, move, 'arriving')
  for (const client of [source, target]) await installGuards(client, move.shards, patience)
  await onStep?.('guarded')
  if (await flipIfEmpty(moving)) return onProgress('the shards have no organization; nothing to copy')
  const replication = { move, source, target, sourceUrl: moving.sourceUrl ?? urlOf(moving, move.source) }
  await copyRows(replication, moving)
  await onStep?.('copied')
  await vacuum(moving)
  await moving.prepareTarget(move.target)
  await onStep?.('prepared')
  await untilAware(moving, began)
  await repeatHandOver(moving)
}

const urlOf = ({ addresses }: Moving, name: string): string =>
  ownerUrlOf(addresses.find(each => each.name === name)!)

/** Shards without rows change cells in one transaction, behind which new organizations wait. */
async function flipIfEmpty(moving: Moving): Promise<boolean> {
  const { move, directory } = moving
  const [source, target] = firstOf(moving)
  if (!(await isEmpty(moving))) return false
  await awaitFence(source, move)
  try {
    await setState(source, move, ['leaving'], 'gone')
    await setState(target, move, ['arriving'], 'here')
    await directory.query('begin; lock table directory.shards in exclusive mode')
    const flipped = (await isEmpty(moving)) && (await changePhase(directory, move, ['copying'], 'closing'))
    const done = flipped && (await assignShards(directory, move))
    await directory.query('commit')
    if (done) return true
    await setState(target, move, ['here'], 'arriving')
    await setState(source, move, ['gone'], 'leaving')
    return false
  } finally {
    await directory.query('rollback').catch(() => undefined)
    await source.query('select pg_advisory_unlock_all()').catch(() => undefined)
  }
}

async function isEmpty({ directory, move }: Moving): Promise<boolean> {
  const { home, spread } = await listTenants(directory, move.shards)
  return home.length + spread.length === 0
}

/** Searches of the target need statistics, and its scans of codes pages that are known to be visible. */
async function vacuum(moving: Moving): Promise<void> {
  const [, target] = firstOf(moving)
  moving.onProgress('vacuuming the copied rows')
  for (const { name } of await listPartitionsOf(target, moving.move.shards))
    await target.query(`vacuum (analyze, skip_locked) cell.${name}`)
}

/**
 * A process that does not know of the move would go on to read rows of the source after it. The time is taken when the
 * move is there for all to see.
 */
async function readClock(directory: pg.Client): Promise<Date> {
  const { rows } = await directory.query<{ now: Date }>('select clock_timestamp() as now')
  return rows[0]!.now
}

async function untilAware({ directory, onProgress }: Moving, since: Date): Promise<void> {
  for (let isTold = false; ; await sleep(100)) {
    const unaware = await processesUnaware(directory, since)
    if (unaware.length === 0) return
    if (!isTold) onProgress(`waiting for ${unaware.length} processes to learn of the move`)
    isTold = true
  }
}

const pauseBetweenMs = 2_000
const mostHandOvers = 100

async function repeatHandOver(moving: Moving): Promise<void> {
  const { move, onProgress, source } = moving
  const tables = await listMovedTables(source.clients[0]!)
  for (let attempt = 1; attempt <= mostHandOvers; attempt++) {
    const result = await tryHandOver(moving, tables)
    if ('pauseMs' in result)
      return onProgress(`handed over to ${move.target}; writes waited for ${Math.round(result.pauseMs)} ms`)
    onProgress(`not handed over yet: ${result.reason}`)
    await sleep(pauseBetweenMs)
  }
  throw new MoveError(
    `The shards were too busy to be handed over ${mostHandOvers} times. Continue later: reverie shards resume`,
  )
}

/** The pause is the longer one of the two in which writes waited. */
async function tryHandOver(moving: Moving, tables: readonly MovedTable[]): Promise<HandOverResult> {
  const { move, directory, onStep, source, target } = moving
  const verified = await verifyCopy(move, source, target, tables)
  if ('reason' in verified) return verified
  const { home, spread } = await listTenants(directory, move.shards)
  const result = await handOver({
    ...{ move, directory, source, target, plan: verified.plan, tenants: [...home, ...spread] },
    ...(onStep && { onStep }),
  })
  if ('reason' in result) return result
  const pauseMs = Math.max(verified.pauseMs, result.pauseMs)
  await noteFigures(directory, move, { pauseMs, rows: totalOf(verified.counts) })
  return { pauseMs }
}

/** From here on the target serves the shards, and the source's rows are left-overs. */
async function cleanUp(moving: Moving): Promise<void> {
  const { move, directory, onProgress, onStep } = moving
  const [source, target] = firstOf(moving)
  const replication: Omit<Replication, 'sourceUrl'> = { move, source, target }
  await setState(source, move, ['leaving'], 'gone')
  await setState(target, move, ['arriving'], 'here')
  await unsubscribe(replication)
  await onStep?.('unsubscribed')
  await untilReadersLeft(source)
  if (await isPublished(replication)) throw new Error('The rows to delete are still published')
  const rows = await clearShards(source, move.shards, moving)
  const { home } = await listTenants(directory, move.shards)
  await dropEndpoints(source, home)
  await onStep?.('cleared')
  await forgetShards(target, move)
  await installGuards(target, move.shards, moving.patience)
  await changePhase(directory, move, ['flipped'], 'done')
  onProgress(`done; ${rows} rows were deleted from ${move.source}`)
}

const longestReadMs = 130_000

/** Transactions that began before the hand-over may still read the source's rows. Builds of indexes and migrations do not. */
async function untilReadersLeft(source: pg.Client): Promise<void> {
  const { rows } = await source.query<{ now: Date }>('select clock_timestamp() as now')
  const deadline = performance.now() + longestReadMs
  while (performance.now() < deadline) {
    const open = await source.query(
      `select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
          and application_name !~ '^reverie (owner|migrate|shards) ' and xact_start < $1`,
      [rows[0]!.now],
    )
    if (open.rowCount === 0) return
    await sleep(100)
  }
}
