import type pg from 'pg'
import type { App } from '../../app/app.ts'
import type { Cell } from '../../platform/db/cells.ts'
import { type DeadRows, readDeadRows } from '../../platform/db/dead-rows.ts'
import type { Replica } from '../../platform/db/replica.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { type Backlog, readBacklog } from '../../platform/lanes/backlog-store.ts'
import { type GateReport, reportGates } from '../../platform/lanes/gate-store.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { countWorkers } from '../worker/store.ts'

/** The backlog is read at most this often, however many scrapers there are. */
const readAgainAfterMs = 10_000

/**
 * Updates the gauges of pools and backlog before each scrape. API processes report them too, because the backlog matters
 * most when no worker is alive to report it.
 */
export function gatherMetrics({ cells, metrics }: Pick<App, 'cells' | 'metrics'>): void {
  metrics.beforeScrape(async () => {
    showPool(metrics, 'directory', cells.directory.pool)
    showPool(metrics, 'directory worker', cells.atWork.directory.pool)
    for (const { name, pool, worker, leases, replica } of cells.all) {
      showReplica(metrics, replica)
      showPool(metrics, name, pool)
      showPool(metrics, `${name} worker`, worker.pool)
      showPool(metrics, `${name} leases`, leases.pool)
    }
  })
  for (const { name: cell, replica } of cells.all)
    if (replica) replica.onRead = outcome => metrics.replicaReads.inc({ cell, outcome })
  metrics.beforeScrape(atIntervals(() => showWorkers(metrics, cells.directory)))
  for (const cell of cells.all) metrics.beforeScrape(atIntervals(() => showBacklog(metrics, cell)))
}

async function showWorkers({ directoryUp, workersAlive }: Metrics, directory: Source): Promise<void> {
  try {
    workersAlive.set((await unscoped(directory, countWorkers)).alive)
    directoryUp.set(1)
  } catch {
    directoryUp.set(0)
    workersAlive.remove()
  }
}

function showPool({ poolConnections, poolWaiting }: Metrics, name: string, pool: pg.Pool): void {
  poolConnections.set({ pool: name, state: 'in_use' }, pool.totalCount - pool.idleCount)
  poolConnections.set({ pool: name, state: 'idle' }, pool.idleCount)
  poolWaiting.set({ pool: name }, pool.waitingCount)
}

function showReplica(metrics: Metrics, replica: Replica | undefined): void {
  if (!replica) return
  const { cell, lagMs, pool } = replica
  showPool(metrics, `${cell} replica`, pool)
  if (lagMs === undefined) metrics.replicaLagSeconds.remove({ cell })
  else metrics.replicaLagSeconds.set({ cell }, lagMs / 1000)
}

/** Runs `read` once at a time: a scrape that arrives during a slow read waits for the same read. */
function atIntervals(read: () => Promise<void>): () => Promise<void> {
  let inProgress: Promise<void> | undefined
  let lastReadAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (!inProgress && performance.now() - lastReadAt < readAgainAfterMs) return
    inProgress ??= read().finally(() => {
      lastReadAt = performance.now()
      inProgress = undefined
    })
    await inProgress
  }
}

async function showBacklog(metrics: Metrics, { name: cell, maintenance }: Cell): Promise<void> {
  try {
    const backlog = await unscoped(maintenance, readBacklog)
    show(metrics, cell, backlog)
    showGates(metrics, cell, await unscoped(maintenance, reportGates), backlog.blocked)
    showDeadRows(metrics, cell, await unscoped(maintenance, readDeadRows))
    metrics.cellUp.set({ cell }, 1)
  } catch {
    // Old figures would look current, so the gauges are removed while the cell is unreachable.
    metrics.cellUp.set({ cell }, 0)
    for (const gauge of [metrics.documentsDue, metrics.oldestDueSeconds])
      for (const lane of lanesShown) gauge.remove({ cell, lane })
    metrics.documentsDreaming.remove({ cell })
    showDeadRows(metrics, cell, [])
    hideGates(metrics, cell)
  }
}

/** Old figures are removed: a partition or a queue may be gone. */
function showDeadRows({ deadRows }: Metrics, cell: string, found: readonly DeadRows[]): void {
  for (const table of tablesShown.get(deadRows)?.get(cell) ?? []) deadRows.remove({ cell, table })
  for (const { table, rows } of found) deadRows.set({ cell, table }, rows)
  const cells = tablesShown.get(deadRows) ?? new Map<string, string[]>()
  const tables = found.map(({ table }) => table)
  tablesShown.set(deadRows, cells.set(cell, tables))
}

const tablesShown = new WeakMap<Metrics['deadRows'], Map<string, string[]>>()

const gatesShown = new WeakMap<Metrics, Map<string, Set<string>>>()

/** A gate that was shut once in the life of this process stays in its metrics, as 0. */
function showGates(
  metrics: Metrics,
  cell: string,
  gates: readonly GateReport[],
  blocked: Backlog['blocked'],
): void {
  const cells = gatesShown.get(metrics) ?? new Map<string, Set<string>>()
  const known = cells.get(cell) ?? new Set<string>()
  gatesShown.set(metrics, cells.set(cell, known))
  for (const { name } of gates) known.add(name)
  for (const gate of known) {
    const shut = gates.find(({ name }) => name === gate)
    metrics.gateShutSeconds.set({ cell, gate }, shut?.shutSeconds ?? 0)
    metrics.gateLanes.set({ cell, gate }, shut?.lanes ?? 0)
    metrics.documentsBlocked.set({ cell, gate }, shut ? (blocked.get(gate) ?? 0) : 0)
  }
}

/** Zeros would say that everything works again, and end the alert while the cell is down. */
function hideGates(metrics: Metrics, cell: string): void {
  for (const gate of gatesShown.get(metrics)?.get(cell) ?? [])
    for (const gauge of [metrics.gateShutSeconds, metrics.gateLanes, metrics.documentsBlocked])
      gauge.remove({ cell, gate })
}

const lanesShown = ['interactive', 'bulk', 'read', 'bulkRead', 'dream'] as const

function show({ documentsDue, oldestDueSeconds, documentsDreaming }: Metrics, cell: string, found: Backlog) {
  for (const lane of lanesShown) {
    documentsDue.set({ cell, lane }, found.lanes[lane].due)
    oldestDueSeconds.set({ cell, lane }, found.lanes[lane].oldestSeconds)
  }
  documentsDreaming.set({ cell }, found.dreaming)
}
