import { say } from '../../measure/report.ts'
import { activateSome, type ContainerCursor } from '../../src/features/embeddings/store.ts'
import { inScope } from '../../src/platform/db/tx.ts'
import type { Figure } from '../bare/figure.ts'
import { timed } from '../bare/measure.ts'
import { addContainers, atFullSize, msOf, type Scene } from './scene.ts'

/** Lets all containers of an organization search another set: our longest step against one statement. */
export async function measureSwitch(scene: Scene): Promise<Figure[]> {
  const { app, client, org, shard } = scene
  const many = scene.isQuick ? 5_000 : 100_000
  say(`upkeep: ${many} containers switch their embedding set`)
  await addContainers(scene, 'switched ', many)
  const place = { org, shards: [shard] }
  const steps: number[] = []
  for (let cursor: ContainerCursor | undefined | null = undefined; cursor !== null; ) {
    const from: ContainerCursor | undefined = cursor
    steps.push(
      await timed(async () => {
        const last = await inScope(app.cells.all[0]!, { org }, db =>
          activateSome(db, place, 2, from, { count: 500, skipsLocked: true }),
        )
        cursor = last ?? null
      }),
    )
  }
  const bare = await timed(() =>
    client.query('update cell.containers set active_set = 3 where org = $1 and active_set <> 3', [org]),
  )
  await client.query('truncate cell.containers')
  const total = steps.reduce((sum, step) => sum + step, 0)
  return [
    msOf(
      `switch of ${many} containers, longest step`,
      Math.max(...steps),
      bare,
      atFullSize(scene, { atMost: 0.2 }),
    ),
    msOf(`switch of ${many} containers, all steps`, total, bare),
  ]
}
