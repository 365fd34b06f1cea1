import type { Counted } from './counted.ts'
import { quantile } from './histogram.ts'
import type { Labels } from './parse-metrics.ts'

export type Operation = {
  name: string
  perSecond: number
  p50Ms: number | null
  p95Ms: number | null
  failedPerSecond: number
}
export type LaneFigures = { lane: string; due: number; oldestSeconds: number }
export type Gate = { cell: string; gate: string; shutSeconds: number; lanes: number; documents: number }
export type Provider = { name: string; isUp: boolean; isRateLimited: boolean }
export type PoolFigures = { name: string; inUse: number; idle: number; waiting: number }
export type CellFigures = { name: string; isUp: boolean; leaders: number }
/** `servedShare`: part of the reads that the replica answered. Null: there were none. */
export type ReplicaFigures = { cell: string; lagSeconds: number | null; servedShare: number | null }
export type FailureFigures = { code: string; stage: string; perSecond: number; total: number }

/** Everything that the processes say about themselves, as rates over one interval. */
export type Figures = {
  seconds: number
  versions: string[]
  requests: {
    perSecond: number
    p95Ms: number | null
    /** Answered with a status of 5xx. */
    failedPerSecond: number
    refusedPerSecond: number
    running: number
    waiting: number
  }
  operations: Operation[]
  documents: { donePerSecond: number; retriedPerSecond: number; failedPerSecond: number; dreaming: number }
  failures: FailureFigures[]
  lanes: LaneFigures[]
  stages: Omit<Operation, 'failedPerSecond'>[]
  gates: Gate[]
  providers: Provider[]
  cells: CellFigures[]
  replicas: ReplicaFigures[]
  workersAlive: number | null
  pools: PoolFigures[]
  llm: { callsPerSecond: number; tokensPerSecond: number; usdPerHour: number }
}

const laneOrder = ['interactive', 'read', 'dream', 'bulk', 'bulkRead']

export function toFigures(counted: Counted): Figures {
  return {
    seconds: counted.seconds,
    versions: counted.valuesOf('reverie_build_info', 'version'),
    requests: requestFigures(counted),
    operations: operations(counted),
    documents: documentFigures(counted),
    failures: failures(counted),
    lanes: lanes(counted),
    stages: stages(counted),
    gates: gates(counted),
    providers: providers(counted),
    cells: cells(counted),
    replicas: replicas(counted),
    workersAlive: largest(counted, 'reverie_workers_alive') ?? null,
    pools: pools(counted),
    llm: {
      callsPerSecond: counted.perSecond('reverie_llm_call_duration_seconds_count'),
      tokensPerSecond: counted.perSecond('reverie_llm_tokens_total'),
      usdPerHour: counted.perSecond('reverie_llm_usd_total') * 3_600,
    },
  }
}

const requestMetric = 'reverie_http_request_duration_seconds'
const stageMetric = 'reverie_stage_duration_seconds'

/** Load balancers and this program ask for these. */
const probes = new Set(['/health', '/ready', '/metrics'])
const isOfClient = ({ route }: Labels) => !probes.has(route ?? '')
const hasFailed = ({ status = '' }: Labels) => status.startsWith('5')

function requestFigures(counted: Counted): Figures['requests'] {
  return {
    perSecond: counted.perSecond(`${requestMetric}_count`, isOfClient),
    p95Ms: percentileMs(counted, requestMetric, 0.95, isOfClient),
    failedPerSecond: counted.perSecond(
      `${requestMetric}_count`,
      labels => isOfClient(labels) && hasFailed(labels),
    ),
    refusedPerSecond: counted.perSecond('reverie_requests_refused_total'),
    running: total(counted, 'reverie_requests_running'),
    waiting: total(counted, 'reverie_requests_waiting'),
  }
}

/** The busiest first: by the time that they took together. */
function operations(counted: Counted): Operation[] {
  const names = new Map(
    counted
      .samples(`${requestMetric}_count`, isOfClient)
      .map(({ labels: { method, route } }) => [`${method} ${route}`, { method, route }]),
  )
  const found = [...names].map(([name, of]) => {
    const match = ({ method, route }: Labels) => method === of.method && route === of.route
    const seconds = counted.perSecond(`${requestMetric}_sum`, match)
    const failedPerSecond = counted.perSecond(
      `${requestMetric}_count`,
      labels => match(labels) && hasFailed(labels),
    )
    return { ...timesOf(counted, requestMetric, name, match), failedPerSecond, seconds }
  })
  return found
    .filter(({ perSecond }) => perSecond > 0)
    .sort((a, b) => b.seconds - a.seconds)
    .map(({ seconds: _, ...operation }) => operation)
}

function stages(counted: Counted): Figures['stages'] {
  return counted
    .valuesOf(`${stageMetric}_count`, 'stage')
    .map(name => timesOf(counted, stageMetric, name, ({ stage }) => stage === name))
}

function timesOf(counted: Counted, metric: string, name: string, match: (labels: Labels) => boolean) {
  return {
    name,
    perSecond: counted.perSecond(`${metric}_count`, match),
    p50Ms: percentileMs(counted, metric, 0.5, match),
    p95Ms: percentileMs(counted, metric, 0.95, match),
  }
}

function documentFigures(counted: Counted): Figures['documents'] {
  const ended = (wanted: string) =>
    counted.perSecond('reverie_documents_processed_total', ({ outcome }) => outcome === wanted)
  return {
    donePerSecond: ended('done'),
    retriedPerSecond: ended('retry'),
    failedPerSecond: ended('failed'),
    dreaming: sumOfMaxima(counted, 'reverie_documents_dreaming', ['cell']),
  }
}

/** Since the processes started, the most frequent first. */
function failures(counted: Counted): FailureFigures[] {
  const metric = 'reverie_documents_failed_total'
  return grouped(counted, metric, ['code', 'stage'])
    .map(({ labels: { code = '', stage = '' }, values }) => ({
      code,
      stage,
      perSecond: counted.perSecond(metric, labels => labels.code === code && labels.stage === stage),
      total: sum(values),
    }))
    .sort((a, b) => b.total - a.total)
}

/** Every process reports the same backlog of a cell, so the largest report counts, and cells are added up. */
function lanes(counted: Counted): LaneFigures[] {
  const known = counted.valuesOf('reverie_documents_due', 'lane')
  return laneOrder
    .filter(lane => known.includes(lane))
    .map(lane => ({
      lane,
      due: sumOfMaxima(counted, 'reverie_documents_due', ['cell'], labels => labels.lane === lane),
      oldestSeconds: largest(counted, 'reverie_oldest_due_seconds', labels => labels.lane === lane) ?? 0,
    }))
}

function gates(counted: Counted): Gate[] {
  return grouped(counted, 'reverie_gate_shut_seconds', ['cell', 'gate'])
    .map(({ labels: { cell = '', gate = '' }, values }) => {
      const most = (metric: string) =>
        largest(counted, metric, labels => labels.cell === cell && labels.gate === gate) ?? 0
      const waiting = { lanes: most('reverie_gate_lanes'), documents: most('reverie_documents_blocked') }
      return { cell, gate, shutSeconds: Math.max(...values), ...waiting }
    })
    .filter(({ shutSeconds }) => shutSeconds > 0)
}

/** A provider is shown as down if any process cannot reach it. */
function providers(counted: Counted): Provider[] {
  return counted.valuesOf('reverie_provider_up', 'provider').map(name => {
    const match = ({ provider }: Labels) => provider === name
    return {
      name,
      isUp: Math.min(...counted.samples('reverie_provider_up', match).map(({ value }) => value)) === 1,
      isRateLimited: largest(counted, 'reverie_provider_rate_limited', match) === 1,
    }
  })
}

function cells(counted: Counted): CellFigures[] {
  return counted.valuesOf('reverie_cell_up', 'cell').map(name => {
    const match = ({ cell }: Labels) => cell === name
    return {
      name,
      isUp: Math.min(...counted.samples('reverie_cell_up', match).map(({ value }) => value)) === 1,
      leaders: total(counted, 'reverie_maintenance_leader', match),
    }
  })
}

/** A replica has a pool from the start. */
function replicas(counted: Counted): ReplicaFigures[] {
  const suffix = ' replica'
  return counted
    .valuesOf('reverie_pool_connections', 'pool')
    .filter(pool => pool.endsWith(suffix))
    .map(pool => {
      const cell = pool.slice(0, -suffix.length)
      const match = (labels: Labels) => labels.cell === cell
      const all = counted.perSecond('reverie_replica_reads_total', match)
      const served = counted.perSecond(
        'reverie_replica_reads_total',
        labels => match(labels) && labels.outcome === 'served',
      )
      return {
        cell,
        lagSeconds: largest(counted, 'reverie_replica_lag_seconds', match) ?? null,
        servedShare: all > 0 ? served / all : null,
      }
    })
}

/** Pools of the same name in several processes are shown together. */
function pools(counted: Counted): PoolFigures[] {
  return counted.valuesOf('reverie_pool_connections', 'pool').map(name => {
    const of = (wanted: string) =>
      total(counted, 'reverie_pool_connections', ({ pool, state }) => pool === name && state === wanted)
    const waiting = total(counted, 'reverie_pool_waiting', ({ pool }) => pool === name)
    return { name, inUse: of('in_use'), idle: of('idle'), waiting }
  })
}

function percentileMs(
  counted: Counted,
  metric: string,
  share: number,
  match: (labels: Labels) => boolean,
): number | null {
  const seconds = quantile(share, counted.buckets(metric, match))
  return seconds === undefined ? null : seconds * 1000
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

function total(counted: Counted, name: string, match?: (labels: Labels) => boolean): number {
  return sum(counted.samples(name, match).map(({ value }) => value))
}

function largest(counted: Counted, name: string, match?: (labels: Labels) => boolean): number | undefined {
  const values = counted.samples(name, match).map(({ value }) => value)
  return values.length === 0 ? undefined : Math.max(...values)
}

function sumOfMaxima(
  counted: Counted,
  name: string,
  by: readonly string[],
  match?: (labels: Labels) => boolean,
): number {
  return sum(grouped(counted, name, by, match).map(({ values }) => Math.max(...values)))
}

function grouped(
  counted: Counted,
  name: string,
  by: readonly string[],
  match?: (labels: Labels) => boolean,
): { labels: Labels; values: number[] }[] {
  const samples = counted.samples(name, match)
  const groups = Map.groupBy(samples, ({ labels }) => by.map(label => labels[label]).join('\n'))
  return [...groups.values()].map(group => ({
    labels: group[0]!.labels,
    values: group.map(({ value }) => value),
  }))
}
