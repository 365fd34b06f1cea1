import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
import type { MoveOptions, MoveStep } from './move-options.ts'
import { cancelMove, cancelWithoutTarget, runMove } from './move-shards.ts'
import { createMove, findUnfinished, listMovedOrganizations, type ShardMove } from './move-store.ts'
import { takeBackHandover } from './take-back.ts'

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

// The process reads the map every few seconds, and `holder` asks it.
beforeEach(() => server.app.cells.refresh())

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
      if (step === 'guarded') await server.app.cells.refresh()
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
  const before = await versionIn(otherThan(source))
  await runMove(options(), unfinished!)
  await expectLanternsFound()
  expect(await countIn(source)).toBe(0)
  // A replica of the new cell that has replayed the copied container, and not yet its documents, must not pass for a fresh one.
  expect(await versionIn(otherThan(source))).toBeGreaterThan(before)
})

async function versionIn(cell: string): Promise<number> {
  const { rows } = await databaseOf(cell).admin.query<{ version: number }>(
    'select version from cell.containers where shard = $1',
    [shard],
  )
  return rows[0]!.version
}

const waitingForEndpoints = `
  select pid from pg_locks where not granted and relation = 'cell.webhook_endpoints'::regclass
     and database = (select oid from pg_database where datname = current_database())`

test('a webhook that is created while its shard is handed over is there afterwards', async () => {
  const source = holder()
  const hook = { url: `${receiver.url}/late`, events: ['document.done'] }
  let created: Promise<{ status: number }> | undefined
  await runMove(
    options(async step => {
      if (step !== 'caughtUp' || created) return
      created = client.request('POST', '/v3/webhooks', hook)
      await until(
        () => databaseOf(source).admin.query(waitingForEndpoints),
        ({ rows }) => rows.length > 0,
      )
    }),
    await begin(),
  )
  expect((await created!).status).toBe(201)
  const { body } = await client.request('GET', '/v3/webhooks')
  expect(JSON.stringify(body)).toContain(hook.url)
})

test('a second command waits for the first, and changes nothing once the shard has moved', async () => {
  const source = holder()
  const move = await begin()
  let second: Promise<unknown> | undefined
  await runMove(
    options(step => {
      if (step === 'copied') second = cancelMove(options(), move).catch((error: Error) => error)
    }),
    move,
  )
  expect(await second).toMatchObject({ message: expect.stringMatching(/^Another command/) })
  await server.app.cells.refresh()
  expect(holder()).toBe(otherThan(source))
  await expectLanternsFound()
})

test.each(['unsubscribed', 'forgotten'] as const)(
  'a move whose cancellation is killed when it has %s is continued to its end',
  async step => {
    const source = holder()
    const move = await begin()
    await expect(runMove(killAt('copied'), move)).rejects.toThrow()
    await expect(cancelMove(killAt(step), move)).rejects.toThrow()
    const [unfinished] = await findUnfinished(directory)
    await runMove(options(), unfinished!)
    await server.app.cells.refresh()
    expect(holder()).toBe(otherThan(source))
    await expectLanternsFound()
    expect(await countIn(source)).toBe(0)
  },
)

/** Publications, slots and marks of moves, over both cells. */
async function remainders(): Promise<number> {
  let found = 0
  for (const { admin } of server.databases) {
    const { rows } = await admin.query<{ count: number }>(
      `select (select count(*) from pg_publication) + (select count(*) from work.move_marks)
            + (select count(*) from pg_replication_slots where database = current_database()) as count`,
    )
    found += Number(rows[0]!.count)
  }
  return found
}

test('a hand-over whose mover and target are lost is taken back by a process, and cancelled without the target', async () => {
  const source = holder()
  const target = databaseOf(otherThan(source)).admin
  await server.app.cells.refresh()
  const move = await begin()
  await expect(runMove(killAt('closed'), move)).rejects.toThrow()
  const lost = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/lost' })
  const cellOf = (name: string) =>
    name === source ? { name, pool: databaseOf(source).admin } : { name, pool: lost }
  await takeBackHandover(server.app.cells.directory, cellOf, move.id)
  await lost.end()
  await untilDone(await add('Added after the target was lost.'))
  // As when the target is lost while one table is copied.
  const name = `reverie_move_${move.id.replaceAll('-', '_')}`
  const { rows } = await target.query<{ oid: string }>(
    'select oid::text from pg_subscription where subname = $1',
    [name],
  )
  await databaseOf(source).admin.query(
    `select pg_create_logical_replication_slot('pg_${rows[0]!.oid}_sync_1_2', 'pgoutput')`,
  )
  await cancelWithoutTarget(options(), move)
  await target.query(`delete from work.move_marks`)
  expect([holder(), await remainders()]).toEqual([source, 0])
  expect(await findUnfinished(directory)).toEqual([])
  for (const statement of ['disable', 'set (slot_name = none)'])
    await target.query(`alter subscription ${name} ${statement}`)
  await target.query(`drop subscription ${name}`)
  await runMove(options(), await begin())
  await expectLanternsFound()
})

test('a move from a cell that does not hold the shards is refused', async () => {
  const from = otherThan(holder())
  const move = createMove(directory, { source: from, target: holder(), shards: [shard] })
  await expect(move).rejects.toThrow(`Cell ${from} does not hold all of these shards`)
})

test('a move that is cancelled leaves nothing in the target', async () => {
  const source = holder()
  await expect(runMove(killAt('copied'), await begin())).rejects.toThrow()
  expect(await countIn(otherThan(source))).toBeGreaterThan(0)
  const [unfinished] = await findUnfinished(directory)
  // As if a standby of the target had taken over, which may lack what the former primary had confirmed.
  await databaseOf(source).admin.query(
    `comment on publication reverie_move_${unfinished!.id.replaceAll('-', '_')} is '{"subscription": "1", "timeline": "0000FFFF"}'`,
  )
  await expect(runMove(options(), unfinished!)).rejects.toThrow(/has failed over since the copy began/)
  await cancelMove(options(), unfinished!)
  await server.app.cells.refresh()
  expect(holder()).toBe(source)
  expect(await countIn(otherThan(source))).toBe(0)
  expect(await remainders()).toBe(0)
  await untilDone(await add('Added after the move was cancelled.'))
})

/** Between these two steps and the next, reads wait for the new entry in the directory. */
const isClosed = (step: MoveStep) => step === 'closed' || step === 'opened'

/** As if a container of the shards were being merged with one that stays. Returns how it ends. */
async function beginMerge(org: string, shards: readonly number[]): Promise<() => void> {
  const { admin } = databaseOf('main')
  const { rows } = await admin.query<{ id: string }>(
    `insert into cell.merges (shard, org, container, id, target_tag, source_tags, sources)
     select shard, org, container, gen_random_uuid(), 'into', '{from}',
            array(select container from cell.containers where org = $1 and shard <> all($2) limit 1)
       from cell.containers where org = $1 and shard = any($2) limit 1 returning id`,
    [org, shards],
  )
  return () => void admin.query('update cell.merges set finished_at = now() where id = $1', [rows[0]!.id])
}

test('a spread organization is listed and searched whole while some of its shards move', async () => {
  const spread = server.client
  const listShards = async () => {
    const { rows } = await databaseOf('main').admin.query<{ shard: number }>(
      `select distinct shard from cell.containers where org = $1 order by shard`,
      [spread.organization.id],
    )
    return rows.map(({ shard }) => shard)
  }
  const tags: string[] = []
  const ids: string[] = []
  // Two shards move, and a merge with a third one is under way. Tags are spread at random.
  while (ids.length < 6 || (await listShards()).length < 3) {
    tags.push(`tide-${tags.length}`)
    const { body } = await spread.request('POST', '/v3/documents', {
      content: lanterns,
      containerTag: tags.at(-1)!,
    })
    ids.push(body.id)
  }
  for (const id of ids) await untilFinished(spread, id)
  const shards = (await listShards()).slice(0, 2)
  const expectWhole = async () => {
    const { body } = await spread.request('POST', '/v3/documents/list', { limit: 1 })
    expect(body.pagination.totalItems).toBe(tags.length)
    const found = await spread.request('POST', '/v3/search', { q: lanterns, limit: 20 })
    expect(found.body.results).toHaveLength(tags.length)
  }
  const { wholly, partly } = await listMovedOrganizations(directory, shards, 'second')
  expect([wholly, partly]).toEqual([[], expect.arrayContaining([spread.organization.id])])
  expect((await listMovedOrganizations(directory, shards, 'third')).wholly).toContain(spread.organization.id)
  const endMerge = await beginMerge(spread.organization.id, shards)
  const steps: string[] = []
  await runMove(
    {
      ...options(step => {
        steps.push(step)
        return isClosed(step) ? undefined : expectWhole()
      }),
      onProgress(message) {
        if (!message.startsWith('waiting for merges')) return
        steps.push(message)
        endMerge()
      },
    },
    await createMove(directory, { source: 'main', target: 'second', shards }),
  )
  expect(steps.slice(0, 3)).toEqual(['guarded', expect.stringMatching(/^waiting for merges/), 'copied'])
  await server.app.cells.refresh()
  await expectWhole()
  expect(shards.map(each => server.app.cells.of(each).name)).toEqual(shards.map(() => 'second'))
})
