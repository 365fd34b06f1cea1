import { join } from 'node:path'
import { openLogins } from '../src/app/open-logins.ts'
import { ContainerResolver } from '../src/features/containers/resolve-container.ts'
import { openBlobs } from '../src/platform/blobs/registry.ts'
import { loadConfig } from '../src/platform/config.ts'
import { Connectors } from '../src/platform/connectors/registry.ts'
import { openCells } from '../src/platform/db/cells.ts'
import { lanes } from '../src/platform/lanes/lane.ts'
import { Wakes } from '../src/platform/lanes/wakes.ts'
import { decodeId, shardOf } from '../src/platform/lib/ids.ts'
import type { EmbeddingModel } from '../src/platform/providers/embedding/embedder.ts'
import { openSecrets } from '../src/platform/secrets/open-secrets.ts'
import { toFetchSettings } from '../src/processes/pipeline/fetch/fetch-settings.ts'
import { openRequester } from '../src/processes/pipeline/fetch/safe-request.ts'
import { runSyncStep } from '../src/processes/sync/run-sync-step.ts'
import type { SyncApp } from '../src/processes/sync/sync-app.ts'
import { scripted, scriptedListing } from './scripted-connector.ts'
import { addUnpaced } from './unpaced.ts'

export type SyncChild = {
  env: Record<string, string>
  org: string
  connections: string[]
  /** The model of embeddings. */
  model: EmbeddingModel
  /** Loads the connectors of this build too. */
  hasOwn?: boolean
  folders?: string[]
}

/** A worker process that syncs some connections at once, for a test that kills it. */
const given = JSON.parse(process.env.SYNC_CHILD!) as SyncChild
const { env, org, connections, model } = given
const config = loadConfig(env)
const cells = openCells(await openLogins(config), { api: 3, worker: 3 }, 'sync child')
await cells.start()
const connectors = new Connectors({})
if (given.hasOwn) await addUnpaced(connectors)
for (const each of [scripted, scriptedListing]) connectors.add(each as never)
const app: SyncApp = {
  ...(await openSecrets(config)),
  cells,
  wakes: new Wakes(cells),
  containers: new ContainerResolver(cells, model),
  blobs: await openBlobs(config),
  maxTextBytes: config.MAX_TEXT_BYTES,
  maxFileBytes: config.MAX_FILE_BYTES,
  sources: {
    connectors,
    ...openRequester(toFetchSettings(config)),
    allowedFolders: given.folders ?? [],
    workFolder: join(config.DATA_DIR, 'connectors'),
    userAgent: config.FETCH_USER_AGENT,
    publicUrl: '',
  },
  leaseMs: 60_000,
  stepMs: 50,
  stopping: new AbortController().signal,
  onError: error => console.error(error),
}
console.log('working')
await Promise.all(connections.map(run))
console.log('ended')
process.exit()

async function run(connection: string): Promise<void> {
  const container = decodeId(connection)!
  const shard = shardOf(container)
  for (let next: unknown = 'again'; next === 'again'; )
    next = await runSyncStep(app, cells.of(shard), { shard, org, container, kind: lanes.sync })
}
