import type pg from 'pg'
import type { App } from '../../app/app.ts'
import type { Cell } from '../../platform/db/cells.ts'
import { unscoped } from '../../platform/db/tx.ts'
import { type Backlog, readBacklog } from '../../platform/lanes/backlog-store.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'

/** A backlog is read at most this often, however many scrape. */
const readAgainAfterMs = 10_000

/**
 * Has the gauges of pools and backlog brought up to date before each scrape. An API process shows them too: the backlog
 * matters most when no worker is alive to show it.
 */
export function gatherMetrics({ cells, metrics }: Pick<App, 'cells' | 'metrics'>): void {
  metrics.beforeScrape(async () => {
    showPool(metrics, 'directory', cells.directory.pool)
    showPool(metrics, 'directory worker', cells.atWork.directory.pool)
    for (const { name, pool, worker, leases } of cells.all) {
      showPool(metrics, name, pool)
      showPool(metrics, `${name} worker`, worker.pool)
      showPool(metrics, `${name} leases`, leases.pool)
    }
  })
  for (const cell of cells.all) metrics.beforeScrape(atIntervals(() => showBacklog(metrics, cell)))
}

function showPool({ poolConnections, poolWaiting }: Metrics, name: string, pool: pg.Pool): void {
  poolConnections.set({ pool: name, state: 'in_use' }, pool.totalCount - pool.idleCount)
  poolConnections.set({ pool: name, state: 'idle' }, pool.idleCount)
  poolWaiting.set({ pool: name }, pool.waitingCount)
}

/** One at a time: a scrape that comes while a cell does not answer waits for the same look. */
function atIntervals(look: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (!underWay && performance.now() - lookedAt < readAgainAfterMs) return
    underWay ??= look().finally(() => {
      lookedAt = performance.now()
      underWay = undefined
    })
    await underWay
  }
}

async function showBacklog(metrics: Metrics, { name: cell, maintenance }: Cell): Promise<void> {
  try {
    show(metrics, cell, await unscoped(maintenance, readBacklog))
    metrics.cellUp.set({ cell }, 1)
  } catch {
    // Old figures would look like news, so there are none while the cell is away.
    metrics.cellUp.set({ cell }, 0)
    for (const gauge of [metrics.documentsDue, metrics.oldestDueSeconds])
      for (const lane of lanesShown) gauge.remove({ cell, lane })
    metrics.documentsDreaming.remove({ cell })
  }
}

const lanesShown = ['interactive', 'bulk', 'read', 'bulkRead', 'dream'] as const

function show({ documentsDue, oldestDueSeconds, documentsDreaming }: Metrics, cell: string, found: Backlog) {
  for (const lane of lanesShown) {
    documentsDue.set({ cell, lane }, found.lanes[lane].due)
    oldestDueSeconds.set({ cell, lane }, found.lanes[lane].oldestSeconds)
  }
  documentsDreaming.set({ cell }, found.dreaming)
}
