import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '../../measure/report.ts'
import type { Client } from '../client.ts'
import { pickShapes, type Shape, withinBytes } from '../hostile-shapes.ts'
import { type Answers, figuresOf, Probes, slowestOf, together } from '../probes.ts'
import type { Reverie } from '../processes.ts'
import { command, type Trial, type Verdict, verdict } from '../trial.ts'
import { hostileTag, killAmid, maxTextBytes, spoken, stopAmid, untilEnded } from './hostile-documents.ts'
import { control, shutdownMs, startTenants, type Tenants } from './hostile-tenants.ts'

/** The longest that a request of another tenant may take. */
const goalMs = 1_000

/** On a slow machine: three times its slowest idle answer, or three times the control's at the same time. */
const limitOf = (idleMs: number, answers: Answers) =>
  Math.max(goalMs, 3 * idleMs, 3 * (slowestOf(answers)[control] ?? 0))

const slowest = (answers: Answers) => {
  const { [control]: _, ...others } = slowestOf(answers)
  return Math.max(...Object.values(others))
}

/** The first answers of a process are slow, so they are not measured. */
const warmUpMs = 3_000
const idleForMs = 8_000
const afterShutdownMs = 2_000

type Options = {
  mb: number
  shapes: number
  only: string
  endSeconds: number
  dream: number
  local: number
  kill: number
}

type Round = { shape: string; seconds: number; ended: string[]; answers: Answers }

/**
 * One tenant adds hostile texts, as a file and as a text, with dreaming on and no language model, all in one process.
 * Meanwhile others send requests: nobody waits long, each document ends within `--end-seconds` per megabyte and
 * document, and SIGTERM ends the process in time while it works on one. `--kill 1` also kills it in the middle of a
 * text. `--dream 0` measures indexing alone, `--only prose,labels` picks shapes by name, `--shapes 8` picks that
 * many, `--local 1` embeds with the built-in model.
 */
export const hostileLoad = command({
  options: { mb: 10, shapes: 0, only: '', endSeconds: 120, dream: 1, local: 0, kill: 0 } as Options,
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

async function runIn(trial: Trial, options: Options, data: string): Promise<Verdict> {
  const cluster = await trial.clusters.create('a')
  const tenants = await startTenants(trial, cluster, options, data)
  const idle = await idly(tenants)
  const idleMs = slowest(idle)
  Object.assign(trial.figures, { mb: options.mb, idle: slowestOf(idle) })
  say(`idle: ${describe(idle)}`)
  const rounds: Round[] = []
  for (const shape of pickShapes(options.shapes, options.only)) {
    rounds.push(await attack(tenants, shape, options))
    note(trial, rounds, idleMs)
  }
  const peakMb = peakMemoryMb(tenants.api)
  const bytes = Math.min(maxTextBytes, Math.round(options.mb * 1_000_000))
  const killed =
    options.kill > 0
      ? await killAmid(tenants.api, tenants.hostile, cluster, { bytes, endSeconds: options.endSeconds })
      : undefined
  const shutdown = await stopAmid(tenants.api, tenants.hostile, 4 * shutdownMs)
  Object.assign(trial.figures, {
    peakMb,
    ...(killed && { killed }),
    shutdown,
    crashes: trial.processes.crashes,
  })
  const isRight =
    rounds.every(isAnswered) &&
    trial.processes.crashes === 0 &&
    (killed === undefined || (killed.ended && killed.attempts > 0))
  return verdict(
    isRight,
    rounds.every(round => isQuick(round, idleMs)) && shutdown.seconds * 1000 <= shutdownMs + afterShutdownMs,
  )
}

async function idly({ probes }: Tenants): Promise<Answers> {
  const warming = new Probes(probes)
  await sleep(warmUpMs)
  await warming.stop()
  const asking = new Probes(probes)
  await sleep(idleForMs)
  return asking.stop()
}

/** Sends one shape as a file and as a text; resolves when both have ended or their time is over. */
async function attack(
  { hostile, probes }: Tenants,
  shape: Shape,
  { mb, endSeconds, dream }: Options,
): Promise<Round> {
  const bytes = Math.round(mb * 1_000_000)
  const text = withinBytes(shape.make(bytes), bytes)
  const kind: MemoryOption = dream > 0 ? {} : { taskType: 'rag' }
  const asking = new Probes(probes)
  const started = performance.now()
  const ids = [
    await upload(hostile, shape.name, text, kind),
    await hostile.addUntilAccepted({
      ...spoken(shape.name, withinBytes(text, Math.min(bytes, maxTextBytes))),
      ...kind,
    }),
  ]
  const deadline = started + endSeconds * 2 * Math.max(1, mb) * 1000
  const ended = []
  for (const id of ids) ended.push(await untilEnded(hostile, id, deadline))
  const seconds = Math.round((performance.now() - started) / 100) / 10
  const round = { shape: shape.name, seconds, ended, answers: await asking.stop() }
  say(`${shape.name}: ${seconds} s, ${ended.join(' and ')}; ${describe(round.answers)}`)
  return round
}

/** With `--dream 0` documents are only indexed. */
type MemoryOption = { taskType?: 'rag' }

function upload(client: Client, shape: string, text: string, kind: MemoryOption): Promise<string> {
  const file = { name: `${shape}.txt`, bytes: Buffer.from(text) }
  return client.uploadUntilAccepted(file, {
    containerTag: hostileTag,
    customId: `file-${shape}`,
    dreaming: 'instant',
    ...kind,
  })
}

function note(trial: Trial, rounds: readonly Round[], idleMs: number): void {
  const outcomes = rounds.flatMap(({ ended }) => ended)
  const slow = rounds.filter(({ answers }) => slowest(answers) > limitOf(idleMs, answers))
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

const isAnswered = ({ ended, answers }: Round) =>
  !ended.includes('without a code') && Object.values(figuresOf(answers)).every(({ refused }) => refused === 0)

const isQuick = ({ ended, answers }: Round, idleMs: number) =>
  !ended.includes('late') && slowest(answers) <= limitOf(idleMs, answers)

/** Peak memory of the process since its start; a restart resets it. */
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
