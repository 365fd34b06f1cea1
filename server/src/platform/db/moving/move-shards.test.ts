import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Client,
  startTestServer,
  type TestServer,
  until,
  untilFinished,
} from '../../../../test/harness.ts'
import { expectFiguresToAgree } from '../../../../test/recount.ts'
import { type Receiver, startReceiver } from '../../../../test/webhook-receiver.ts'
import { cellAddresses } from '../addresses.ts'
import { cancelMove, type MoveOptions, type MoveStep, runMove } from './move-shards.ts'
import { createMove, findUnfinished, type ShardMove } from './move-store.ts'

const shard = 18
let server: TestServer
let client: Client
let directory: pg.Client
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  server = await startTestServer({ cellCount: 2, config: { FETCH_ALLOW: '127.0.0.1' } })
  client = await server.newClient({ homeShard: shard })
  directory = new pg.Client({ connectionString: server.databases[0]!.url })
  await directory.connect()
})
afterAll(async () => {
  await directory.end()
  await server.close()
  await receiver.close()
})

const holder = () => server.app.cells.of(shard).name
const otherThan = (name: string) => (name === 'main' ? 'second' : 'main')
const databaseOf = (cell: string) => server.databases[cell === 'main' ? 0 : 1]!

function options(onStep: (step: MoveStep) => void | Promise<void> = () => undefined): MoveOptions {
  return {
    addresses: cellAddresses(server.config),
    directory,
    load: 100,
    prepareTarget: async () => undefined,
    onProgress: () => undefined,
    async onStep(step) {
      // The process reads the map every few seconds; the test does not wait for it.
      if (step === 'prepared') await server.app.cells.refresh()
      await onStep(step)
    },
  }
}

const begin = (): Promise<ShardMove> =>
  createMove(directory, { source: holder(), target: otherThan(holder()), shards: [shard] })

/** As when the process that moves shards is killed: its connections end, and nothing of it runs on. */
const killAt = (at: MoveStep) =>
  options(async step => {
    if (step !== at) return
    for (const { admin } of server.databases)
      await admin.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name like 'reverie shards %' and datname = current_database()`,
      )
    throw new Error('killed')
  })

async function add(text: string): Promise<string> {
  const { status, body } = await client.request('POST', '/v3/documents', {
    content: text,
    containerTag: 'home',
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

const untilDone = (id: string) =>
  until(
    async () => (await client.request('GET', `/v3/documents/${id}`)).body,
    document => document.status === 'done',
  )

const lanterns = 'The harbour master counts lanterns.'

async function expectLanternsFound(): Promise<void> {
  const { status, body } = await client.request('POST', '/v3/search', {
    q: lanterns,
    containerTags: ['home'],
  })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(JSON.stringify(body.results)).toContain(lanterns)
}

async function countIn(cell: string): Promise<number> {
  const { rows } = await databaseOf(cell).admin.query<{ count: number }>(
    `select (select count(*) from cell.documents where shard = $1) + (select count(*) from cell.chunks where shard = $1)
          + (select count(*) from cell.containers where shard = $1) as count`,
    [shard],
  )
  return Number(rows[0]!.count)
}

test('a shard that is moved under traffic keeps every write, answers every request, and leaves its cell', async () => {
  const hook = { url: `${receiver.url}/moved`, events: ['document.done'] }
  expect((await client.request('POST', '/v3/webhooks', hook)).status).toBe(201)
  await untilDone(await add(lanterns))
  const source = holder()
  const written: string[] = []
  const failures: unknown[] = []
  let isOver = false
  const traffic = Array.from({ length: 2 }, async (_, writer) => {
    for (let n = 0; !isOver; n++) {
      await add(`Writer ${writer} notes the tide number ${n}.`).then(
        id => written.push(id),
        error => failures.push(error),
      )
      await expectLanternsFound().catch(error => failures.push(error))
    }
  })
  await runMove(options(), await begin())
  isOver = true
  await Promise.all(traffic)
  expect(failures).toEqual([])
  expect(written.length).toBeGreaterThan(4)
  await server.app.cells.refresh()
  expect(holder()).toBe(otherThan(source))
  written.push(await add('Written after the move.'))
  for (const id of written) await untilDone(id)
  const told = () => new Set(receiver.of('/moved').map(({ body }) => body.data.id))
  await until(
    async () => written.filter(id => !told().has(id)),
    missing => missing.length === 0,
  )
  const { body } = await client.request('POST', '/v3/documents/list', { containerTags: ['home'], limit: 1 })
  expect(body.pagination.totalItems).toBe(written.length + 1)
  await expectFiguresToAgree(server.databases)
  expect(await countIn(source)).toBe(0)
  expect(await findUnfinished(directory)).toEqual([])
})

test.each(['copied', 'closed'] as const)(
  'a move that is killed when it has %s leaves the shard in its cell for readers and writers, and is continued to its end',
  async step => {
    const source = holder()
    await expect(runMove(killAt(step), await begin())).rejects.toThrow()
    await server.app.cells.refresh()
    await untilDone(await add(`Added after the move was killed when ${step}.`))
    expect(holder()).toBe(source)
    const [unfinished] = await findUnfinished(directory)
    await runMove(options(), unfinished!)
    await server.app.cells.refresh()
    expect(holder()).toBe(otherThan(source))
    await expectLanternsFound()
    expect(await countIn(source)).toBe(0)
  },
)

test('a move that is killed after the hand-over serves the shard from its new cell, and is continued', async () => {
  const source = holder()
  await expect(runMove(killAt('flipped'), await begin())).rejects.toThrow()
  await untilDone(await add('Added after the hand-over.'))
  await server.app.cells.refresh()
  expect(holder()).toBe(otherThan(source))
  const [unfinished] = await findUnfinished(directory)
  await runMove(options(), unfinished!)
  await expectLanternsFound()
  expect(await countIn(source)).toBe(0)
})

test('a move that is cancelled leaves nothing in the target', async () => {
  const source = holder()
  await expect(runMove(killAt('copied'), await begin())).rejects.toThrow()
  expect(await countIn(otherThan(source))).toBeGreaterThan(0)
  const [unfinished] = await findUnfinished(directory)
  await cancelMove(options(), unfinished!)
  await server.app.cells.refresh()
  expect(holder()).toBe(source)
  expect(await countIn(otherThan(source))).toBe(0)
  for (const { admin } of server.databases) {
    const { rows } = await admin.query(
      `select (select count(*)::int from pg_publication) as publications,
              (select count(*)::int from pg_replication_slots where database = current_database()) as slots`,
    )
    expect(rows).toEqual([{ publications: 0, slots: 0 }])
  }
  await untilDone(await add('Added after the move was cancelled.'))
})

/** Between these two steps and the next, reads wait for the new entry in the directory. */
const isClosed = (step: MoveStep) => step === 'closed' || step === 'opened'

test('a spread organization is listed and searched whole while some of its shards move', async () => {
  const spread = server.client
  const tags = Array.from({ length: 6 }, (_, n) => `tide-${n}`)
  const ids = []
  for (const containerTag of tags) {
    const { body } = await spread.request('POST', '/v3/documents', { content: lanterns, containerTag })
    ids.push(body.id)
  }
  for (const id of ids) await untilFinished(spread, id)
  const { rows } = await databaseOf('main').admin.query<{ shard: number }>(
    `select shard from cell.containers where org = $1 order by shard limit 2`,
    [spread.organization.id],
  )
  const shards = rows.map(({ shard }) => shard)
  expect(shards.length).toBeGreaterThan(0)
  const expectWhole = async () => {
    const { body } = await spread.request('POST', '/v3/documents/list', { limit: 1 })
    expect(body.pagination.totalItems).toBe(tags.length)
    const found = await spread.request('POST', '/v3/search', { q: lanterns, limit: 20 })
    expect(found.body.results).toHaveLength(tags.length)
  }
  await runMove(
    options(step => (isClosed(step) ? undefined : expectWhole())),
    await createMove(directory, { source: 'main', target: 'second', shards }),
  )
  await server.app.cells.refresh()
  await expectWhole()
  expect(shards.map(each => server.app.cells.of(each).name)).toEqual(shards.map(() => 'second'))
})
