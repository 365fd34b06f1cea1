import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '../../measure/report.ts'
import { Client } from '../client.ts'
import type { Cluster } from '../clusters.ts'
import { install, keyOn } from '../installation.ts'
import { mountSmallDisk } from '../small-disk.ts'
import type { Settings } from '../supervised.ts'
import { shortText } from '../texts.ts'
import { command, type Trial, verdict } from '../trial.ts'
import { type Surroundings, startSurroundings } from './surroundings.ts'

/** All documents are done this long after what was away is back. */
const recoveryGoalMs = 60_000
const giveUpAfterMs = 3 * recoveryGoalMs

type Outage = { name: string; begin(): Promise<void> | void; end(): Promise<void> | void }

/** What was seen of one outage. `lost`: accepted, and not there afterwards. */
type Seen = { accepted: number; failed: number; lost: number; waiting: number; recoveredMs: number }

type Place = { trial: Trial; client: Client; cluster: Cluster; world: Surroundings }

/**
 * Takes away, one after the other, everything that documents need, for longer than their attempts last. Documents are
 * added just before and during each outage. None may fail or get lost, and all are done within a minute of recovery.
 * `--seconds 600 --attempts 8` is an outage of ten minutes with the usual number of attempts; the defaults compress
 * both, so that eight attempts or three are used up alike.
 */
export const outages = command({
  options: { seconds: 12, attempts: 3, documents: 16, only: '' },
  deadlineSeconds: ({ seconds }) => 300 + 12 * (seconds + giveUpAfterMs / 1000),
  async run(trial, { seconds, attempts, documents, only }) {
    const world = await startSurroundings()
    const [main, second] = [await trial.clusters.create('a'), await trial.clusters.create('b')]
    const settings = await install(trial, [main, second], {
      ...world.settings,
      LEASE_MS: '5000',
      RECONCILE_MS: '3000',
      GATE_PROBE_MS: '1000',
      DREAM_QUIET_MS: '200',
      MAX_ATTEMPTS: String(attempts),
    })
    const api = await trial.processes.start('serve', 'api', settings)
    const worker = await trial.processes.start('worker', 'worker', settings)
    const client = new Client(api.url, await keyOn(trial, settings, main, 'second'))
    const place = { trial, client, cluster: second, world }
    await live(place, { name: 'calm', begin: () => undefined, end: () => undefined }, 1, documents, isText)
    const wanted = plan(world, main, second).filter(
      ({ name }) => only === '' || only.split(',').includes(name),
    )
    for (const outage of wanted) await live(place, outage, seconds, documents, isText)
    if (only === '' || only.split(',').includes('disk-full')) {
      await worker.end()
      await fillDisk(place, settings, seconds, documents)
    }
    await world.close()
    trial.figures.crashes = trial.processes.crashes
    const seen = Object.values(trial.figures.outages as Record<string, Seen>)
    return verdict(seen.every(isSurvived) && trial.processes.crashes === 0, seen.every(isRecovered))
  },
})

const isSurvived = ({ accepted, failed, lost, waiting }: Seen) =>
  accepted > 0 && failed === 0 && lost === 0 && waiting === 0

const isRecovered = ({ recoveredMs }: Seen) => recoveredMs <= recoveryGoalMs

function plan(world: Surroundings, main: Cluster, second: Cluster): Outage[] {
  const embedder = (status: number): Outage => ({
    name: `embedder-${status}`,
    begin: () => world.setEmbedderFault({ kind: 'status', status }),
    end: () => world.setEmbedderFault(undefined),
  })
  const door = (name: 'embedder' | 'blobs'): Outage => ({
    name: `${name}-unreachable`,
    begin: () => world[name].shut(true),
    end: () => world[name].shut(false),
  })
  const llm: Outage = { name: 'llm-503', begin: () => world.letLlm(503), end: () => world.letLlm(undefined) }
  const away = (name: string, cluster: Cluster): Outage => ({
    name,
    begin: () => cluster.crash(),
    end: () => cluster.start(),
  })
  return [
    embedder(503),
    embedder(401),
    door('embedder'),
    llm,
    door('blobs'),
    away('directory', main),
    away('cell', second),
    readOnly(second),
  ]
}

/** As a primary that has become a replica: it answers, and refuses every write. */
function readOnly(cluster: Cluster): Outage {
  const set = async (value: string) => {
    await cluster.query(`alter system set default_transaction_read_only = ${value}`)
    await cluster.query('select pg_reload_conf()')
  }
  return { name: 'read-only', begin: () => set('on'), end: () => set('off') }
}

type Addition = 'text' | 'file' | 'link'
const isText = (n: number): Addition => (n % 4 === 3 ? 'file' : 'text')

let sent = 0

/** One outage: documents are added just before it and during it, and then everything has to end well. */
async function live(
  place: Place,
  { name, begin, end }: Outage,
  seconds: number,
  documents: number,
  kindOf: (n: number) => Addition,
): Promise<void> {
  const { trial, cluster } = place
  const before = await addSome(place, documents, kindOf)
  await begin()
  say(`${name}: away`)
  const started = performance.now()
  const during = addSome(place, documents, kindOf)
  await sleep(seconds * 1000)
  await end()
  const back = performance.now()
  say(`${name}: back after ${Math.round((back - started) / 1000)} s`)
  const accepted = [...before, ...(await during)]
  const seen = await untilEnded(cluster, accepted, back)
  trial.figures.outages = { ...(trial.figures.outages as object), [name]: seen }
  say(`${name}: ${JSON.stringify(seen)}`)
}

/** In several containers, so that lanes wait and not only documents. Retried until accepted, as a client would. */
function addSome(
  { client, world }: Place,
  documents: number,
  kindOf: (n: number) => Addition,
): Promise<string[]> {
  return Promise.all(
    Array.from({ length: documents }, (_, i) => {
      const n = sent++
      const fields = {
        containerTag: `outage_${n % 8}`,
        customId: `outage-${n}`,
        dreaming: 'instant' as const,
      }
      const kind = kindOf(i)
      if (kind === 'file')
        return client.uploadUntilAccepted({ name: `${n}.txt`, bytes: Buffer.from(shortText(n)) }, fields)
      return client.addUntilAccepted({ content: kind === 'link' ? world.pageAt(n) : shortText(n), ...fields })
    }),
  )
}

async function untilEnded(cluster: Cluster, accepted: readonly string[], back: number): Promise<Seen> {
  for (;;) {
    const [found] = await cluster.query<{ all: number; failed: number; waiting: number }>(
      `select count(*)::int as all, count(*) filter (where status = 'failed')::int as failed,
              count(*) filter (where status not in ('done', 'failed') or dream_since is not null)::int as waiting
         from cell.documents where tombstoned_at is null`,
    )
    const recoveredMs = Math.round(performance.now() - back)
    const { all, failed, waiting } = found!
    if (waiting === 0 || recoveredMs > giveUpAfterMs)
      return { accepted: accepted.length, failed, lost: Math.max(0, sent - all), waiting, recoveredMs }
    await sleep(200)
  }
}

/** The worker's files and temporary files are on a disk that fills up. Links need room: they are stored as files. */
async function fillDisk(place: Place, settings: Settings, seconds: number, documents: number): Promise<void> {
  const { trial } = place
  const disk = await mountSmallDisk(4)
  if (!disk) {
    say('disk-full: left out, because this process may not mount a file system')
    trial.figures.leftOut = ['disk-full']
    return
  }
  const onDisk = { BLOBS: 'disk', BLOB_DIR: join(disk.path, 'blobs'), TMPDIR: join(disk.path, 'tmp') }
  const worker = await trial.processes.start('worker', 'worker-disk', { ...settings, ...onDisk })
  try {
    const outage = { name: 'disk-full', begin: () => disk.fill(), end: () => disk.free() }
    await live(place, outage, seconds, documents, () => 'link')
  } finally {
    await worker.end()
    await disk.close()
  }
}
