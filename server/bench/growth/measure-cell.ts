import { say } from '../../measure/report.ts'
import { type RelationSizes, readSizes, sumOf } from '../bytes/relation-sizes.ts'
import { differentTexts } from '../organization/load-sources.ts'
import { processorSince, readProcessor } from '../processor-time.ts'
import type { CellFigures, RequestFigures } from './figures.ts'
import { largeContainer, middleContainer } from './load.ts'
import { readMemory } from './machine.ts'
import { ProcessorMeter } from './processor-meter.ts'
import {
  drawTargets,
  listShot,
  profileShot,
  Requests,
  type SearchTarget,
  type ShotOf,
  searchShot,
} from './requests.ts'
import type { GrowthCell, Scene } from './scene.ts'

/** Tables that hold a row for each chunk, and those with the counts of a container's terms. */
const chunkTables = ['chunks', 'chunk_vectors', 'chunk_terms', 'chunk_tokens', 'term_counts', 'term_tallies']

/** Requests to one cell, through an API process that has just started, and then adds with a worker. */
export async function measureCell(scene: Scene, cell: GrowthCell, chunksEach: number): Promise<CellFigures> {
  const { trial, settings } = scene
  const before = readProcessor()
  const api = await trial.processes.start('serve', `api-${cell.name}`, settings)
  const requests = new Requests(cell, api.url)
  try {
    const searches = await measureReads(cell, requests, await ProcessorMeter.of(cell.client, api), chunksEach)
    const worker = await trial.processes.start('worker', `worker-${cell.name}`, settings)
    const adds = await measureAdds(
      cell,
      requests,
      await ProcessorMeter.of(cell.client, api, worker),
      chunksEach,
    )
    const memory = await readMemory(cell.client, api, worker)
    await worker.end()
    const [counts, bytes] = [await readCounts(cell), await readBytes(cell)]
    return { ...counts, ...searches, ...adds, ...bytes, memory, processor: processorSince(before) }
  } finally {
    requests.close()
    await api.end()
  }
}

async function measureReads(
  cell: GrowthCell,
  requests: Requests,
  meter: ProcessorMeter,
  chunksEach: number,
): Promise<RequestFigures> {
  const small = await drawTargets(cell, chunksEach)
  const [middle, large] = [await drawTargets(cell, middleContainer), await drawTargets(cell, largeContainer)]
  const whole: SearchTarget[] = [
    { organization: cell.organizations[0]!, firstText: 0, chunks: differentTexts },
  ]
  const alone =
    (targets: SearchTarget[], shotOf: ShotOf, from = 0) =>
    () =>
      requests.alone(targets, shotOf, meter, from)
  return attempt(cell, {
    searchFirst: alone(small, searchShot),
    search: alone(small, searchShot, 10_000),
    search8: () => requests.atOnce(small, searchShot),
    ...(middle.length > 0 && { searchMiddle: alone(middle, searchShot) }),
    ...(large.length > 0 && { searchLarge: alone(large, searchShot) }),
    profile: alone(small, profileShot),
    list: alone(small, listShot),
    searchOrganization: alone(whole, searchShot),
  })
}

async function measureAdds(
  cell: GrowthCell,
  requests: Requests,
  meter: ProcessorMeter,
  chunksEach: number,
): Promise<RequestFigures> {
  const small = await drawTargets(cell, chunksEach)
  return attempt(cell, {
    addToDone: () => requests.addToDone(small),
    addCost: () => requests.addCost(small, meter),
  })
}

/** After hours of loading, a request that fails leaves a gap and does not end the run. */
async function attempt(
  { name }: GrowthCell,
  measurements: { [Of in keyof RequestFigures]?: () => Promise<RequestFigures[Of]> },
): Promise<RequestFigures> {
  const figures: Record<string, unknown> = {}
  for (const [of, measure] of Object.entries(measurements)) {
    say(`growth: ${name}: ${of}`)
    try {
      figures[of] = await measure()
    } catch (error) {
      say(`growth: ${name}: ${of} could not be measured: ${error}`)
    }
  }
  return figures as RequestFigures
}

type CountOf = 'chunks' | 'containers' | 'organizations' | 'organizationChunks'

async function readCounts({ client, organizations }: GrowthCell): Promise<Pick<CellFigures, CountOf>> {
  const { rows } = await client.query<Record<CountOf, number>>(
    `select sum(chunks)::int as chunks, count(*)::int as containers, count(distinct org)::int as organizations,
            coalesce(sum(chunks) filter (where org = $1), 0)::int as "organizationChunks"
       from cell.containers where chunks > 0`,
    [organizations[0]!.owner.org],
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
