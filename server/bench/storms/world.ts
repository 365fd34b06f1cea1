import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createKey, createOrganization } from '../../src/features/keys/create-organization.ts'
import type { BlobStore } from '../../src/platform/blobs/blob-store.ts'
import { openDiskBlobs } from '../../src/platform/blobs/disk-blobs.ts'
import type { Ask } from '../../test/invariants/invariant.ts'
import { type PostgresProxy, startPostgresProxy } from '../../test/postgres-proxy.ts'
import type { Cluster } from '../clusters.ts'
import { type Door, openDoor } from '../door.ts'
import { install } from '../installation.ts'
import type { Reverie } from '../processes.ts'
import type { Settings } from '../supervised.ts'
import type { Trial } from '../trial.ts'
import { openSurroundings, type Surroundings } from './surroundings.ts'

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
}

/** An installation under test, and everything around it. */
export type World = Omit<Surroundings, 'settings' | 'embedder'> & {
  trial: Trial
  cluster: Cluster
  /** Settings of a command that an operator runs. They lead past the doors. */
  settings: Settings
  api: Reverie
  workers: Reverie[]
  doors: { clients: Door; database: Door }
  proxy: PostgresProxy
  blobs: BlobStore
  ask: Ask
  /** The beginning of the webhook paths of this storm. */
  hookPath(): string
  newOrganization(spread: boolean): Promise<StormOrganization>
}

/** The organization of one storm. */
export type StormOrganization = { id: string; slug: string; key: string }

export async function openWorld(trial: Trial): Promise<World> {
  const cluster = await trial.clusters.create('a')
  const around = await openSurroundings()
  const secret = { SECRETS_KEY: randomBytes(32).toString('base64') }
  const settings = await install(trial, [cluster], { ...quick, ...around.settings, ...secret })
  const proxy = await startPostgresProxy(cluster.url)
  const database = await openDoor(proxy.url)
  const running = { ...settings, ...around.clock.settings, DATABASE_URL: database.url }
  const api = await trial.processes.start('serve', 'api', running)
  const workers = await Promise.all(
    ['worker-1', 'worker-2'].map(name => trial.processes.start('worker', name, running)),
  )
  const clients = await openDoor(api.url)
  const pool = new pg.Pool({ connectionString: cluster.url, max: 4 })
  pool.on('error', () => undefined)
  let storms = 0
  return {
    ...around,
    trial,
    cluster,
    settings,
    api,
    workers,
    doors: { clients, database },
    proxy,
    blobs: await openDiskBlobs({ dir: around.blobDir }),
    ask: async (sql, values) => (await pool.query(sql, values)).rows,
    hookPath: () => `/storm-${storms}`,
    newOrganization: spread => createStormOrganization(pool, `storm-${++storms}`, spread),
    async close() {
      await Promise.all([pool.end(), clients.close(), database.close(), proxy.close()])
      await around.close()
    },
  }
}

async function createStormOrganization(
  pool: pg.Pool,
  slug: string,
  spread: boolean,
): Promise<StormOrganization> {
  const directory = { name: 'directory', pool }
  const { id } = await createOrganization(directory, { name: slug, slug, spread })
  const { value } = await createKey(directory, id, 'storm')
  return { id, slug, key: value }
}
