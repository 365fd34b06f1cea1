import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '../measure/report.ts'
import { readBacklog, untilIdle } from './growth/backlog.ts'
import { readSpace, refuseIfTooLarge } from './growth/disk.ts'
import { loadCell } from './growth/load.ts'
import { readMemory } from './growth/machine.ts'
import { drawTargets, type SearchTarget } from './growth/requests.ts'
import { type GrowthCell, openScene, organizationsFor, type Scene, setAutovacuum } from './growth/scene.ts'
import { buildIndexes, vacuum } from './growth/upkeep.ts'
import { Shooter } from './open-loop.ts'
import { processorSince, readProcessor } from './processor-time.ts'
import { IndexBuilds } from './scenarios/index-builds.ts'
import type { SoakMinute } from './soak/figures.ts'
import { addAtRate, searchInTurn } from './soak/load.ts'
import { type MinuteOfRequests, Minutes } from './soak/minutes.ts'
import { command } from './trial.ts'

/**
 *   npm run bench -- soak                                         an hour at 10,000,000 chunks in 100,000 containers
 *   npm run bench -- soak --minutes 5 --chunks 3000000 --containers 30000 --name big --keep
 *                                                                 in the clusters that a growth run of this name has kept
 *   --clients 64 --adds 500 --builds 0                            other loads
 *   --most-gb 45                                                  ends when the database is larger
 *
 * One cell, one API process and one worker. So many clients search small containers one request after the other (closed loop; a
 * refused client waits as `Retry-After` says), adds arrive at a rate that does not depend on the answers (open loop), and an HNSW
 * index of a large container is built again and again. Prints a line of JSON for each minute. Requests that are refused (429, 503) count
 * apart from those that fail. The last line is one JSON object with `ok`; `npm run bench -- draw-scale` draws both.
 */
type Options = {
  minutes: number
  chunks: number
  containers: number
  clients: number
  adds: number
  builds: number
  mostGb: number
}

/** Beyond what the first minute needed. Any load lets the heap grow by some 280 MB. */
const mostGrowthMb = 400

type MinuteState = Omit<SoakMinute, 'bench' | 'searches' | 'adds'>

const run = command({
  options: {
    minutes: 60,
    chunks: 10_000_000,
    containers: 100_000,
    clients: 64,
    adds: 500,
    builds: 1,
    mostGb: 45,
  } as Options,
  deadlineSeconds: ({ minutes, chunks }) => 3_600 + minutes * 60 + chunks / 500,
  async run(trial, options) {
    const chunksEach = Math.max(10, Math.round(options.chunks / options.containers / 10) * 10)
    const scene = await openScene(trial, 1, organizationsFor(options.chunks))
    const [cell] = scene.cells as [GrowthCell]
    await refuseIfTooLarge(scene.cells, options.chunks, options.mostGb)
    await setAutovacuum(scene, 'on')
    const { chunks } = await loadCell(scene, cell, options.chunks, chunksEach)
    await untilIdle(scene, cell)
    if (chunks > 0) await vacuum(cell)
    await buildIndexes(scene, cell)
    const targets = await drawTargets(cell, chunksEach, options.containers)
    say(`soak: ${targets.length} containers of ${chunksEach} chunks`)
    const lines = await soak(scene, cell, targets, options)
    const failed = lines.reduce((sum, { searches, adds }) => sum + searches.failed + adds.failed, 0)
    const grownMb = (lines.at(-1)?.apiMb ?? 0) - (lines[0]?.apiMb ?? 0)
    const { crashes } = trial.processes
    const figures = {
      ...options,
      containers: targets.length,
      minutes: lines.length,
      failed,
      grownMb,
      crashes,
    }
    Object.assign(trial.figures, { bench: ['soak'], ...figures })
    return failed === 0 && grownMb <= mostGrowthMb && crashes === 0
  },
})

async function soak(
  scene: Scene,
  cell: GrowthCell,
  targets: readonly SearchTarget[],
  options: Options,
): Promise<SoakMinute[]> {
  const { trial, settings } = scene
  const api = await trial.processes.start('serve', 'api', settings)
  const worker = await trial.processes.start('worker', 'worker', settings)
  const shooters = new Map(
    cell.organizations.map(organization => [
      organization,
      new Shooter({ url: api.url, key: organization.key }),
    ]),
  )
  const builds = options.builds > 0 ? await startBuilds(cell) : undefined
  const forMs = options.minutes * 60_000
  const [searches, adds] = [new Minutes(), new Minutes()]
  const full = new AbortController()
  const { signal } = full
  const load = Promise.all([
    searchInTurn(shooters, targets, { clients: options.clients, forMs, minutes: searches, signal }),
    addAtRate(shooters, targets, { perSecond: options.adds, forMs, minutes: adds, signal }),
  ])
  const lines: SoakMinute[] = []
  const finish = ({ minute, ...state }: MinuteState) => {
    const requests = { searches: searches.take(minute), adds: adds.take(minute) }
    lines.push({ bench: 'soak-minute', minute, ...requests, ...state })
    report(lines.at(-1)!)
  }
  let before = await look(cell, builds)
  let waiting: MinuteState | undefined
  for (let minute = 1; minute <= options.minutes && !signal.aborted; minute++) {
    while (searches.minute() <= minute) await sleep(100)
    const after = await look(cell, builds)
    // The slowest answers of a minute come half a minute after its end. Without them, percentiles would be too good.
    if (waiting) finish(waiting)
    waiting = {
      minute,
      ...(await readMemory(cell.client, api, worker)),
      ...(await readBacklog(cell.client)),
      done: after.done - before.done,
      builds: after.builds - before.builds,
      processor: processorSince(before.processor),
    }
    before = after
    if (await isFull(cell, options.mostGb)) full.abort()
  }
  await load
  if (waiting) finish(waiting)
  await builds?.stop()
  await cell.client.query('drop index if exists cell.nearest_build')
  for (const shooter of shooters.values()) shooter.close()
  return lines
}

/** Adds take disk for as long as the load lasts. */
async function isFull({ client }: GrowthCell, mostGb: number): Promise<boolean> {
  const { bytes, freeBytes } = await readSpace(client)
  const isFull = bytes > mostGb * 1e9 || freeBytes < 5e9
  if (isFull) say(`soak: ends because the database has ${(bytes / 1e9).toFixed(1)} GB`)
  return isFull
}

/** Counts that only rise; a minute is the difference of two looks. */
async function look(cell: GrowthCell, builds: IndexBuilds | undefined) {
  return { processor: readProcessor(), done: await countDone(cell), builds: builds?.finished ?? 0 }
}

/** From counters: counting rows would itself be a load. */
async function countDone({ client }: GrowthCell): Promise<number> {
  const { rows } = await client.query<{ done: number }>(
    'select coalesce(sum(documents - pending - failed), 0)::int as done from cell.containers',
  )
  return rows[0]!.done
}

function report(line: SoakMinute): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
  const { minute, searches, adds, documents, oldestSeconds, apiMb } = line
  const show = ({ accepted, refused, failed, failures, p50, p95 }: MinuteOfRequests) =>
    `${accepted} accepted (p50 ${p50} ms, p95 ${p95}), ${refused} refused, ${failed} failed ${JSON.stringify(failures)}`
  say(
    `soak: minute ${minute}: searches ${show(searches)}; adds ${show(adds)}; ${documents} documents wait, the oldest for ${oldestSeconds} s; API ${apiMb} MB`,
  )
}

/** Builds an index of the first organization's vectors, in the partition of its shard. */
async function startBuilds({ client, cluster, organizations }: GrowthCell): Promise<IndexBuilds> {
  const { org, shard } = organizations[0]!.owner
  const { rows } = await client.query<{ table: string }>(
    `select replace(tableoid::regclass::text, 'cell.', '') as table from cell.chunk_vectors where shard = $1 and org = $2 limit 1`,
    [shard, org],
  )
  const { rows: last } = await client.query<{ container: string }>(
    `select container from bench.containers where org = $1 and done order by container offset 1999 limit 1`,
    [org],
  )
  const upTo = last[0] ? ` and container <= '${last[0].container}'` : ''
  return IndexBuilds.start(cluster.url, { table: rows[0]!.table, where: `org = '${org}'${upTo}` })
}

await run(process.argv.slice(2))
