import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, layouts, startTestServer, type TestServer, untilFinished } from '../../../test/harness.ts'
import { claim, laneOf } from '../../../test/lane-of.ts'
import { queryCells } from '../../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { start } from '../../edges/cli/run.ts'
import { unscoped } from '../db/tx.ts'
import { reconcileLanes } from './reconcile.ts'
import { dropAllWakes } from './wake-store.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

describe.each(layouts)('the reconciler on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({
      cellCount,
      worker: false,
      config: { ...embedder.config, RECONCILE_MS: 500 },
    })
  })
  afterAll(() => server.close())

  const dropWakes = async () => {
    const dropped = await Promise.all(server.app.cells.all.map(cell => unscoped(cell, dropAllWakes)))
    return dropped.reduce((sum, count) => sum + count, 0)
  }
  const reconcile = async () => {
    const { cells, wakes } = server.app
    const woken = await Promise.all(cells.all.map(cell => reconcileLanes(cell, wakes.ofCell(cell.name))))
    return woken.reduce((sum, count) => sum + count, 0)
  }
  const wakesQueued = async () => {
    const rows = await queryCells<{ container: string }>(
      server.databases,
      'select container from work.wakes',
      [],
    )
    return rows.map(({ container }) => container)
  }

  test('wakes a lane only when something in it is due', async () => {
    const [due, held, later, done] = await Promise.all(
      ['due', 'held', 'later', 'done'].map(async containerTag => {
        await add(server.client, { content: `In ${containerTag}.`, containerTag })
        return laneOf(server, server.client, containerTag)
      }),
    )
    await claim(server, held!, 'somebody')
    const set = (dueAt: string, container: string) =>
      queryCells(server.databases, `update cell.documents set due_at = ${dueAt} where container = $1`, [
        container,
      ])
    await set(`now() + interval '1 hour'`, later!.container)
    await set('null', done!.container)
    await dropWakes()
    expect(await reconcile()).toBe(1)
    expect(await wakesQueued()).toEqual([due!.container])
    // A wake that is already queued is enough.
    expect(await reconcile()).toBe(0)
    expect(await wakesQueued()).toEqual([due!.container])
    await queryCells(server.databases, 'update cell.documents set due_at = null', [])
    await dropWakes()
  })

  test('wakes a lane whose wake no worker would find, because its turn is gone', async () => {
    await add(server.client, { content: 'In a lane without a turn.', containerTag: 'turnless' })
    const { container } = await laneOf(server, server.client, 'turnless')
    await queryCells(server.databases, 'delete from work.turns', [])
    const fetchAny = async () => {
      const { cells, wakes } = server.app
      return (await Promise.all(cells.all.map(({ name }) => wakes.ofCell(name).fetch()))).filter(Boolean)
    }
    expect(await fetchAny()).toEqual([])
    expect(await reconcile()).toBe(1)
    expect(await fetchAny()).toMatchObject([{ container }])
    await queryCells(server.databases, 'update cell.documents set due_at = null', [])
  })

  test('makes up for the loss of every wake', async () => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        add(server.client, { content: `Kept ${i}.`, containerTag: `lost_${i % 4}` }),
      ),
    )
    expect(await dropWakes()).toBe(4)
    const worker = await start(server.config, { api: false, worker: true })
    for (const id of ids) expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done' })
    await worker.stop()
  })

  test('makes up for the loss of a wake while it runs', async () => {
    const worker = await start(server.config, { api: false, worker: true })
    const gate = embedder.hold('held back')
    const held = await add(server.client, { content: 'All is held back.', containerTag: 'running' })
    await gate.reached
    const other = await add(server.client, { content: 'And goes on.', containerTag: 'elsewhere' })
    await dropWakes()
    gate.open()
    for (const id of [held, other])
      expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done' })
    await worker.stop()
  })
})

test('wakes any number of lanes page by page, each once', async () => {
  const server = await startTestServer({ worker: false, config: embedder.config })
  const lanes = 520
  // Two documents in each of many containers. The rows are inserted directly, because no worker reads them.
  await server.databases[0]!.admin.query(
    `insert into cell.containers (shard, org, container, tag, active_set)
     select n % 4, gen_random_uuid(), gen_random_uuid(), 'x', 1 from generate_series(1, $1) n`,
    [lanes],
  )
  await server.databases[0]!.admin.query(
    `insert into cell.documents (shard, org, container, id, container_tags, size, ordered_at, due_at, created_at)
     select shard, org, container, gen_random_uuid(), '{x}', 1, now(), now(), now() from cell.containers`,
  )
  await server.databases[0]!.admin.query(
    `insert into cell.documents (shard, org, container, id, container_tags, size, ordered_at, due_at, created_at)
     select shard, org, container, gen_random_uuid(), '{x}', 1, now(), now(), now() from cell.documents`,
  )
  const [cell] = server.app.cells.all
  expect(await reconcileLanes(cell!, server.app.wakes.ofCell(cell!.name))).toBe(lanes)
  const { rows } = await server.databases[0]!.admin.query(
    'select count(distinct container)::int as lanes, count(*)::int as wakes from work.wakes',
  )
  expect(rows).toEqual([{ lanes, wakes: lanes }])
  await server.close()
})
