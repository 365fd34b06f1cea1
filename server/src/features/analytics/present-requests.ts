import { roundTo } from '../../platform/lib/round-to.ts'
import type { Operation } from '../../platform/routing/usage.ts'
import { type RequestPage, writeCursor } from './list-requests.ts'
import type { Spending } from './read-spending.ts'
import type { Latency } from './request-log-store.ts'

/** The only makers of JSON of the request log and of spending. */

export function presentRequests({ rows, next }: RequestPage, retentionDays: number) {
  return {
    requests: rows.map(({ at, requestId, operation, ms, method, route, status, keyId, keyName }) => ({
      id: requestId,
      at: at.toISOString(),
      method,
      route,
      operation: operation as Operation,
      status,
      durationMs: roundTo(ms, 2),
      keyId,
      keyName,
    })),
    next: next ? writeCursor(next) : null,
    retentionDays,
  }
}

export function presentLatency({ operations, isComplete }: { operations: Latency[]; isComplete: boolean }) {
  const presented = operations.map(({ operation, count, ...figures }) => ({
    operation: operation as Operation,
    count,
    p50: roundTo(figures.p50, 2),
    p90: roundTo(figures.p90, 2),
    p95: roundTo(figures.p95, 2),
    p99: roundTo(figures.p99, 2),
    max: roundTo(figures.max, 2),
  }))
  return { operations: presented, isComplete }
}

export function presentSpending({ days, isComplete }: Spending) {
  return {
    totalUsd: days.reduce((sum, { usd }) => sum + usd, 0),
    days: days.map(({ models, ...day }) => ({
      ...day,
      models: models.map(({ day: _, ...model }) => model),
    })),
    isComplete,
  }
}
