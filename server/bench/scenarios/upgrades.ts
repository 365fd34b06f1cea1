import { join } from 'node:path'
import { connect } from '../../measure/connect.ts'
import { say } from '../../measure/report.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { newId } from '../../src/platform/lib/ids.ts'
import { nextVersion } from '../../test/migration-folder.ts'
import { type Balancer, openBalancer } from '../balancer.ts'
import type { Client } from '../client.ts'
import type { Cluster } from '../clusters.ts'
import { createClient, install } from '../installation.ts'
import { figuresOf, type Probe, type ProbeFigures, Probes } from '../probes.ts'
import { main, type Reverie, runCommand } from '../processes.ts'
import type { Settings } from '../supervised.ts'
import { shortText } from '../texts.ts'
import { command, type Trial, type Verdict, verdict } from '../trial.ts'
import { IndexBuilds, shareOf } from './index-builds.ts'
import { loadManyRows } from './many-rows.ts'

/** No search may wait longer than this, whatever the upgrade does. */
const longestSearchMs = 2_000

/** A little more than two probes of the balancer. */
const drain = { SHUTDOWN_DELAY_MS: '500' }

/** Changes of a version to come: columns, an index of the largest table, and a column that is filled in. */
const next = {
  'cell/9001_columns.sql': `alter table cell.documents add column extra text;
alter table cell.memories add column extra text;`,
  'cell/9002_online.sql': `-- online
-- step
create index concurrently if not exists chunks_extra on cell.chunks (shard, org, container, created_at);
-- step: backfill cell.documents
update cell.documents d set extra = 'filled'
 where d.shard >= $1 and d.shard < $2 and d.ctid >= $3 and d.ctid < $4 and d.extra is null;`,
}

/**
 * An upgrade while people search and add, a vector index is built and a dump is made: first the migrations, then the
 * processes one after the other. `--rows 1000000` is the full size. `--from` is the checkout of an older version to
 * start from; otherwise the old and the new processes are of this version.
 */
export const upgrades = command({
  options: { rows: 20_000, calmSeconds: 5, from: '' },
  deadlineSeconds: ({ rows }) => 400 + rows / 200,
  async run(trial, { rows, calmSeconds, from }) {
    const cluster = await trial.clusters.create('a')
    const old = from === '' ? main : join(from, 'server/src/main.ts')
    const settings = await install(trial, [cluster], drain, old)
    const balancer = await openBalancer()
    try {
      return await upgradeUnderTraffic({ trial, cluster, settings, balancer, old }, rows, calmSeconds)
    } finally {
      await balancer.close()
    }
  },
})

type Installation = { trial: Trial; cluster: Cluster; settings: Settings; balancer: Balancer; old: string }

async function upgradeUnderTraffic(
  installation: Installation,
  rows: number,
  calmSeconds: number,
): Promise<Verdict> {
  const { trial, cluster, settings, balancer, old } = installation
  const apis = [await startApi(installation, 'api-1', old), await startApi(installation, 'api-2', old)]
  const worker = await trial.processes.start('worker', 'worker-1', settings, old)
  const client = await createClient(trial, settings, 'busy', balancer.url)
  // Makes the organization's embedding set.
  await client.timeToDone({ content: shortText(0), containerTag: 'first', taskType: 'rag' })
  say(`loading ${rows} chunks`)
  await load(cluster, rows)
  const traffic = new Traffic(client)

  const calm = await traffic.during(() => new Promise(resolve => setTimeout(resolve, calmSeconds * 1000)))
  const builds = await IndexBuilds.start(cluster.url, shareOf(rows))
  const migrating = await traffic.during(() => migrateBesideAll(installation))
  const isBuilding = await builds.isBuilding()
  const restarting = await traffic.during(() => restartAll(installation, apis, worker))
  await builds.stop()
  const { documents, filled, unfinished } = await settle(cluster, client)
  Object.assign(trial.figures, { rows, calm, migrating, restarting, builds: builds.finished, isBuilding })
  Object.assign(trial.figures, { documents, filled, unfinished, crashes: trial.processes.crashes })
  const phases = [calm, migrating, restarting]
  const isWhole = unfinished === 0 && filled >= rows / 4 && phases.every(({ failed }) => failed === 0)
  return verdict(
    // Without a build beside it, the migration would prove nothing.
    isWhole && (isBuilding || builds.finished > 0) && trial.processes.crashes === 0,
    phases.every(phase => phase.longestSearchMs <= longestSearchMs),
  )
}

async function startApi(
  { trial, settings, balancer }: Installation,
  name: string,
  program: string,
): Promise<Reverie> {
  const api = await trial.processes.start('serve', name, settings, program)
  balancer.add(api.url)
  await balancer.untilReady(api.url)
  return api
}

async function load(cluster: Cluster, rows: number): Promise<void> {
  const [first] = await cluster.query<{ shard: number; org: string; set: number }>(
    'select shard, org, active_set as set from cell.containers',
  )
  const { shard, org, set } = first!
  const key = { shard, org, container: newId(shard) }
  await cluster.query(
    `insert into cell.containers (shard, org, container, tag, active_set) values ($1, $2, $3, 'notes', $4)`,
    [shard, org, key.container, set],
  )
  const owner = await connect(cluster.url)
  try {
    await loadManyRows(owner, key, set, rows)
  } finally {
    await owner.end()
  }
}

type Phase = {
  seconds: number
  answers: Record<string, ProbeFigures>
  longestSearchMs: number
  failed: number
}

/** Four readers and two writers, each with one request at a time, all through the load balancer. */
class Traffic {
  readonly #probes: Record<string, Probe>
  #texts = 0

  constructor(client: Client) {
    const search: Probe = async n => answerOf(await client.search(shortText(n * 7), 'notes'))
    const add: Probe = async () =>
      answerOf(
        await client.add({ content: shortText(++this.#texts), containerTag: 'notes', taskType: 'rag' }),
      )
    const list: Probe = async () => answerOf(await client.request('GET', '/v3/documents/processing?limit=1'))
    this.#probes = { search1: search, search2: search, search3: search, list, add1: add, add2: add }
  }

  async during(work: () => Promise<unknown>): Promise<Phase> {
    const started = performance.now()
    const probes = new Probes(this.#probes, 20)
    const [worked] = await Promise.allSettled([work()])
    const answers = figuresOf(await probes.stop())
    if (worked.status === 'rejected') throw worked.reason
    const figures = Object.entries(answers)
    return {
      seconds: Math.round((performance.now() - started) / 100) / 10,
      answers,
      longestSearchMs: Math.max(
        ...figures.filter(([kind]) => kind.startsWith('search')).map(([, { max }]) => max),
      ),
      failed: figures.reduce((sum, [, { refused }]) => sum + refused, 0),
    }
  }
}

const answerOf = ({ status, ms }: { status: number; ms: number }) => ({ ms, ok: status === 200 })

/** A run with nothing new or what this version adds, then the next version's. A dump holds its locks meanwhile. */
async function migrateBesideAll({ trial, cluster, settings }: Installation): Promise<void> {
  say('reverie migrate')
  await runCommand(settings, trial.logs, 'migrate')
  const dump = await connect(cluster.url)
  await dump.query('begin; select from cell.documents limit 1; select from cell.memories limit 1')
  let held = true
  const release = async () => {
    if (!held) return
    held = false
    await dump.query('commit')
  }
  const folder = nextVersion(next)
  try {
    const applied = await migrate([{ name: 'main', url: cluster.url }], {
      partitions: 1,

      folder: folder.path,
      onWait: message => {
        say(message)
        setTimeout(() => void release(), 3_000)
      },
    })
    say(`applied ${applied.map(({ name }) => name).join(', ')}`)
  } finally {
    await release()
    await dump.end()
    folder.remove()
  }
}

/** One process at a time. A version that knows no SHUTDOWN_DELAY_MS has to be taken out of the balancer first. */
async function restartAll(
  installation: Installation,
  apis: readonly Reverie[],
  worker: Reverie,
): Promise<void> {
  const { trial, settings, balancer, old } = installation
  for (const [i, api] of apis.entries()) {
    if (old !== main) await balancer.takeOut(api.url)
    await api.end('SIGTERM')
    await balancer.takeOut(api.url)
    await startApi(installation, `api-${i + 1}-new`, main)
    say(`${api.name} is replaced`)
  }
  await worker.end('SIGTERM')
  await trial.processes.start('worker', 'worker-2', settings)
  say('the worker is replaced')
}

/** Waits until every added document is done, and counts. */
async function settle(cluster: Cluster, client: Client) {
  const deadline = Date.now() + 120_000
  while ((await client.countPending()) !== 0 && Date.now() < deadline)
    await new Promise(resolve => setTimeout(resolve, 100))
  const [counts] = await cluster.query<{ documents: number; filled: number; unfinished: number }>(
    `select count(*)::int as documents, count(extra)::int as filled, count(*) filter (where status <> 'done')::int as unfinished
       from cell.documents`,
  )
  return counts!
}
