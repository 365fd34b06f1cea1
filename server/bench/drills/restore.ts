import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spreadOf } from '../../measure/percentile.ts'
import { say } from '../../measure/report.ts'
import { Client } from '../client.ts'
import { installOn, keyOn } from '../installation.ts'
import { runCommand } from '../processes.ts'
import type { Settings } from '../supervised.ts'
import { command, type Trial } from '../trial.ts'
import { Archive, ArchivedCluster } from './archived-cluster.ts'
import { checkRestored, violations } from './check-restored.ts'
import { DrillLoad } from './drill-load.ts'
import { mirrorFiles } from './mirror-files.ts'
import { DrillRoot } from './root.ts'

const quick = { LEASE_MS: '5000', RECONCILE_MS: '2000', EMBEDDER_THREADS: '1' }
const mirrorEveryMs = 2_000

/** Away from the ends of the load, where nothing could be wrong yet. */
const marginMs = 500

/**
 * Two cells are backed up and archived while clients add, change and delete. Then both are lost. They are restored to random
 * moments of this load, the deletions in the journal are repeated, and everything is compared with what the clients know.
 * `--replay no` leaves the journal out, to see the drill fail.
 */
export const restore = command({
  options: { seconds: 60, restores: 5, port: 24_994, replay: 'yes' },
  deadlineSeconds: ({ seconds, restores }) => 200 + seconds * 2 + restores * (60 + seconds),
  async run(trial, { seconds, restores, port, replay }) {
    const scene = await start(trial, port)
    const { from, until, loads } = await runLoad(trial, scene, seconds)
    const ledgers = loads.map(({ ledger }) => ledger)
    Object.assign(trial.figures, {
      documents: sum(ledgers.map(({ documents }) => documents.length)),
      deletions: sum(ledgers.map(({ receipts }) => receipts.length)),
      restores: 0,
      deletedAgain: 0,
      ...violations,
    })
    const restoredMs: number[] = []
    for (let n = 0; n < restores; n++) {
      const span = until.getTime() - from.getTime() - 2 * marginMs
      const moment = new Date(from.getTime() + marginMs + Math.floor(Math.random() * span))
      const begun = performance.now()
      const restored = await restoreAll(trial, scene, { moment, n, isReplayed: replay === 'yes' })
      restoredMs.push(performance.now() - begun)
      await check(trial, scene, loads, { ...restored, moment })
      Object.assign(trial.figures, { restores: n + 1, restoreMs: spreadOf(restoredMs) })
    }
    const wrong = Object.keys(violations).filter(name => trial.figures[name] !== 0)
    if (wrong.length > 0) say(`not zero: ${wrong.join(', ')}`)
    // Without a deletion that the restore had brought back, the journal has proved nothing.
    return wrong.length === 0 && trial.figures.deletedAgain !== 0
  },
})

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

type Scene = {
  clusters: [ArchivedCluster, ArchivedCluster]
  settings: Settings
  /** The files of the running server, and their mirror. */
  files: { live: string; mirror: string }
  keys: string[]
}

async function start(trial: Trial, port: number): Promise<Scene> {
  const root = await DrillRoot.open()
  const archive = new Archive(await root.directory('restore'))
  trial.closing.push(() => archive.directory.killAll())
  const clusters: Scene['clusters'] = [
    new ArchivedCluster(archive, 'main', port),
    new ArchivedCluster(archive, 'second', port + 1),
  ]
  for (const cluster of clusters) await cluster.create()
  const files = { live: join(trial.logs, 'live'), mirror: join(trial.logs, 'mirror') }
  const settings = await installOn(trial, [clusters[0].url, clusters[1].url], {
    ...quick,
    DATA_DIR: join(trial.logs, 'data'),
    BLOB_DIR: files.live,
    ERASURE_JOURNAL_DIR: join(trial.logs, 'journal'),
  })
  const keys = []
  for (const { name } of clusters) keys.push(await keyOn(trial, settings, clusters[0], name))
  return { clusters, settings, files, keys }
}

/** Runs the load. At its end both clusters are gone, and everything that was committed is in the archive. */
async function runLoad(trial: Trial, { clusters, settings, files, keys }: Scene, seconds: number) {
  const api = await trial.processes.start('serve', 'api', settings)
  const worker = await trial.processes.start('worker', 'worker', settings)
  const loads = keys.map(key => new DrillLoad(api.url, key))
  await sleep(seconds * 250)
  const backups = await Promise.all(clusters.map(cluster => cluster.backUp()))
  const from = new Date(Math.max(...backups.map(Number)))
  say('backups are complete; the load goes on')
  while (Date.now() < from.getTime() + seconds * 1_000) {
    await mirrorFiles(files.live, files.mirror)
    await sleep(mirrorEveryMs)
  }
  const until = new Date()
  await sleep(2 * marginMs)
  await Promise.all(loads.map(load => load.stop()))
  await mirrorFiles(files.live, files.mirror)
  for (const cluster of clusters) await cluster.untilArchived()
  await Promise.all([api.end(), worker.end()])
  for (const cluster of clusters) await cluster.destroy()
  say(
    `both cells are lost; ${loads.map(({ ledger }) => ledger.documents.length).join(' and ')} documents were sent`,
  )
  return { from, until, loads }
}

type RestoredServer = { url: string; blobs: string; end(): Promise<void> }

/** As docs/deploy/backup.md tells an operator to. Returns when the server answers. */
async function restoreAll(
  trial: Trial,
  { clusters, settings, files }: Scene,
  { moment, n, isReplayed }: { moment: Date; n: number; isReplayed: boolean },
): Promise<RestoredServer> {
  for (const cluster of clusters) {
    if (n > 0) await cluster.destroy()
    await cluster.restoreTo(moment)
  }
  const blobs = join(trial.logs, `restored-${n}`)
  await mkdir(blobs)
  await cp(files.mirror, blobs, { recursive: true, preserveTimestamps: true })
  const own = { ...settings, BLOB_DIR: blobs }
  await runCommand(own, trial.logs, 'migrate')
  if (isReplayed) {
    const report = JSON.parse(await runCommand(own, trial.logs, 'erasures', 'replay', '--files', '--json'))
    const { documents, containers, memories } = report as Record<string, number>
    trial.figures.deletedAgain = Number(trial.figures.deletedAgain) + documents! + containers! + memories!
    say(`restored to ${moment.toISOString()}; replayed: ${JSON.stringify(report)}`)
  }
  const api = await trial.processes.start('serve', `api-${n}`, own)
  const worker = await trial.processes.start('worker', `worker-${n}`, own)
  const end = async () => {
    await Promise.all([api.end(), worker.end()])
  }
  return { url: api.url, blobs, end }
}

async function check(
  trial: Trial,
  { clusters }: Scene,
  loads: readonly DrillLoad[],
  { url, blobs, moment, end }: RestoredServer & { moment: Date },
): Promise<void> {
  for (const [n, load] of loads.entries()) {
    await untilIdle(new Client(url, load.key), clusters[n]!)
    const found = await checkRestored(clusters[n]!, load, { url, moment, blobs })
    for (const [name, count] of Object.entries(found))
      trial.figures[name] = Number(trial.figures[name]) + count
  }
  await end()
}

/** Nothing waits to be processed, and every deletion is purged. */
async function untilIdle(client: Client, cluster: ArchivedCluster): Promise<void> {
  const busy = `select (select count(*) from cell.erasures where finished_at is null)
    + (select count(*) from cell.containers where deleted_at is not null) as count`
  for (;;) {
    const [row] = await cluster.query<{ count: string }>(busy)
    if ((await client.countPending()) === 0 && row!.count === '0') return
    await sleep(200)
  }
}
