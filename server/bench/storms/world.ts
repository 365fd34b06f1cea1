import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createKey, createOrganization } from '../../src/features/keys/create-organization.ts'
import type { BlobStore } from '../../src/platform/blobs/blob-store.ts'
import { openDiskBlobs } from '../../src/platform/blobs/disk-blobs.ts'
import type { Misbehaviour } from '../../test/embedding-server.ts'
import { startEmbeddingServer } from '../../test/embedding-server.ts'
import type { Ask } from '../../test/invariants/invariant.ts'
import { type PostgresProxy, startPostgresProxy } from '../../test/postgres-proxy.ts'
import { startWebServer } from '../../test/web-server.ts'
import { type Receiver, startReceiver } from '../../test/webhook-receiver.ts'
import type { Cluster } from '../clusters.ts'
import { type Door, openDoor } from '../door.ts'
import { install } from '../installation.ts'
import type { Reverie } from '../processes.ts'
import { mountSmallDisk, type SmallDisk } from '../small-disk.ts'
import type { Settings } from '../supervised.ts'
import type { Trial } from '../trial.ts'
import { type Clock, makeClock } from './clock.ts'

/** Shorter than the defaults, so that what is lost is noticed within seconds; the mechanisms are the same. */
const quick = {
  LEASE_MS: '2000',
  RECONCILE_MS: '1000',
  GATE_PROBE_MS: '500',
  DREAM_QUIET_MS: '200',
  DREAM_MAX_WAIT_MS: '1000',
  WORKER_POLL_MS: '60',
  EMBEDDER_TIMEOUT_MS: '1000',
  WEBHOOK_TIMEOUT_MS: '500',
  FETCH_ALLOW: '127.0.0.1',
  MAX_ATTEMPTS: '50',
}

const diskMegabytes = 64

/** An installation under test, and everything around it, with faults at will. */
export type World = {
  trial: Trial
  cluster: Cluster
  /** Settings of a command that an operator runs. They lead past the doors. */
  settings: Settings
  api: Reverie
  workers: Reverie[]
  doors: { clients: Door; database: Door; embedder: Door }
  proxy: PostgresProxy
  /** Undefined: the model answers. */
  letEmbedder(fail: Misbehaviour | undefined): void
  receiver: Receiver
  /** Undefined on a machine that may not mount one. */
  disk: SmallDisk | undefined
  clock: Clock
  blobs: BlobStore
  blobDir: string
  folders: string
  ask: Ask
  pageAbout(word: string): string
  /** The beginning of the webhook paths of this storm. */
  hookPath(): string
  newOrganization(spread: boolean): Promise<Space>
  close(): Promise<void>
}

/** The organization of one storm. */
export type Space = { id: string; slug: string; key: string }

export async function openWorld(trial: Trial): Promise<World> {
  const cluster = await trial.clusters.create('a')
  const { embedding, letEmbedder } = await startModels()
  const web = await startWebServer({})
  const receiver = await startReceiver()
  const folders = await mkdtemp(join(tmpdir(), 'reverie-storms-'))
  const disk = await mountSmallDisk(diskMegabytes)
  const clock = makeClock()
  const proxy = await startPostgresProxy(cluster.url)
  const doors = { database: await openDoor(proxy.url), embedder: await openDoor(embedding[0]!.url) }
  const blobDir = join(disk?.path ?? folders, 'blobs')
  const settings = await install(trial, [cluster], {
    ...quick,
    ...modelSettings(doors.embedder.url, embedding[1]!.url),
    BLOB_DIR: blobDir,
    DATA_DIR: join(folders, 'data'),
    TMPDIR: join(disk?.path ?? folders, 'tmp'),
    CONNECTOR_FOLDERS: folders,
    SECRETS_KEY: randomBytes(32).toString('base64'),
  })
  const running = { ...settings, ...clock.settings, DATABASE_URL: doors.database.url }
  const api = await trial.processes.start('serve', 'api', running)
  const workers = await Promise.all(['worker-1', 'worker-2'].map(name => trial.processes.start('worker', name, running)))
  const pool = new pg.Pool({ connectionString: cluster.url, max: 4 })
  pool.on('error', () => undefined)
  let storms = 0
  return {
    trial,
    cluster,
    settings,
    api,
    workers,
    doors: { ...doors, clients: await openDoor(api.url) },
    proxy,
    letEmbedder,
    receiver,
    disk,
    clock,
    blobs: await openDiskBlobs({ dir: blobDir }),
    blobDir,
    folders,
    ask: async (sql, values) => (await pool.query(sql, values)).rows,
    pageAbout(word) {
      web.site[`/${word}`] = { body: `<html><title>Boats</title><body><p>The skipper ${word} sails to Bergen with a cargo of salt.</p></body></html>` }
      return `${web.url}/${word}`
    },
    hookPath: () => `/storm-${storms}`,
    async newOrganization(spread) {
      storms++
      const directory = { name: 'directory', pool }
      const slug = `storm-${storms}`
      const { id } = await createOrganization(directory, { name: slug, slug, spread })
      const { value } = await createKey(directory, id, 'storm')
      return { id, slug, key: value }
    },
    async close() {
      await pool.end()
      await Promise.all([proxy.close(), doors.database.close(), doors.embedder.close(), receiver.close(), web.close()])
      await Promise.all(embedding.map(each => each.close()))
      await disk?.close()
      clock.close()
      await rm(folders, { recursive: true, force: true })
    },
  }
}

/** The model in use, and the one to switch to, which has other dimensions. */
async function startModels() {
  let failure: Misbehaviour | undefined
  const behave = () => failure
  const embedding = [await startEmbeddingServer({ behave }), await startEmbeddingServer({ dimensions: 256 })]
  return {
    embedding,
    letEmbedder: (fail: Misbehaviour | undefined) => {
      failure = fail
    },
  }
}

function modelSettings(url: string, nextUrl: string): Settings {
  return {
    EMBEDDER: 'http',
    EMBEDDER_URL: url,
    EMBEDDER_MODEL: 'double',
    EMBEDDER_DIMENSIONS: '384',
    EMBEDDER_NEXT: 'http',
    EMBEDDER_NEXT_URL: nextUrl,
    EMBEDDER_NEXT_MODEL: 'next-double',
    EMBEDDER_NEXT_DIMENSIONS: '256',
  }
}
