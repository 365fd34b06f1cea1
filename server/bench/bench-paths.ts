import type pg from 'pg'
import { connect } from '../measure/connect.ts'
import { say } from '../measure/report.ts'
import { nearVector, seeded } from '../measure/seeded.ts'
import type { ContainerKey } from '../src/features/containers/store.ts'
import { toBinaryVector } from '../src/features/recall/binary-vector.ts'
import { type Path, planRecall } from '../src/features/recall/plan-recall.ts'
import { recallChunks } from '../src/features/search/store.ts'
import { readInScope } from '../src/platform/db/tx.ts'
import { newId } from '../src/platform/lib/ids.ts'
import type { Bench } from './bare/bench.ts'
import { BinaryRows, copyIn, halfvec, int16, int32, uuid } from './bare/copy.ts'
import { type Figure, figureOf } from './bare/figure.ts'
import { dimensions } from './bare/load-container.ts'
import { compare, timed } from './bare/measure.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'

/** Embedding sets for the two layouts: a container's rows next to each other, or scattered among those of others. */
const layouts = { together: 1, strewn: 2 } as const
type Layout = keyof typeof layouts

type Sized = { size: number; key: ContainerKey }

/**
 * Measures where the path by binary codes (ours) overtakes comparing every vector (bare); no goal. `exactUpTo` in
 * features/recall/plan-recall.ts is chosen from it. Not part of a whole run.
 */
export async function benchPaths(bench: Bench): Promise<Figure[]> {
  const app = await startApp(bench.databaseUrl, await bench.localEmbedder())
  const client = await connect(bench.databaseUrl)
  try {
    const containers = await load(client, app)
    const figures: Figure[] = []
    for (const container of containers) {
      for (const layout of ['together', 'strewn'] as const)
        figures.push(await comparePaths(app, container, layout))
    }
    return figures
  } finally {
    await client.end()
    await app.stop()
  }
}

async function load(client: pg.Client, app: BenchApp): Promise<Sized[]> {
  say('paths: loading')
  await client.query(`create temp table staged (shard smallint, org uuid, container uuid, embedding_set int,
    document uuid, position int, embedding halfvec)`)
  const containers: Sized[] = []
  for (const size of [500, 1_000, 2_000, 4_000, 8_000, 16_000]) {
    const key = await app.app.containers.resolve(app.organization, `paths_${size}`)
    containers.push({ size, key })
    await copyIn(client, 'copy staged from stdin (format binary)', vectorsOf(key, size))
  }
  const columns = 'shard, org, container, embedding_set, document, position, embedding'
  await client.query(
    `insert into cell.chunk_vectors (${columns}) select ${columns} from staged order by container, document, position`,
  )
  await client.query(`update staged set embedding_set = ${layouts.strewn}`)
  await client.query(
    `insert into cell.chunk_vectors (${columns}) select ${columns} from staged order by hashtext(document::text)`,
  )
  await client.query('vacuum analyze cell.chunk_vectors')
  return containers
}

function vectorsOf(key: ContainerKey, size: number): Buffer[] {
  const random = seeded(size)
  const centre = nearVector(random, new Float32Array(dimensions), 1)
  const rows = new BinaryRows()
  const of = [int16(key.shard), uuid(key.org), uuid(key.container), int32(layouts.together)]
  for (let i = 0; i < size; i++)
    rows.add(...of, uuid(newId(key.shard)), int32(0), halfvec(nearVector(random, centre, 1)))
  return rows.end()
}

async function comparePaths({ app }: BenchApp, { size, key }: Sized, layout: Layout): Promise<Figure> {
  say(`paths: ${size} chunks, ${layout}`)
  const random = seeded(1)
  const scope = { org: key.org, shards: [key.shard], containers: [key.container], document: undefined }
  const ask = (path: Path) => () => {
    const vector = toBinaryVector(nearVector(random, new Float32Array(dimensions), 1))
    const query = {
      scope,
      plan: { ...planRecall(size, 10), path },
      dense: { set: layouts[layout], vector },
      lexical: undefined,
    }
    return timed(() => readInScope(app.cells.of(key.shard), { org: key.org }, db => recallChunks(db, query)))
  }
  const comparison = await compare(ask('quantised'), ask('exact'), { rounds: 10, perRound: 10, warmup: 10 })
  return figureOf(`quantised_${size}_${layout}`, comparison)
}
