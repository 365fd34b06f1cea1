import { type RunningPooler, startPgBouncer } from '../../acceptance/pgbouncer.ts'
import { say } from '../measure/report.ts'
import type { Bench } from './bare/bench.ts'
import type { Figure } from './bare/figure.ts'
import { openHttpClient } from './bare/http-client.ts'
import { kilobyteOf } from './bare/plain-texts.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'
import { drain, textsOf } from './bench-pipeline.ts'

type Mode = 'direct' | 'pooled' | 'prepared'
const kinds = ['search', 'add', 'list'] as const
type Kind = (typeof kinds)[number]

/**
 * Measures requests through PgBouncer in transaction mode against Postgres itself: with statements planned each time, and with
 * those that PgBouncer keeps prepared, if it is new enough (PGBOUNCER names another program). The servers take turns in
 * one process, with one client.
 */
export async function benchPooler(bench: Bench): Promise<Figure[]> {
  const { pooler, keeps } = await startPooler(bench.databaseUrl)
  const embedder = await bench.localEmbedder()
  const settings = { DATABASE_DIRECT_URL: bench.databaseUrl }
  const direct = await startApp(bench.databaseUrl, embedder)
  const apps = new Map<Mode, BenchApp>([
    ['direct', direct],
    ['pooled', await startApp(pooler.url, embedder, direct, settings)],
  ])
  if (keeps)
    apps.set(
      'prepared',
      await startApp(pooler.url, embedder, direct, { ...settings, POOLER_PREPARES: 'true' }),
    )
  const times = new Map<string, number[]>()
  const [rounds, each] = bench.isQuick ? [6, 40] : [12, 80]
  try {
    await drain(direct, textsOf(0, 200))
    const modes = [...apps.keys()]
    for (let round = -1; round < rounds; round++) {
      say(`pooler: round ${round + 1} of ${rounds}`)
      // In turn each is the first.
      for (let turn = 0; turn < modes.length; turn++) {
        const mode = modes[(turn + round + 1) % modes.length]!
        await measure(apps.get(mode)!, mode, each, round < 0 ? new Map() : times)
      }
    }
    return modes
      .filter(mode => mode !== 'direct')
      .flatMap(mode => kinds.map(kind => figureOf(times, kind, mode)))
  } finally {
    for (const app of apps.values()) await app.stop()
    await pooler.close()
  }
}

/** PgBouncer before 1.21 refuses the setting. */
async function startPooler(databaseUrl: string): Promise<{ pooler: RunningPooler; keeps: boolean }> {
  try {
    return { pooler: await startPgBouncer(databaseUrl, { max_prepared_statements: 200 }), keeps: true }
  } catch {
    return { pooler: await startPgBouncer(databaseUrl), keeps: false }
  }
}

async function measure(
  { url, key }: BenchApp,
  mode: Mode,
  each: number,
  times: Map<string, number[]>,
): Promise<void> {
  const http = openHttpClient(url, key)
  const requests: Record<Kind, (i: number) => Promise<unknown>> = {
    search: i => http.post('/v3/search', { q: `word ${i}`, containerTags: ['pipeline'] }),
    add: i => http.post('/v3/documents', { content: kilobyteOf(i), containerTag: mode, taskType: 'rag' }),
    list: () => http.post('/v3/documents/list', { containerTags: ['pipeline'], limit: 10 }),
  }
  for (const kind of kinds) {
    const started = performance.now()
    for (let i = 0; i < each; i++) await requests[kind](i)
    const name = `${kind} ${mode}`
    times.set(name, [...(times.get(name) ?? []), (performance.now() - started) / each])
  }
  http.close()
}

function figureOf(times: ReadonlyMap<string, number[]>, kind: Kind, mode: Mode): Figure {
  const [ours, bare] = [medianOf(times.get(`${kind} ${mode}`)), medianOf(times.get(`${kind} direct`))]
  return { name: `${mode}_${kind}`, unit: 'ms', ours: { p50: ours }, bare: { p50: bare }, ratio: ours / bare }
}

const medianOf = (values: readonly number[] = []) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
