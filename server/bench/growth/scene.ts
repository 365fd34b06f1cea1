import type pg from 'pg'
import { connect } from '../../measure/connect.ts'
import { say } from '../../measure/report.ts'
import { nearVector, seeded } from '../../measure/seeded.ts'
import { openLogins } from '../../src/app/open-logins.ts'
import { createKey, createOrganization } from '../../src/features/keys/create-organization.ts'
import { findOrganization } from '../../src/features/keys/store.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { type Cells, openCells } from '../../src/platform/db/cells.ts'
import { unscoped } from '../../src/platform/db/tx.ts'
import { startEmbeddingServer } from '../../test/embedding-server.ts'
import { dimensions } from '../bare/load-container.ts'
import { Client } from '../client.ts'
import type { Cluster } from '../clusters.ts'
import { install } from '../installation.ts'
import type { Owner } from '../organization/load-containers.ts'
import type { Settings } from '../supervised.ts'
import type { Trial } from '../trial.ts'

/**
 * A cell has one large organization, which is searched whole. Beyond it come many that are too small for indexes of their own
 * (`index-sizes.ts`): a cell with ten large ones would spend the night building indexes that nobody searches.
 */
export const mostChunksOf = (organization: number) => (organization === 0 ? 1_000_000 : 45_000)

/** Organizations of a cell with so many chunks. */
export const organizationsFor = (chunks: number) =>
  1 + Math.ceil(Math.max(0, chunks - mostChunksOf(0)) / mostChunksOf(1))

/** Vectors that chunks are mixed of, near some centres, like texts on some subjects. */
const sourceVectors = 5_000
const centres = 50

/** An organization that the bench fills and asks, with a key of its own. */
export type BenchOrganization = { slug: string; owner: Owner; key: string }

/** A cell with the organizations that fill it in turn. */
export type GrowthCell = {
  name: string
  cluster: Cluster
  client: pg.Client
  organizations: BenchOrganization[]
}

export type Scene = { trial: Trial; settings: Settings; cells: GrowthCell[]; vectors: Float32Array[] }

const cellNames = ['main', 'second', 'third', 'fourth']

/**
 * Clusters with an empty installation, or those that an earlier run has kept, and so many organizations in each cell. The
 * embedder is a double on the loopback, whose vectors are mixtures like those of the chunks.
 */
export async function openScene(trial: Trial, cellCount: number, organizationsEach: number): Promise<Scene> {
  if (cellCount < 1 || cellCount > cellNames.length)
    throw new Error(`--cells takes 1 to ${cellNames.length}, not ${cellCount}`)
  const vectors = makeVectors()
  const embedder = await startEmbeddingServer({ embed: async texts => texts.map(text => mix(vectors, text)) })
  trial.closing.push(() => embedder.close())
  const clusters: Cluster[] = []
  for (const name of cellNames.slice(0, cellCount)) clusters.push(await openCluster(trial, name))
  const settings = await install(trial, clusters as [Cluster, ...Cluster[]], {
    EMBEDDER: 'http',
    EMBEDDER_URL: embedder.url,
    EMBEDDER_MODEL: 'double',
    EMBEDDER_DIMENSIONS: String(dimensions),
    // The same in every run on kept clusters, because the login's password follows from it.
    SECRETS_KEY: Buffer.alloc(32, 'growth').toString('base64'),
  })
  const scene: Scene = { trial, settings, cells: [], vectors }
  for (const [i, cluster] of clusters.entries()) {
    const client = await connect(cluster.url)
    trial.closing.push(() => client.end())
    scene.cells.push({ name: cellNames[i]!, cluster, client, organizations: [] })
  }
  await openOrganizations(scene, organizationsEach)
  return scene
}

/** With settings for large loads: by default, Postgres would write each page to its log again after every gigabyte. */
async function openCluster(trial: Trial, name: string): Promise<Cluster> {
  const cluster = await trial.clusters.resume(name)
  await cluster.query(`alter system set max_wal_size = '4GB'`)
  await cluster.query(`alter system set checkpoint_timeout = '15min'`)
  await cluster.query('select pg_reload_conf()')
  return cluster
}

/** Autovacuum off: its moment would be chance, so the bench vacuums itself and measures that. */
export async function setAutovacuum({ cells }: Scene, value: 'on' | 'off'): Promise<void> {
  for (const { client } of cells) {
    await client.query(`alter system set autovacuum = ${value}`)
    await client.query('select pg_reload_conf()')
  }
}

function makeVectors(): Float32Array[] {
  const random = seeded(11)
  const subjects = Array.from({ length: centres }, () => nearVector(random, new Float32Array(dimensions), 1))
  return Array.from({ length: sourceVectors }, (_, i) => nearVector(random, subjects[i % centres]!, 1))
}

/** The same mixture for the same text. */
function mix(vectors: readonly Float32Array[], text: string): Float32Array {
  let hash = 0
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) >>> 0
  const random = seeded(hash)
  const draw = () => vectors[Math.floor(random() * vectors.length)]!
  const [one, other] = [draw(), draw()]
  return one.map((value, i) => value + other[i]!)
}

/** A new organization gets a random shard, and so a random cell. Creates them until every cell has enough. */
async function openOrganizations(scene: Scene, organizationsEach: number): Promise<void> {
  const cells = openCells(await openLogins(loadConfig(scene.settings)), 2, 'reverie growth')
  await cells.start()
  const api = await scene.trial.processes.start('serve', 'setup-api', scene.settings)
  const worker = await scene.trial.processes.start('worker', 'setup-worker', scene.settings)
  for (let n = 1; scene.cells.some(({ organizations }) => organizations.length < organizationsEach); n++) {
    const slug = `growth-${n}`
    const organization =
      (await unscoped(cells.directory, db => findOrganization(db, slug))) ??
      (await createOrganization(cells.directory, { name: slug, slug }))
    const home = cells.of(organization.homeShard).name
    const cell = scene.cells.find(({ name }) => name === home)!
    if (cell.organizations.length < organizationsEach)
      cell.organizations.push(await openOrganization(cells, cell, organization, api.url))
  }
  say(`growth: ${organizationsEach} organizations in each cell`)
  await worker.end()
  await api.end()
  await cells.close()
}

/** One document through the pipeline makes the organization's embedding set and its first container. */
async function openOrganization(
  cells: Cells,
  { client }: GrowthCell,
  { id, slug }: { id: string; slug: string },
  url: string,
): Promise<BenchOrganization> {
  const { value: key } = await createKey(cells.directory, id, 'bench')
  const tag = `first_of_${slug}`
  const find = async () => {
    const { rows } = await client.query<Owner>(
      'select shard, org, active_set as set from cell.containers where org = $1 and tag = $2',
      [id, tag],
    )
    return rows[0]
  }
  const known = await find()
  if (known) return { slug, key, owner: known }
  const content = `The first document of ${slug}.`
  await new Client(url, key).timeToDone({ content, containerTag: tag, taskType: 'rag' })
  return { slug, key, owner: (await find())! }
}
