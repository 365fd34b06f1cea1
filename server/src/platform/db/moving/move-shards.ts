import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ownerUrlOf } from '../addresses.ts'
import { awaitBarrier, openBarrier } from './barrier.ts'
import { problemsOfSource, problemsOfTarget, unlikeMigrations } from './check-move.ts'
import { cleanUp } from './clean-up.ts'
import { clearShards } from './clear-shards.ts'
import { totalOf } from './compare-shards.ts'
import { dropEndpoints } from './copy-endpoints.ts'
import { copyRows } from './copy-rows.ts'
import { forgetShards, installGuards, noteShards, setState } from './guard-shards.ts'
import { type HandOverResult, handOver, hasMergeAcross } from './hand-over.ts'
import { MoveError } from './move-error.ts'
import type { MoveOptions } from './move-options.ts'
import {
  assignShards,
  changePhase,
  listMovedOrganizations,
  noteFigures,
  type ShardMove,
} from './move-store.ts'
import { listMovedTables, listPartitionsOf, type MovedTable } from './moved-tables.ts'
import { processesUnaware, processesWithout } from './processes.ts'
import { readClock } from './read-clock.ts'
import { unpublish, unsubscribe } from './replicate-shards.ts'
import { firstOf, type MoveContext, patienceOf, withConnections, withSides } from './sides.ts'
import { verifyCopy } from './verify-copy.ts'

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
    const { directory, onProgress, onStep } = moving
    await reopen(moving)
    const [source, target] = firstOf(moving)
    await unsubscribe({ move, source, target })
    await onStep?.('unsubscribed')
    const rows = await clearShards(target, move.shards, moving)
    const { wholly } = await listMovedOrganizations(directory, move.shards, move.target)
    await dropEndpoints(target, wholly)
    await setState(target, move, ['arriving'], 'gone')
    await onStep?.('cleared')
    await forgetSource(moving, source)
    onProgress(`taken back; ${rows.toLocaleString('en')} copied rows were deleted from ${move.target}`)
  })
}

/** Takes a move back when the target is lost for good. Its slot would keep the log of the source until the disk is full. */
export async function cancelWithoutTarget(options: MoveOptions, move: ShardMove): Promise<void> {
  await withConnections(options, async side => {
    const source = (await side(move.source)).clients[0]!
    const moving = { ...options, move, patience: patienceOf(options) }
    await awaitBarrier(source, move)
    try {
      await returnToCopying(options.directory, move)
      await setState(source, move, ['gone'], 'leaving')
    } finally {
      await openBarrier(source, move)
    }
    await unpublish({ move, source })
    await forgetSource(moving, source)
    options.onProgress(`taken back; what was copied is left in ${move.target}`)
  })
}

async function forgetSource(
  { move, directory, onStep, patience }: Pick<MoveContext, 'move' | 'directory' | 'onStep' | 'patience'>,
  source: pg.Client,
): Promise<void> {
  await forgetShards(source, move)
  await installGuards(source, move.shards, patience)
  await onStep?.('forgotten')
  if (!(await changePhase(directory, move, ['copying'], 'undone')))
    throw new MoveError('The shards have been handed over meanwhile. To move them back: reverie shards move')
}

/** Takes back a hand-over in which a mover died, and a cancellation that was interrupted. */
async function reopen(moving: MoveContext): Promise<void> {
  const { move, directory } = moving
  const [source, target] = firstOf(moving)
  await awaitBarrier(source, move)
  try {
    await returnToCopying(directory, move)
    await setState(target, move, ['here', 'gone'], 'arriving')
    await setState(source, move, ['gone'], 'leaving')
  } finally {
    await openBarrier(source, move)
  }
}

async function returnToCopying(directory: pg.Client, move: ShardMove): Promise<void> {
  if (!(await changePhase(directory, move, ['copying', 'closing'], 'copying')))
    throw new MoveError('Another command has ended this move.')
}

async function refuseProblems(moving: MoveContext): Promise<void> {
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

async function copyAndHandOver(moving: MoveContext): Promise<void> {
  const { move, directory, onProgress, onStep, patience } = moving
  const [source, target] = firstOf(moving)
  const began = await readClock(directory)
  await noteShards(source, move, 'leaving')
  await noteShards(target, move, 'arriving')
  for (const client of [source, target]) await installGuards(client, move.shards, patience)
  await onStep?.('guarded')
  if (await flipIfEmpty(moving)) return onProgress('the shards have no organization; nothing to copy')
  await untilAware(moving, began)
  await untilUnmerged(moving)
  const replication = { move, source, target, sourceUrl: moving.sourceUrl ?? urlOf(moving, move.source) }
  await copyRows(replication, moving)
  await onStep?.('copied')
  await vacuum(moving)
  await moving.prepareTarget(move.target)
  await onStep?.('prepared')
  await untilAware(moving, began)
  await repeatHandOver(moving)
}

const urlOf = ({ addresses }: MoveContext, name: string): string =>
  ownerUrlOf(addresses.find(each => each.name === name)!)

/** Shards without rows change cells in one transaction, behind which new organizations wait. */
async function flipIfEmpty(moving: MoveContext): Promise<boolean> {
  const { move, directory } = moving
  const [source, target] = firstOf(moving)
  if (!(await isEmpty(moving))) return false
  await awaitBarrier(source, move)
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
    await openBarrier(source, move)
  }
}

async function isEmpty({ directory, move }: MoveContext): Promise<boolean> {
  const { wholly, partly } = await listMovedOrganizations(directory, move.shards, move.target)
  return wholly.length + partly.length === 0
}

/** Searches of the target need statistics, and its scans of codes pages that are known to be visible. */
async function vacuum(moving: MoveContext): Promise<void> {
  const [, target] = firstOf(moving)
  moving.onProgress('vacuuming the copied rows')
  for (const { name } of await listPartitionsOf(target, moving.move.shards))
    await target.query(`vacuum (analyze, skip_locked) cell.${name}`)
}

/**
 * A process that does not know of the move would go on to read rows of the source after it. `since` is taken when the move is
 * there for all to see.
 */
async function untilAware({ directory, onProgress }: MoveContext, since: Date): Promise<void> {
  for (let isTold = false; ; await sleep(100)) {
    const unaware = await processesUnaware(directory, since)
    if (unaware.length === 0) return
    if (!isTold) onProgress(`waiting for ${unaware.length} processes to learn of the move`)
    isTold = true
  }
}

/**
 * A merge gives rows another shard. When such a row comes from a shard that stays, the replication sends it as a new one, but
 * without the long values that the merge did not change. Processes that know of the move begin no such merge.
 */
async function untilUnmerged({ move, source, onProgress }: MoveContext): Promise<void> {
  for (let isTold = false; await hasMergeAcross(source.clients[0]!, move.shards); await sleep(100)) {
    if (!isTold) onProgress('waiting for merges of containers across the shards')
    isTold = true
  }
}

const pauseBetweenMs = 2_000
const mostHandOvers = 100

async function repeatHandOver(moving: MoveContext): Promise<void> {
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
async function tryHandOver(moving: MoveContext, tables: readonly MovedTable[]): Promise<HandOverResult> {
  const { move, directory, onStep, source, target } = moving
  const verified = await verifyCopy(move, source, target, tables)
  if ('reason' in verified) return verified
  const organizations = await listMovedOrganizations(directory, move.shards, move.target)
  const result = await handOver({
    move,
    directory,
    source,
    target,
    plan: verified.plan,
    organizations,
    ...(onStep && { onStep }),
  })
  if ('reason' in result) return result
  const pauseMs = Math.max(verified.pauseMs, result.pauseMs)
  await noteFigures(directory, move, { pauseMs, rows: totalOf(verified.counts) })
  return { pauseMs }
}
