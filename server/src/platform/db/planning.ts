import type pg from 'pg'
import { dbsOn } from './query-builders.ts'

/** How statements are planned: each by itself, or once for all their uses. */
export type Planning = 'each' | 'each by index' | 'once'

const byIndex = { enable_seqscan: 'off', max_parallel_workers_per_gather: '0' }

/**
 * Settings of the session and not of the transaction, sent only when a connection changes from one kind of planning to
 * another: with every transaction they took 65 µs of Postgres.
 */
const planningSettings: Record<Planning, Readonly<Record<string, string>>> = {
  each: {},
  'each by index': byIndex,
  once: { plan_cache_mode: 'force_generic_plan', ...byIndex },
}

const assign = (how: 'set' | 'set local', planning: Planning): string[] =>
  Object.entries(planningSettings[planning]).map(([setting, value]) => `${how} ${setting} = ${value}`)

const resetPlanning = Object.keys(planningSettings.once).map(setting => `reset ${setting}`)

/** Texts are made once: they are sent with every transaction. */
const inSession: Record<Planning, string> = {
  each: resetPlanning.join('; '),
  'each by index': [...resetPlanning, ...assign('set', 'each by index')].join('; '),
  once: [...resetPlanning, ...assign('set', 'once')].join('; '),
}
export const inTransaction: Record<Planning, string> = {
  each: assign('set local', 'each').join('; '),
  'each by index': assign('set local', 'each by index').join('; '),
  once: assign('set local', 'once').join('; '),
}

/** Sent in a message of its own: together with the begin it would be part of the transaction, and undone with it. */
export function planBy(client: pg.PoolClient, planning: Planning): void {
  const dbs = dbsOn(client)
  if (dbs.planning === planning) return
  dbs.planning = planning
  // Fails only with the connection.
  client.query(inSession[planning]).catch(() => undefined)
}
