import { say } from '../../measure/report.ts'
import { unscoped } from '../../src/platform/db/tx.ts'
import { type Lane, lanes } from '../../src/platform/lanes/lane.ts'
import { reconcileLanes } from '../../src/platform/lanes/reconcile.ts'
import type { Figure } from '../bare/figure.ts'
import { timed } from '../bare/measure.ts'
import { addContainers, msOf, type Scene } from './scene.ts'

/** A round over many lanes with a due document: none of them has a wake, then all of them. */
export async function measureLanes(scene: Scene): Promise<Figure[]> {
  const { app, client, org } = scene
  const many = scene.isQuick ? 2_000 : 100_000
  say(`upkeep: ${many} lanes`)
  await addContainers(scene, 'due ', many)
  // Without triggers: in one transaction, they would update the counters of the organization 100,000 times.
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into cell.documents (shard, org, container, id, container_tags, size, ordered_at, due_at, created_at)
     select shard, org, container, uuidv7(), '{x}', 1, now(), now(), now() from cell.containers where org = $1`,
    [org],
  )
  await client.query('reset session_replication_role')
  await client.query('vacuum analyze cell.documents')
  const cell = app.cells.all[0]!
  const queue = app.wakes.ofCell(cell.name)
  const { rows } = await client.query<Omit<Lane, 'kind'>>(
    'select shard, org, container from cell.containers where org = $1',
    [org],
  )
  // The former way is measured on some of the lanes: it took as long for each, queued or not.
  const some = rows.slice(0, many / 20)
  const oneByOne = async () => {
    for (const row of some) {
      const lane = { ...row, kind: lanes.interactive }
      await unscoped(cell, db => queue.wake(db, lane))
    }
  }
  const all = () => reconcileLanes(cell, queue)
  const empty = () => client.query('truncate work.wakes, work.turns')
  const bare = 20 * (await timed(oneByOne))
  const bareQueued = 20 * (await timed(oneByOne))
  await empty()
  const ours = await timed(all)
  const oursQueued = await timed(all)
  await empty()
  await client.query('truncate cell.documents, cell.containers')
  const goal = { atMost: 0.2 }
  return [
    msOf(`a round over ${many} due lanes, their wakes lost`, ours, bare, goal),
    msOf(`a round over ${many} due lanes, all queued`, oursQueued, bareQueued, goal),
  ]
}
