import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '../../measure/report.ts'
import { type Client, concurrently } from '../client.ts'
import { createClient, install } from '../installation.ts'
import { capacityOf, type LoadFigures, loadFigures, Shooter, type Shot, shootAt } from '../open-loop.ts'
import type { Reverie } from '../processes.ts'
import { shortText } from '../texts.ts'
import { command, type Trial } from '../trial.ts'

const tag = 'notes'

/** Promises under a load of three times the capacity. Times that a person does not notice are no fault. */
const goals = {
  slowdown: 3,
  unnoticedMs: { search: 150, add: 150, other: 100 },
  /** A line that forms is served before it is known as overload. From then on the times count. */
  settledAfterMs: 2_000,
  refusedWithinMs: 50,
  healthWithinMs: 100,
  /** Share of the capacity that is still answered. */
  goodput: 0.7,
  recoverySeconds: 10,
  /** Any load lets the heap and the buffers of the model grow by 280 MB. 2,500 clients add 70 MB. */
  memoryMb: 400,
}

type Options = { documents: number; seconds: number; factor: number; clients: number; tolerance: number }
type Load = 'search' | 'add'

/** One organization sends too much, and another a little. */
type Tenants = { api: Reverie; flood: Shooter; quiet: Shooter }

/**
 * Figures of one load at one rate. `settled`: without the first two seconds. `quiet` is the other organization, `health` the
 * probe of a load balancer.
 */
type Step = {
  rate: number
  flood: LoadFigures
  settled: LoadFigures
  quiet: LoadFigures
  health: LoadFigures
}

/**
 * One organization sends searches, and then adds, at a rate that does not depend on the answers: few, as many as the
 * server can answer, and `--factor` times as many. Another organization searches now and then, and a load balancer asks
 * for `/health`. Then `--clients` clients search at once, and four list long texts in a loop. Accepted requests stay fast,
 * the rest is refused soon with Retry-After, the other organization is always answered, memory is bounded, and all is as
 * before within ten seconds. `--tolerance 4` allows four times the times: a machine that is busy with other work misses
 * them, and without any bound they were fifty times as long.
 */
export const overload = command({
  options: { documents: 300, seconds: 12, factor: 3, clients: 300, tolerance: 1 } as Options,
  deadlineSeconds: ({ documents, seconds }) => 240 + documents / 10 + seconds * 16,
  async run(trial, options) {
    const tenants = await startTenants(trial, options.documents)
    const before = memoryMb(tenants.api)
    const results: boolean[] = []
    for (const load of ['search', 'add'] as const)
      results.push(await overloadWith(trial, tenants, load, options))
    results.push(await herd(trial, tenants, options), await listing(trial, tenants, options))
    const peakMb = memoryMb(tenants.api, 'VmHWM')
    Object.assign(trial.figures, { memoryMb: before, peakMb, crashes: trial.processes.crashes })
    say(`memory: ${before} MB before, ${peakMb} MB at most`)
    results.push(peakMb - before <= goals.memoryMb, trial.processes.crashes === 0)
    return results.every(ok => ok)
  },
})

async function startTenants(trial: Trial, documents: number): Promise<Tenants> {
  const settings = await install(trial, [await trial.clusters.create('a')])
  const all = await trial.processes.start('all', 'all', settings)
  const flood = await createClient(trial, settings, 'flood', all.url)
  const quiet = await createClient(trial, settings, 'quiet', all.url)
  await fill(flood, documents)
  await fill(quiet, Math.min(50, documents))
  // Without a worker: it would take the CPU for the documents that the load adds, and this measures requests.
  await all.end()
  const api = await trial.processes.start('serve', 'api', settings)
  const at = ({ key }: Client) => new Shooter({ url: api.url, key })
  return { api, flood: at(flood), quiet: at(quiet) }
}

async function fill(client: Client, documents: number): Promise<void> {
  await concurrently(documents, 8, async n => {
    await client.mustAdd({ content: shortText(n), containerTag: tag, taskType: 'rag' })
  })
  while ((await client.countPending()) !== 0) await sleep(100)
}

const shots: Record<Load, (n: number) => Shot> = {
  search: n => ({
    method: 'POST',
    path: '/v3/search',
    body: { q: shortText(n % 200).slice(0, 60), containerTag: tag },
  }),
  add: n => ({
    method: 'POST',
    path: '/v3/documents',
    body: { content: shortText(100_000 + n), containerTag: 'load', taskType: 'rag' },
  }),
}

/** Rate of requests on an idle server: so few that none meets another. */
const idleRate = 4

async function overloadWith(trial: Trial, tenants: Tenants, load: Load, options: Options): Promise<boolean> {
  const { flood } = tenants
  const forMs = options.seconds * 1_000
  // The first requests find everything cold: connections, plans, caches.
  await capacityOf(2, Math.min(3_000, forMs), n => flood.send(shots[load](n)))
  const idle = await step(tenants, load, idleRate, forMs)
  const capacity = await capacityOf(8, forMs, n => flood.send(shots[load](n)))
  say(`${load}: ${idle.flood.p95} ms (p95) idle, ${Math.round(capacity)} a second at most`)
  const knee = await step(tenants, load, capacity, forMs)
  const beyond = await step(tenants, load, options.factor * capacity, forMs)
  const recoverySeconds = await untilRecovered(tenants, load, idle)
  const figures = { capacity: Math.round(capacity), idle, knee, beyond, recoverySeconds }
  Object.assign(trial.figures, { [load]: figures })
  say(`${load}: recovered after ${recoverySeconds} s`)
  return reportFaults(trial, load, faultsOf(load, figures, options))
}

async function step({ flood, quiet }: Tenants, load: Load, rate: number, forMs: number): Promise<Step> {
  const [flooding, others, health] = await Promise.all([
    shootAt(rate, forMs, (n, dueAt) => flood.send(shots[load](n), dueAt)),
    shootAt(idleRate + 0.1, forMs, (n, dueAt) => quiet.send(shots.search(n % 50), dueAt)),
    shootAt(idleRate + 0.2, forMs, (_, dueAt) => quiet.send({ method: 'GET', path: '/health' }, dueAt)),
  ])
  const figures = {
    rate: Math.round(rate),
    flood: loadFigures(flooding),
    settled: loadFigures(flooding.filter(({ afterMs = 0 }) => afterMs > goals.settledAfterMs)),
    quiet: loadFigures(others),
    health: loadFigures(health),
  }
  const { accepted, refused, p50, p95, refusedP95 } = figures.flood
  say(
    `${load} at ${figures.rate} a second: ${accepted} accepted (p50 ${p50} ms, p95 ${p95}, settled ${figures.settled.p95}), ${refused} refused (p95 ${refusedP95} ms); ` +
      `another organization p95 ${figures.quiet.p95} ms, ${figures.quiet.refused + figures.quiet.broken} not answered; health p95 ${figures.health.p95} ms`,
  )
  return figures
}

type LoadResult = { capacity: number; idle: Step; knee: Step; beyond: Step; recoverySeconds: number }

const timeLimit = (of: Load | 'other', idleMs: number): number =>
  Math.max(goals.unnoticedMs[of], goals.slowdown * idleMs)

function faultsOf(
  load: Load,
  { capacity, idle, beyond, recoverySeconds }: LoadResult,
  { seconds, tolerance }: Options,
) {
  const limitOf = (of: Load | 'other', idleMs: number) => tolerance * timeLimit(of, idleMs)
  const { flood, settled, quiet, health } = beyond
  return {
    'accepted requests are slow': settled.p95 > limitOf(load, idle.flood.p95),
    'nothing is refused': flood.refused === 0,
    'refusals are slow': flood.refusedP95 > tolerance * goals.refusedWithinMs,
    'requests are not answered': flood.broken > 0,
    'little is answered': flood.accepted < goals.goodput * capacity * seconds,
    'another organization is slow': quiet.p95 > limitOf('other', idle.quiet.p95),
    'another organization is refused': quiet.accepted < quiet.sent,
    'health checks are slow': health.p95 > tolerance * goals.healthWithinMs || health.accepted < health.sent,
    'recovery is slow': recoverySeconds > goals.recoverySeconds,
  }
}

function reportFaults(trial: Trial, load: string, faults: Record<string, boolean>): boolean {
  const found = Object.keys(faults).filter(name => faults[name])
  Object.assign(trial.figures, { [`${load}Faults`]: found })
  for (const fault of found) say(`${load}: ${fault}`)
  return found.length === 0
}

/** Time until ten requests in a row are answered as fast as on an idle server (twice its p95, or 50 ms). */
async function untilRecovered({ flood }: Tenants, load: Load, { flood: idle }: Step): Promise<number> {
  const started = performance.now()
  const limitMs = Math.max(50, 2 * idle.p95)
  for (let [n, inARow, since] = [0, 0, started]; ; n++) {
    const sentAt = performance.now()
    const { status, ms } = await flood.send(shots[load](n))
    if (inARow === 0) since = sentAt
    inARow = status === 200 && ms <= limitMs ? inARow + 1 : 0
    if (inARow === 10) return Math.round((since - started) / 100) / 10
    if (sentAt - started > 60_000) return 60
    await sleep(50)
  }
}

/** Many clients that each send one search after the other, as agents do, and wait when they are told to. */
async function herd(
  trial: Trial,
  { flood, quiet }: Tenants,
  { clients, seconds, tolerance }: Options,
): Promise<boolean> {
  const until = performance.now() + seconds * 1_000
  const answers: Awaited<ReturnType<Shooter['send']>>[] = []
  const searching = Array.from({ length: clients }, async (_, client) => {
    for (let n = client; performance.now() < until; n += clients) {
      const answer = await flood.send(shots.search(n))
      answers.push(answer)
      if (answer.status !== 200) await sleep(1_000 * (answer.retryAfterSeconds ?? 1))
    }
  })
  const others = await shootAt(idleRate, seconds * 1_000, (n, dueAt) =>
    quiet.send(shots.search(n % 50), dueAt),
  )
  await Promise.all(searching)
  const figures = { clients, flood: loadFigures(answers), quiet: loadFigures(others) }
  Object.assign(trial.figures, { herd: figures })
  const { accepted, refused, p95, refusedP95 } = figures.flood
  say(
    `${clients} clients: ${accepted} accepted (p95 ${p95} ms), ${refused} refused (p95 ${refusedP95} ms); ` +
      `another organization p95 ${figures.quiet.p95} ms, ${figures.quiet.refused + figures.quiet.broken} not answered`,
  )
  return reportFaults(trial, 'herd', {
    'requests are not answered': figures.flood.broken > 0,
    'another organization is refused': figures.quiet.accepted < figures.quiet.sent,
    'another organization waits for seconds': figures.quiet.p95 > tolerance * 1_000,
  })
}

const largeTexts = 60
const largeTag = 'large'

/** Clients of one organization that list whole documents, 5 MB a page, again and again. */
async function listing(
  trial: Trial,
  { flood, quiet }: Tenants,
  { seconds, tolerance }: Options,
): Promise<boolean> {
  const content = shortText(1).repeat(400).slice(0, 80_000)
  await concurrently(largeTexts, 4, async n => {
    const body = { content: `${n} ${content}`, containerTag: largeTag, taskType: 'rag' }
    await flood.send({ method: 'POST', path: '/v3/documents', body })
  })
  const search = () =>
    shootAt(idleRate, seconds * 1_000, (n, dueAt) => quiet.send(shots.search(n % 50), dueAt))
  const idle = loadFigures(await search())
  const list = { limit: 100, includeContent: true, containerTags: [largeTag] }
  const listed = capacityOf(4, seconds * 1_000, () =>
    flood.send({ method: 'POST', path: '/v3/documents/list', body: list }),
  )
  const figures = { idle, quiet: loadFigures(await search()), listsPerSecond: await listed }
  Object.assign(trial.figures, { listing: figures })
  say(
    `4 clients list ${figures.listsPerSecond.toFixed(1)} pages of 5 MB a second: another organization p95 ${figures.quiet.p95} ms (${idle.p95} ms idle)`,
  )
  return reportFaults(trial, 'listing', {
    'nothing is listed': figures.listsPerSecond === 0,
    'another organization is refused': figures.quiet.accepted < figures.quiet.sent,
    'another organization is slow': figures.quiet.p95 > tolerance * timeLimit('other', idle.p95),
  })
}

function memoryMb({ pid }: Reverie, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kb = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]
  return Math.round(Number(kb) / 1024)
}
