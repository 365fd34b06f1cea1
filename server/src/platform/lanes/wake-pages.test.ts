import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { wakeUnfinishedContainers } from '../../features/containers/upkeep/run-upkeep-step.ts'
import { wakeBuilds } from '../../features/embeddings/build-container.ts'
import { wakeDreamers } from '../../processes/dreaming/wake-dreamers.ts'
import type { Cell } from '../db/cells.ts'
import { unscoped } from '../db/tx.ts'
import { type Lane, lanes } from './lane.ts'
import type { WakeQueue } from './queue.ts'
import { reconcileLanes } from './reconcile.ts'
import { dropAllWakes } from './wake-store.ts'

/** More than a page, on many shards and in many organizations. */
const many = 1_200

let server: TestServer
let cell: Cell
let queue: WakeQueue
beforeAll(async () => {
  server = await startTestServer({ worker: false })
  cell = server.app.cells.all[0]!
  queue = server.app.wakes.ofCell(cell.name)
  await query(
    `insert into cell.containers (shard, org, container, tag, active_set)
     select n % 1024, gen_random_uuid(), gen_random_uuid(), 'x', 1 from generate_series(1, ${many}) n`,
  )
})
afterAll(() => server.close())

const query = (text: string) => server.databases[0]!.admin.query(text)

beforeEach(async () => {
  await query('delete from cell.documents')
  await query('delete from cell.memories')
  await unscoped(cell, dropAllWakes)
})

/** A document in each container, that is due or waits for dreaming. */
const addDocuments = (columns: { due_at?: string; dream_since?: string }) =>
  query(
    `insert into cell.documents (shard, org, container, id, container_tags, size, ordered_at, created_at, due_at, dream_since)
     select shard, org, container, gen_random_uuid(), '{x}', 1, now(), now(), ${columns.due_at ?? 'null'}, ${columns.dream_since ?? 'null'}
       from cell.containers`,
  )

async function wakesQueued(): Promise<{ containers: number; wakes: number; kinds: number[] }> {
  const { rows } = await query(
    `select count(distinct container)::int as containers, count(*)::int as wakes,
            array(select distinct lane::int from work.wakes) as kinds from work.wakes`,
  )
  return rows[0]
}

const all = (kind: Lane['kind']) => ({ containers: many, wakes: many, kinds: [kind] })
const pace = { quietMs: 60_000, maxWaitMs: 600_000 }

describe('a round reaches the last of any number of lanes', () => {
  test('with due documents, by a few statements, and writes nothing when all of them have a wake', async () => {
    await addDocuments({ due_at: 'now()' })
    expect(await reconcileLanes(cell, queue)).toBe(many)
    const { rows: written } = await query(
      'select count(distinct xmin::text)::int as transactions from work.wakes',
    )
    // At most a hundred in one transaction, and the last of a page may have fewer.
    expect(written[0].transactions).toBeLessThanOrEqual(many / 100 + 3)
    expect(await wakesQueued()).toEqual(all(lanes.interactive))
    const { rows: before } = await query('select max(xmin::text::bigint) as newest from work.wakes')
    expect(await reconcileLanes(cell, queue)).toBe(0)
    expect((await query('select max(xmin::text::bigint) as newest from work.wakes')).rows).toEqual(before)
  })

  test('whose wakes are lost while others are queued', async () => {
    await addDocuments({ due_at: 'now()' })
    await reconcileLanes(cell, queue)
    await query(
      `delete from work.wakes where ctid in (select ctid from work.wakes order by random() limit 7)`,
    )
    await reconcileLanes(cell, queue)
    expect(await wakesQueued()).toEqual(all(lanes.interactive))
  })

  test('with documents that wait for dreaming', async () => {
    await addDocuments({ dream_since: `now() - interval '2 minutes'` })
    await wakeDreamers(cell, queue, pace)
    expect(await wakesQueued()).toEqual(all(lanes.dream))
  })

  test('with memories that changed', async () => {
    await query(
      `insert into cell.memories (shard, org, container, id, text, root, dream_since)
       select shard, org, container, m, 'x', m, now() from cell.containers, gen_random_uuid() m`,
    )
    await wakeDreamers(cell, queue, pace)
    expect(await wakesQueued()).toEqual(all(lanes.dream))
  })

  test('with an open build of another embedding set', async () => {
    await query(
      `insert into cell.embedding_builds (shard, org, container, embedding_set) select shard, org, container, 2 from cell.containers`,
    )
    await wakeBuilds(cell, queue)
    await query('delete from cell.embedding_builds')
    expect(await wakesQueued()).toEqual(all(lanes.reembed))
  })

  test('with a purge or a merge that has not ended', async () => {
    await query(`update cell.containers set deleted_at = now() where shard % 2 = 0`)
    await query(
      `insert into cell.merges (shard, org, container, id, target_tag, source_tags, sources)
       select shard, org, container, gen_random_uuid(), 'x', '{}', '{}' from cell.containers where shard % 2 = 1`,
    )
    await wakeUnfinishedContainers(cell, queue)
    await query('delete from cell.merges')
    await query('update cell.containers set deleted_at = null')
    expect(await wakesQueued()).toEqual(all(lanes.upkeep))
  })
})

describe('a round leaves alone what is not due', () => {
  test.each([
    ['is not quiet yet', `now() - interval '30 seconds'`, 0],
    ['is quiet', `now() - interval '61 seconds'`, many],
    ['is to be read at once', 'to_timestamp(0)', many],
    ['was postponed', `now() + interval '30 seconds'`, 0],
  ])('a container whose document %s', async (_, since, woken) => {
    await addDocuments({ dream_since: since })
    await wakeDreamers(cell, queue, pace)
    expect(await wakesQueued()).toMatchObject({ wakes: woken })
  })

  test('but not a container that has waited long enough although it is never quiet', async () => {
    await addDocuments({ dream_since: `now() - interval '11 minutes'` })
    await addDocuments({ dream_since: 'now()' })
    await wakeDreamers(cell, queue, pace)
    expect(await wakesQueued()).toMatchObject({ wakes: many })
  })
})
