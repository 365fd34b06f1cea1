import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../client.ts'
import type { Cluster } from '../clusters.ts'
import { pickShapes, type Shape, withinBytes } from '../hostile-shapes.ts'
import { createClient, install } from '../installation.ts'
import { type Answers, figuresOf, type Probe, Probes, slowestOf, together } from '../probes.ts'
import type { Reverie } from '../processes.ts'
import { say } from '../report.ts'
import { shortText } from '../texts.ts'
import { command, type Trial } from '../trial.ts'
import { hostileTag, killAmid, maxTextBytes, spoken, stopAmid, untilEnded } from './hostile-documents.ts'

const double = join(import.meta.dirname, '../../test/embedding-server.ts')

/** What a request of somebody else may take; on a machine that is slow by itself, three times its slowest when idle. */
const goalMs = 1_000
const limitOf = (idle: Answers) => Math.max(goalMs, 3 * Math.max(...Object.values(slowestOf(idle))))

/** The first answers of a process are slow: they are asked for, and not measured. */
const warmUpMs = 3_000
const idleMs = 8_000
const shutdownMs = 25_000
const afterShutdownMs = 2_000

/** Longer than any stall to be measured. */
const probeTimeoutMs = 120_000

type Options = {
  mb: number
  shapes: number
  only: string
  endSeconds: number
  local: number
  kill: number
}

type Tenants = { api: Reverie; hostile: Client; probes: Record<string, Probe> }

type Round = { shape: string; seconds: number; ended: string[]; answers: Answers }

/**
 * One tenant adds texts of hostile shapes, as a file and as a text, with dreaming on and no language model, all in one
 * process. Meanwhile others ask: nobody waits for long, each document ends within `--end-seconds` per megabyte and
 * document, and SIGTERM ends the process in time while it works on one. `--kill 1` also kills it in the middle of a text.
 * `--only prose,labels` picks shapes by name, `--shapes 8` so many of them, `--local 1` embeds with the built-in model.
 */
export const hostileLoad = command({
  options: { mb: 10, shapes: 0, only: '', endSeconds: 120, local: 0, kill: 0 } as Options,
  deadlineSeconds: ({ mb, shapes, only, endSeconds }) =>
    300 + 2 * endSeconds * Math.max(1, mb) * (pickShapes(shapes, only).length + 2),
  async run(trial, options) {
    const data = mkdtempSync(join(tmpdir(), 'reverie-hostile-'))
    try {
      return await runIn(trial, options, data)
    } finally {
      rmSync(data, { recursive: true })
    }
  },
})

async function runIn(trial: Trial, options: Options, data: string): Promise<boolean> {
  const cluster = await trial.clusters.create('a')
  const tenants = await start(trial, cluster, options, data)
  const idle = await idly(tenants)
  const limitMs = limitOf(idle)
  Object.assign(trial.figures, { mb: options.mb, idle: slowestOf(idle), limitMs })
  say(`idle: ${describe(idle)}; others may take ${limitMs} ms`)
  const rounds: Round[] = []
  for (const shape of pickShapes(options.shapes, options.only)) {
    rounds.push(await attack(tenants, shape, options))
    note(trial, rounds, limitMs)
  }
  const peakMb = peakMemoryMb(tenants.api)
  const killed =
    options.kill > 0 ? await killAmid(tenants.api, tenants.hostile, cluster, options.endSeconds) : undefined
  const shutdown = await stopAmid(tenants.api, tenants.hostile, 4 * shutdownMs)
  Object.assign(trial.figures, {
    peakMb,
    ...(killed && { killed }),
    shutdown,
    crashes: trial.processes.crashes,
  })
  return (
    isHarmless(rounds, limitMs) &&
    trial.processes.crashes === 0 &&
    shutdown.seconds * 1000 <= shutdownMs + afterShutdownMs &&
    (killed === undefined || (killed.ended && killed.attempts > 0))
  )
}

async function start(trial: Trial, cluster: Cluster, { local }: Options, data: string): Promise<Tenants> {
  const settings = await install(trial, [cluster], {
    DATA_DIR: data,
    BLOB_DIR: join(data, 'blobs'),
    SHUTDOWN_TIMEOUT_MS: String(shutdownMs),
    // What a killed process held comes back in seconds; the mechanism is the same.
    LEASE_MS: '10000',
    RECONCILE_MS: '3000',
    ...(local > 0 ? {} : await startDouble(trial)),
  })
  const api = await trial.processes.start('all', 'all', settings)
  const hostile = await createClient(trial, settings, 'hostile', api.url)
  const quiet = await createClient(trial, settings, 'quiet', api.url)
  const patient = ({ url, key }: Client) => new Client(url, key, probeTimeoutMs)
  return { api, hostile: patient(hostile), probes: await makeProbes(patient(hostile), patient(quiet)) }
}

/** Vectors of a program of its own, which cost nothing: embedding is the same work whatever the text. */
async function startDouble(trial: Trial): Promise<Record<string, string>> {
  const { port } = await trial.processes.startProgram('embeddings', port => [double, '--port', String(port)])
  return { EMBEDDER: 'http', EMBEDDER_URL: `http://127.0.0.1:${port}/v1`, EMBEDDER_MODEL: 'double' }
}

/** What the other tenants do all the time. An add is sent again and again to few documents, so that the load stays small. */
async function makeProbes(hostile: Client, quiet: Client): Promise<Record<string, Probe>> {
  for (let n = 0; n < 5; n++) await quiet.timeToDone({ content: shortText(n), containerTag: 'notes' })
  const adding = (client: Client) => async (n: number) =>
    toProbe(
      await client.add({
        content: shortText(n),
        containerTag: 'probes',
        customId: `probe-${n % 20}`,
        taskType: 'rag',
      }),
    )
  return {
    health: async () => toProbe(await quiet.request('GET', '/health')),
    search: async n => toProbe(await quiet.search(shortText(n % 5).slice(0, 60), 'notes')),
    add: adding(quiet),
    neighbourAdd: adding(hostile),
  }
}

const toProbe = ({ status, ms }: { status: number; ms: number }) => ({ ms, ok: status === 200 })

async function idly({ probes }: Tenants): Promise<Answers> {
  const warming = new Probes(probes)
  await sleep(warmUpMs)
  await warming.stop()
  const asking = new Probes(probes)
  await sleep(idleMs)
  return asking.stop()
}

/** One shape, as a file and as a text spoken by the caller; resolves when both have ended or their time is over. */
async function attack(
  { hostile, probes }: Tenants,
  shape: Shape,
  { mb, endSeconds }: Options,
): Promise<Round> {
  const bytes = Math.round(mb * 1_000_000)
  const text = withinBytes(shape.make(bytes), bytes)
  const asking = new Probes(probes)
  const started = performance.now()
  const ids = [
    await upload(hostile, shape.name, text),
    await hostile.addUntilAccepted(spoken(shape.name, withinBytes(text, Math.min(bytes, maxTextBytes)))),
  ]
  const deadline = started + endSeconds * 2 * Math.max(1, mb) * 1000
  const ended = []
  for (const id of ids) ended.push(await untilEnded(hostile, id, deadline))
  const seconds = Math.round((performance.now() - started) / 100) / 10
  const round = { shape: shape.name, seconds, ended, answers: await asking.stop() }
  say(`${shape.name}: ${seconds} s, ${ended.join(' and ')}; ${describe(round.answers)}`)
  return round
}

function upload(client: Client, shape: string, text: string): Promise<string> {
  const file = { name: `${shape}.txt`, bytes: Buffer.from(text) }
  return client.uploadUntilAccepted(file, {
    containerTag: hostileTag,
    customId: `file-${shape}`,
    dreaming: 'instant',
  })
}

function note(trial: Trial, rounds: readonly Round[], limitMs: number): void {
  const outcomes = rounds.flatMap(({ ended }) => ended)
  const slow = rounds.filter(({ answers }) => Math.max(...Object.values(slowestOf(answers))) > limitMs)
  Object.assign(trial.figures, {
    shapes: rounds.length,
    documents: outcomes.length,
    endings: Object.fromEntries(
      Map.groupBy(outcomes, each => each)
        .entries()
        .map(([how, all]) => [how, all.length]),
    ),
    slowestSeconds: Math.max(...rounds.map(({ seconds }) => seconds)),
    others: figuresOf(together(rounds.map(({ answers }) => answers))),
    slowShapes: Object.fromEntries(slow.map(({ shape, answers }) => [shape, slowestOf(answers)])),
  })
}

function isHarmless(rounds: readonly Round[], limitMs: number): boolean {
  const hasEnded = rounds.every(({ ended }) => ended.every(how => how !== 'late' && how !== 'without a code'))
  const others = Object.values(figuresOf(together(rounds.map(({ answers }) => answers))))
  return hasEnded && others.every(({ max, refused }) => max <= limitMs && refused === 0)
}

/** The most memory the process has had since it started; a restart begins anew. */
function peakMemoryMb({ pid }: Reverie): number | null {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kb = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]
  return kb === undefined ? null : Math.round(Number(kb) / 1024)
}

const describe = (answers: Answers) =>
  Object.entries(figuresOf(answers))
    .map(
      ([kind, { max, p99, refused }]) =>
        `${kind} ${max} ms (p99 ${p99})${refused > 0 ? `, ${refused} refused` : ''}`,
    )
    .join(', ')
