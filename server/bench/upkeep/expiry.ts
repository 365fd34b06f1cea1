import { say } from '../../measure/report.ts'
import { unscoped } from '../../src/platform/db/tx.ts'
import { dropExpiredVectors } from '../../src/processes/pipeline/paid-store.ts'
import { type Figure, rateOf } from '../bare/figure.ts'
import { timed } from '../bare/measure.ts'
import { atFullSize, msOf, type Scene } from './scene.ts'

/** Looks for expired vectors among young ones, of which there are none to delete. Each round does so. */
export async function measureExpiry(scene: Scene): Promise<Figure[]> {
  const { app, client, org, shard, isQuick } = scene
  const many = isQuick ? 20_000 : 300_000
  say(`upkeep: ${many} cached vectors`)
  await client.query(
    `insert into cell.embedding_cache (shard, org, container, embedding_set, content_hash, embedding)
     select $1, $2, uuidv7(), 1, sha256(n::text::bytea), array_fill(n::real / 1e6, array[384])::vector::halfvec
       from generate_series(1, $3::int) n`,
    [shard, org, many],
  )
  await client.query('vacuum analyze cell.embedding_cache')
  const cell = app.cells.all[0]!
  const ours = () => unscoped(cell.maintenance, db => dropExpiredVectors(db, 24, 5_000))
  const bare = async () => {
    await client.query('begin; set local enable_indexscan = off; set local enable_bitmapscan = off')
    await client.query(`delete from cell.embedding_cache where created_at < now() - interval '24 hours'`)
    await client.query('commit')
  }
  for (const each of [ours, bare]) await each()
  const [taken, before] = [await timed(ours), await timed(bare)]
  await client.query(
    `update cell.embedding_cache set created_at = created_at - interval '25 hours' where get_byte(content_hash, 0) < 32`,
  )
  let deleted = 0
  const deleting = await timed(async () => {
    for (let some = await ours(); some > 0; some = await ours()) deleted += some
  })
  await client.query('truncate cell.embedding_cache')
  say(`upkeep: ${deleted} expired vectors deleted in ${Math.round(deleting)} ms`)
  return [
    msOf(`a look for expired vectors among ${many}`, taken, before, atFullSize(scene, { atMost: 0.2 })),
    rateOf('expired vectors deleted, against 100 paid for', (deleted * 1_000) / deleting, 100, {
      atLeast: 5,
    }),
  ]
}
