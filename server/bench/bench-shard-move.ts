import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spreadOf } from '../measure/percentile.ts'
import { say } from '../measure/report.ts'
import { Client } from './client.ts'
import type { Cluster } from './clusters.ts'
import { createKey, createOrganization, install } from './installation.ts'
import { main } from './processes.ts'
import { findDifferences, untilQuiet } from './shard-move/check.ts'
import { fillContainers } from './shard-move/fill.ts'
import { Traffic } from './shard-move/traffic.ts'
import { environment, type Settings } from './supervised.ts'
import { command, type Trial, verdict } from './trial.ts'

/**
 *   npm run bench -- shard-move                             2,000 chunks and two kills, as in CI
 *   npm run bench -- shard-move --chunks 500000 --kills 10  a large shard, whose mover is killed at ten random moments
 *
 * Moves the shard of an organization between two Postgres clusters while clients add, search, list, update and delete. First
 * without interruption, to measure how long writes wait. Then the mover is killed again and again at random moments and
 * continued, until the shard has moved once more. Every acknowledged write must be there exactly once with all its chunks,
 * counters must agree with the rows, no request may fail, and the cell that was left must be empty. Vectors come from a
 * double. The last line is one JSON object with `ok`.
 */
const double = join(import.meta.dirname, '../test/embedding-server.ts')
const mostPauseMs = 1_000

type Options = { chunks: number; kills: number; writers: number; load: number; seed: number }

const run = command({
  options: { chunks: 2_000, kills: 2, writers: 3, load: 100, seed: 1 },
  deadlineSeconds: ({ chunks, kills }) => 300 + chunks / 300 + kills * (30 + chunks / 3_000),
  async run(trial, options: Options) {
    const scene = await prepare(trial, options)
    const traffic = new Traffic(scene.client, options.writers)
    traffic.start()
    await sleep(2_000)
    const undisturbed = await moveOnce(scene, 'second')
    const killed = await moveWithKills(scene, 'main', options)
    await traffic.stop()
    say('checking every write')
    await untilQuiet(scene.clusters)
    const differences = await findDifferences(scene.clusters, scene.shard, traffic, options.chunks)
    const pauses = [undisturbed.pauseMs, killed.pauseMs]
    Object.assign(trial.figures, {
      chunks: options.chunks,
      undisturbed,
      killed,
      acknowledged: traffic.acknowledged,
      failures: traffic.failures.length,
      firstFailures: traffic.failures.slice(0, 3),
      searches: traffic.searches,
      writesMs: spreadOf(traffic.writeMs),
      searchesMs: spreadOf(traffic.searchMs),
      longestWriteMs: Math.round(Math.max(0, ...traffic.writeMs)),
      ...differences,
      crashes: trial.processes.crashes,
    })
    for (const failure of traffic.failures.slice(0, 3)) say(`a request failed: ${failure}`)
    const isWhole = Object.values(differences).every(count => count === 0)
    const isQuick = pauses.every(pause => pause !== null && pause < mostPauseMs)
    const isBusy = traffic.acknowledged > 0 && traffic.searches > 0
    return verdict(
      isWhole && isBusy && traffic.failures.length === 0 && trial.processes.crashes === 0,
      isQuick,
    )
  },
})

type Scene = {
  trial: Trial
  clusters: { main: Cluster; second: Cluster }
  settings: Settings
  client: Client
  shard: number
}

async function prepare(trial: Trial, { chunks }: Options): Promise<Scene> {
  const clusters = { main: await trial.clusters.create('a'), second: await trial.clusters.create('b') }
  const { port } = await trial.processes.startProgram('embeddings', at => [double, '--port', String(at)])
  const settings = await install(trial, [clusters.main, clusters.second], {
    EMBEDDER: 'http',
    EMBEDDER_URL: `http://127.0.0.1:${port}/v1`,
    EMBEDDER_MODEL: 'double',
    LEASE_MS: '5000',
    RECONCILE_MS: '3000',
    CELL_PARTITIONS: '4',
  })
  await createOrganization(trial, settings, 'moved')
  const [home] = await clusters.main.query<{ shard: number; cell: string }>(
    `select s.shard, s.cell from directory.organizations o join directory.shards s on s.shard = o.home_shard where slug = 'moved'`,
  )
  // Nothing is there yet, so the shard simply begins in the first cell.
  await clusters.main.query(`update directory.shards set cell = 'main' where shard = $1`, [home!.shard])
  const api = await trial.processes.start('serve', 'api', settings)
  await trial.processes.start('worker', 'worker', settings)
  const client = new Client(api.url, await createKey(trial, settings, 'moved'))
  say(`filling shard ${home!.shard} with ${chunks} chunks`)
  await fillContainers(client, clusters.main, home!.shard, chunks)
  return { trial, clusters, settings, client, shard: home!.shard }
}

type MoveFigures = { seconds: number; pauseMs: number | null; rows: number | null }

async function moveOnce(scene: Scene, to: string): Promise<MoveFigures> {
  const started = performance.now()
  const code = await mover(scene, ['shards', 'move', String(scene.shard), '--to', to, '--load', '100']).ended
  if (code !== 0) throw new Error(`"shards move" ended with ${code}`)
  return finishedMove(scene, started)
}

async function finishedMove({ clusters }: Scene, started: number): Promise<MoveFigures> {
  const [move] = await clusters.main.query<{ phase: string; pause: number | null; rows: number | null }>(
    'select phase, pause_ms as pause, rows from directory.shard_moves order by started_at desc limit 1',
  )
  if (move?.phase !== 'done') throw new Error(`the move is ${move?.phase}`)
  const seconds = Math.round((performance.now() - started) / 100) / 10
  say(`moved ${move.rows} rows in ${seconds} s; writes waited for ${move.pause} ms`)
  return { seconds, pauseMs: move.pause === null ? null : Math.round(move.pause), rows: move.rows }
}

/** Moments are random within the time that a move takes, and later ones more often: the hand-over is at its end. */
async function moveWithKills(
  scene: Scene,
  to: string,
  { kills, seed }: Options,
): Promise<MoveFigures & { kills: number; phases: string[] }> {
  const started = performance.now()
  const phases: string[] = []
  const random = randomOf(seed)
  let next = ['shards', 'move', String(scene.shard), '--to', to, '--load', '100']
  for (let kill = 1; kill <= kills; kill++) {
    const running = mover(scene, next)
    const hasEnded = await Promise.race([
      running.ended.then(() => true),
      running.untilStep(Math.floor(random() * 8)).then(() => sleep(random() * 400, false)),
    ])
    if (!hasEnded) running.kill()
    await running.ended
    const [move] = await scene.clusters.main.query<{ phase: string }>(
      'select phase from directory.shard_moves order by started_at desc limit 1',
    )
    phases.push(move?.phase ?? 'none')
    say(`kill ${kill} of ${kills}: the move was ${phases.at(-1)}`)
    // A move that has come to its end is followed by one in the other direction.
    if (move?.phase === 'done') {
      const [at] = await scene.clusters.main.query<{ cell: string }>(
        'select cell from directory.shards where shard = $1',
        [scene.shard],
      )
      next = [
        'shards',
        'move',
        String(scene.shard),
        '--to',
        at!.cell === 'main' ? 'second' : 'main',
        '--load',
        '100',
      ]
    } else if (move) next = ['shards', 'resume', '--load', '100']
    await sleep(500)
  }
  const code = await mover(scene, next).ended
  if (code !== 0) throw new Error(`"${next.join(' ')}" ended with ${code}`)
  return { ...(await finishedMove(scene, started)), kills, phases }
}

/** The command in a process of its own, and how many lines of progress it has printed. */
function mover({ trial, settings }: Scene, args: string[]) {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: trial.logs,
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = createWriteStream(join(trial.logs, 'mover.log'), { flags: 'a' })
  let lines = 0
  const waiting: { lines: number; resolve(): void }[] = []
  child.stdout.on('data', (data: Buffer) => {
    log.write(data)
    lines += data.toString().split('\n').length - 1
    for (const one of waiting) if (lines >= one.lines) one.resolve()
  })
  child.stderr.pipe(log, { end: false })
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  return {
    ended,
    kill: () => child.kill('SIGKILL'),
    untilStep: (wanted: number) =>
      new Promise<void>(resolve => {
        if (lines >= wanted) resolve()
        else waiting.push({ lines: wanted, resolve })
      }),
  }
}

/** The same moments for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

await run(process.argv.slice(2))
