import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { say } from '../measure/report.ts'
import type { Bench } from './bare/bench.ts'
import type { Figure } from './bare/figure.ts'
import { openHttpClient } from './bare/http-client.ts'
import { kilobyteOf } from './bare/plain-texts.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'
import { drain, textsOf } from './bench-pipeline.ts'

const modes = ['off', 'unsampled', 'all'] as const
type Mode = (typeof modes)[number]
type Kind = 'search' | 'add'

/**
 * What traces cost a request: its time and the processor time of the API process, with every request traced and with none
 * of them, against a server without a collector. The servers take turns in one process, with one client.
 */
export async function benchTraces(bench: Bench): Promise<Figure[]> {
  const collector = await startCollector()
  const embedder = await bench.localEmbedder()
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const off = await startApp(bench.databaseUrl, embedder)
  const apps: Record<Mode, BenchApp> = {
    off,
    unsampled: await startApp(bench.databaseUrl, embedder, off, {
      ...settings,
      OTEL_TRACES_SAMPLER_ARG: '0',
    }),
    all: await startApp(bench.databaseUrl, embedder, off, settings),
  }
  const costs = new Costs()
  const [rounds, each] = bench.isQuick ? [6, 40] : [12, 80]
  try {
    await drain(off, textsOf(0, 200))
    for (let round = -1; round < rounds; round++) {
      say(`traces: round ${round + 1} of ${rounds}`)
      // In turn each is the first.
      for (let turn = 0; turn < modes.length; turn++) {
        const mode = modes[(turn + round + 1) % modes.length]!
        await measure(apps[mode], mode, each, round < 0 ? new Costs() : costs)
      }
    }
    return (['search', 'add'] as const).flatMap(kind => costs.figuresOf(kind))
  } finally {
    for (const mode of modes) await apps[mode].stop()
    collector.stop()
  }
}

async function measure({ url, key }: BenchApp, mode: Mode, each: number, costs: Costs): Promise<void> {
  const http = openHttpClient(url, key)
  const requests: Record<Kind, (i: number) => Promise<unknown>> = {
    search: i => http.post('/v3/search', { q: `word ${i}`, containerTags: ['pipeline'] }),
    add: i => http.post('/v3/documents', { content: kilobyteOf(i), containerTag: mode, taskType: 'rag' }),
  }
  for (const kind of ['search', 'add'] as const) {
    const before = process.cpuUsage()
    const started = performance.now()
    for (let i = 0; i < each; i++) await requests[kind](i)
    const { user, system } = process.cpuUsage(before)
    costs.add(kind, mode, (performance.now() - started) / each, (user + system) / 1000 / each)
  }
  http.close()
}

/** Milliseconds of a request in each round, as time and as processor time. */
class Costs {
  readonly #rounds = new Map<string, { ms: number; cpu: number }[]>()

  add(kind: Kind, mode: Mode, ms: number, cpu: number): void {
    const name = `${kind} ${mode}`
    this.#rounds.set(name, [...(this.#rounds.get(name) ?? []), { ms, cpu }])
  }

  figuresOf(kind: Kind): Figure[] {
    return (['unsampled', 'all'] as const).flatMap(mode =>
      (['ms', 'cpu'] as const).map(part => {
        const [ours, bare] = [this.#median(kind, mode, part), this.#median(kind, 'off', part)]
        const name = `traces_${kind}_${mode}${part === 'cpu' ? '_cpu' : ''}`
        return { name, unit: 'ms', ours: { p50: ours }, bare: { p50: bare }, ratio: ours / bare } as const
      }),
    )
  }

  #median(kind: Kind, mode: Mode, part: 'ms' | 'cpu'): number {
    const values = (this.#rounds.get(`${kind} ${mode}`) ?? []).map(round => round[part]).sort((a, b) => a - b)
    return values[Math.floor(values.length / 2)] ?? 0
  }
}

const program = `require('http').createServer((q, s) => { q.resume(); q.on('end', () => s.end()) })
  .listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

/** In a process of its own, because its work is not ours. */
async function startCollector(): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${port.toString().trim()}`, stop: () => child.kill() }
}
