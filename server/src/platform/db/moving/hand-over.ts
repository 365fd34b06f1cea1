import type pg from 'pg'
import { openBarrier, takeBarrier } from './barrier.ts'
import { type ComparePlan, compareClosed, type Side } from './compare-shards.ts'
import { copyEndpoints, type MovedOrganizations } from './copy-endpoints.ts'
import { setState } from './guard-shards.ts'
import { changePhase, flipShards, type ShardMove } from './move-store.ts'
import { untilCaughtUp } from './replicate-shards.ts'
import { catchUpMs, refuseDifferences } from './verify-copy.ts'

export type HandOver = {
  move: ShardMove
  directory: pg.Client
  source: Side
  target: Side
  plan: ComparePlan
  organizations: MovedOrganizations
  /** Called between two steps, for tests that end the process there. */
  onStep?(step: HandOverStep): void | Promise<void>
}

export type HandOverStep = 'closing' | 'barred' | 'caughtUp' | 'compared' | 'closed' | 'opened' | 'flipped'

/** How long writes waited, or why nothing was handed over. */
export type HandOverResult = { pauseMs: number } | { reason: string }

/**
 * Hands shards over while writers wait: no row is written between the last one that is replicated and the new entry in the
 * directory. Whatever fails before that entry leaves the shards where they are. The barrier belongs to the connection, so a
 * mover that dies opens it.
 */
export async function handOver(given: HandOver): Promise<HandOverResult> {
  const { move, directory, source, onStep } = given
  const [holder, endpoints] = source.clients as [pg.Client, pg.Client]
  if (await hasMergeAcross(holder, move.shards))
    return { reason: 'containers are being merged across the shards' }
  if (!(await changePhase(directory, move, ['copying'], 'closing')))
    return { reason: 'the move was taken back' }
  await onStep?.('closing')
  if (!(await takeBarrier(holder, move))) {
    await changePhase(directory, move, ['closing'], 'copying')
    return { reason: 'a long transaction writes to the shards' }
  }
  const started = performance.now()
  await endpoints.query('begin')
  try {
    const reason = await handOverBehindBarrier(given, endpoints)
    return reason ? { reason } : { pauseMs: performance.now() - started }
  } finally {
    await endpoints.query('rollback').catch(() => undefined)
    await openBarrier(holder, move)
  }
}

/** A reason means that nothing was handed over. */
async function handOverBehindBarrier(given: HandOver, endpoints: pg.Client): Promise<string | undefined> {
  const { move, directory, source, target, plan, organizations, onStep } = given
  const [here, there] = [source.clients[0]!, target.clients[0]!]
  try {
    await onStep?.('barred')
    await copyEndpoints(endpoints, there, organizations)
    if (!(await untilCaughtUp({ move, source: here, target: there }, catchUpMs)))
      return await giveBack(given, 'the target is behind')
    await onStep?.('caughtUp')
    refuseDifferences(await compareClosed(source, target, plan, move.shards))
    await onStep?.('compared')
    await setState(here, move, ['leaving'], 'gone')
    await onStep?.('closed')
    await setState(there, move, ['arriving'], 'here')
    await onStep?.('opened')
    if (!(await flipShards(directory, move))) return await giveBack(given, 'the move was taken back')
    await onStep?.('flipped')
    return undefined
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') {
      await giveBack(given, '').catch(() => undefined)
      throw error
    }
    return giveBack(given, 'webhook endpoints are being changed')
  }
}

/** Leaves the shards where they are. When the directory was changed after all, so they stay where it says. */
async function giveBack({ move, directory, source, target }: HandOver, reason: string): Promise<string> {
  const { rows } = await directory.query<{ flipped: boolean }>(
    `select phase = 'flipped' as flipped from directory.shard_moves where id = $1`,
    [move.id],
  )
  if (rows[0]?.flipped) return reason
  await changePhase(directory, move, ['closing'], 'copying')
  // The target may be what has failed. Nobody looks there while the directory names the source, and the next mover closes it.
  await setState(target.clients[0]!, move, ['here'], 'arriving').catch(() => undefined)
  await setState(source.clients[0]!, move, ['gone'], 'leaving')
  return reason
}

/** A merge moves documents within a cell, so both of its containers must move together. */
export async function hasMergeAcross(client: pg.Client, shards: readonly number[]): Promise<boolean> {
  const { rows } = await client.query<{ across: boolean }>(
    `select exists (select from cell.merges m where m.finished_at is null
        and (select count(distinct c.shard = any($1)) from cell.containers c
              where c.org = m.org and (c.container = m.container or c.container = any(m.sources))) > 1) as across`,
    [shards],
  )
  return rows[0]!.across
}
