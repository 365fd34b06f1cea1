import { connect } from '../../measure/connect.ts'
import { percentile } from '../../measure/percentile.ts'
import { say } from '../../measure/report.ts'
import { BuildGivenUp, buildWhileQuiet } from '../../src/features/containers/upkeep/build-while-quiet.ts'
import { buildOf } from '../../src/features/containers/upkeep/maintain-indexes.ts'
import { asOwner } from '../../src/platform/db/as-owner.ts'
import { unscoped } from '../../src/platform/db/tx.ts'
import { lanes } from '../../src/platform/lanes/lane.ts'
import { newId } from '../../src/platform/lib/ids.ts'
import type { Figure } from '../bare/figure.ts'
import { addContainers, msOf, type Scene } from './scene.ts'

/**
 * What a wake costs while vacuum is held back: beside a snapshot that stays, up to a number of wakes, and beside the build of
 * a vector index, which gives up when the queue has too many dead rows. Against the same without either.
 */
export async function measureHorizon(scene: Scene): Promise<Figure[]> {
  const { app, client, isQuick } = scene
  await client.query('truncate work.wakes, work.turns')
  const before = await sendAndTake(scene, 500)
  const figures: Figure[] = []
  const holder = await connect(app.cells.all[0]!.ownerUrl)
  try {
    await holder.query('begin isolation level repeatable read; select 1 from work.wakes')
    for (const wakes of isQuick ? [1_000] : [1_000, 2_000, 4_000]) {
      const taken = await sendAndTake(scene, wakes)
      say(
        `upkeep: ${wakes} more wakes beside a snapshot, ${await deadRows(scene)} dead rows: a fetch ${taken.toFixed(1)} ms`,
      )
      figures.push(msOf(`fetch of a wake after ${wakes} more beside a snapshot`, taken, before))
    }
  } finally {
    await holder.end()
  }
  await client.query('vacuum work.wakes, work.turns')
  figures.push(msOf('fetch of a wake after the snapshot and a vacuum', await sendAndTake(scene, 500), before))
  return [...figures, ...(await besideBuild(scene, before))]
}

/** Queues a wake and takes it, again and again. Returns the median time of a fetch among the last 200. */
async function sendAndTake({ app, org, shard }: Scene, many: number): Promise<number> {
  const cell = app.cells.all[0]!
  const queue = app.wakes.ofCell(cell.name)
  const taken: number[] = []
  for (let n = 0; n < many; n++) {
    const lane = { shard, org, container: newId(shard), kind: lanes.interactive }
    await unscoped(cell, db => queue.wake(db, lane))
    const started = performance.now()
    await queue.fetch()
    taken.push(performance.now() - started)
  }
  return percentile(taken.slice(-200), 0.5)
}

async function deadRows({ client }: Scene): Promise<number> {
  const { rows } = await client.query(
    `select coalesce(sum(n_dead_tup), 0)::int as dead from pg_stat_user_tables where schemaname = 'work'`,
  )
  return rows[0].dead
}

async function besideBuild(scene: Scene, before: number): Promise<Figure[]> {
  const { app, client, org, shard, isQuick } = scene
  const vectors = isQuick ? 3_000 : 20_000
  await addContainers(scene, 'indexed ', 1)
  const { rows } = await client.query('select container from cell.containers where org = $1', [org])
  const { container } = rows[0]
  await client.query(
    `insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
     select $1, $2, $3, 1, uuidv7(), 0, (select array_agg(random() - 0.5) from generate_series(1, 384) where n > 0)::vector::halfvec
       from generate_series(1, $4::int) n`,
    [shard, org, container, vectors],
  )
  const key = { shard, org, container, set: 1, dimensions: 384 }
  const cell = app.cells.all[0]!
  let ended: string | undefined
  const started = performance.now()
  const building = asOwner(cell, { maintenance_work_mem: '1GB' }, undefined, owner =>
    buildWhileQuiet(cell, owner, buildOf(key), {}),
  )
    .then(() => 'was built')
    .catch(error => {
      if (error instanceof BuildGivenUp) return 'was given up'
      throw error
    })
    .then(how => {
      ended = `${how} after ${Math.round((performance.now() - started) / 1_000)} s`
    })
  const medians: number[] = []
  let dead = 0
  for (let isFirst = true; isFirst || ended === undefined; isFirst = false) {
    medians.push(await sendAndTake(scene, 200))
    dead = Math.max(dead, await deadRows(scene))
  }
  await building
  say(
    `upkeep: an index of ${vectors} vectors ${ended} beside ${medians.length * 200} wakes, ${dead} dead rows`,
  )
  await client.query('vacuum work.wakes, work.turns')
  return [
    msOf('fetch of a wake beside an index build, at worst', Math.max(...medians), before),
    msOf('fetch of a wake after the build and a vacuum', await sendAndTake(scene, 500), before),
  ]
}
