import { say } from '../../measure/report.ts'
import { type RelationSizes, readSizes, sumOf } from '../bytes/relation-sizes.ts'
import type { CellFigures } from './figures.ts'
import { largeContainer, middleContainer } from './load.ts'
import { processorSince, readMemory, readProcessor } from './machine.ts'
import { drawPlaces, listShot, type Place, profileShot, Requests, searchShot } from './requests.ts'
import type { GrowthCell, Scene } from './scene.ts'

/** Tables that hold a row for each chunk, and those with the counts of a container's terms. */
const chunkTables = ['chunks', 'chunk_vectors', 'chunk_terms', 'chunk_tokens', 'term_counts', 'term_tallies']

/** Requests to one cell, through an API process that has just started, and then adds with a worker. */
export async function measureCell(scene: Scene, cell: GrowthCell, chunksEach: number): Promise<CellFigures> {
  const { trial, settings } = scene
  const before = readProcessor()
  const api = await trial.processes.start('serve', `api-${cell.name}`, settings)
  const requests = new Requests(cell, api.url)
  const ask = (what: string) => say(`growth: ${cell.name}: ${what}`)
  const small = await drawPlaces(cell, chunksEach)
  const [middle, large] = [await drawPlaces(cell, middleContainer), await drawPlaces(cell, largeContainer)]
  try {
    ask('searches of containers')
    const search = await requests.alone(small, searchShot)
    const search8 = await requests.atOnce(small, searchShot)
    const searchMiddle = middle.length > 0 && (await requests.alone(middle, searchShot))
    const searchLarge = large.length > 0 && (await requests.alone(large, searchShot))
    ask('profiles and lists')
    const profile = await requests.alone(small, (_, tag) => profileShot(tag))
    const list = await requests.alone(small, (_, tag) => listShot(tag))
    ask('searches of an organization')
    const whole: Place[] = [{ tenant: cell.tenants[0]!, tag: '' }]
    const searchOrganization = await requests.alone(whole, n => searchShot(n, undefined))
    ask('adds')
    const worker = await trial.processes.start('worker', `worker-${cell.name}`, settings)
    const addToDone = await requests.addToDone(small)
    const memory = await readMemory(cell.client, api, worker)
    await worker.end()
    return {
      ...(await readCounts(cell)),
      ...{ search, search8, searchOrganization, profile, list, addToDone, memory },
      ...(searchMiddle && { searchMiddle }),
      ...(searchLarge && { searchLarge }),
      ...(await readBytes(cell)),
      processor: processorSince(before),
    }
  } finally {
    requests.close()
    await api.end()
  }
}

async function readCounts({
  client,
  tenants,
}: GrowthCell): Promise<Pick<CellFigures, 'chunks' | 'containers' | 'organizationChunks'>> {
  const { rows } = await client.query<{ chunks: number; containers: number; organizationChunks: number }>(
    `select sum(chunks)::int as chunks, count(*)::int as containers,
            coalesce(sum(chunks) filter (where org = $1), 0)::int as "organizationChunks"
       from cell.containers where chunks > 0`,
    [tenants[0]!.owner.org],
  )
  return rows[0]!
}

async function readBytes({ client }: GrowthCell): Promise<Pick<CellFigures, 'bytesPerChunk' | 'databaseMb'>> {
  const { rows } = await client.query<{ chunks: number; mb: number }>(
    `select sum(chunks)::int as chunks, (pg_database_size(current_database()) / 1048576)::int as mb from cell.containers`,
  )
  const { chunks, mb } = rows[0]!
  const sizes = withoutPartialIndexes(await readSizes(client))
  const bytesOf = (isCounted: (table: string) => boolean) => Math.round(sumOf(sizes, isCounted) / chunks)
  const tables = Object.fromEntries(chunkTables.map(table => [table, bytesOf(each => each === table)]))
  return {
    bytesPerChunk: {
      ...tables,
      chunkTables: bytesOf(table => chunkTables.includes(table)),
      other: bytesOf(table => !chunkTables.includes(table)),
    },
    databaseMb: mb,
  }
}

/** Indexes of one organization or container are named after it. They would count for all chunks of the cell. */
function withoutPartialIndexes(sizes: RelationSizes): RelationSizes {
  const isShared = (part: string) => !/^(?:words|vectors|nearest)_/.test(part)
  return new Map(
    [...sizes].map(([table, parts]) => [table, new Map([...parts].filter(([part]) => isShared(part)))]),
  )
}
