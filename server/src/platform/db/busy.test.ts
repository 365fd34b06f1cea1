import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { add, startTestServer, type TestServer, until, untilFinished } from '../../../test/harness.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { newId } from '../lib/ids.ts'
import { userOf } from './login.ts'
import { closePool, openPool, type PoolOptions } from './pool.ts'
import { type Db, inScope, type Source } from './tx.ts'

const scope = { org: newId(1) }
const busy = { code: 'cell.unavailable', status: 503, retryAfterSeconds: 2 }

describe('a database that does not answer in time is busy, not broken:', () => {
  let database: TestDatabase
  const opened: Source[] = []
  beforeAll(async () => {
    database = await createDatabase()
  })
  afterEach(() => Promise.all(opened.splice(0).map(({ pool }) => pool.end())))
  afterAll(() => database.drop())

  /** A pool of one connection with limits that a test can wait for. */
  function open(limits: PoolOptions['limits'], max = 1): Source {
    const pool = openPool({
      url: database.login,
      role: 'reverie_app',
      max,
      name: 'busy test',
      limits: limits!,
    })
    opened.push({ name: 'main', pool })
    return opened.at(-1)!
  }
  const ask = (db: Db, statement: string) => sql.raw(`select ${statement}`).execute(db)
  /** Expects that the pool serves the next transaction normally. */
  const expectWell = async (source: Source) =>
    expect((await inScope(source, scope, db => sql`select 1 as one`.execute(db))).rows).toEqual([{ one: 1 }])

  test('a statement that takes too long (57014) is reported as busy', async () => {
    const source = open({ statement: 100 })
    const work = inScope(source, scope, db => ask(db, 'pg_sleep(30)'))
    await expect(work).rejects.toMatchObject({ ...busy, cause: { code: '57014' } })
    await expectWell(source)
  })

  test('a lock that is not granted (55P03) is reported as busy', async () => {
    const source = open({ lock: 100 })
    const holder = await database.admin.connect()
    await holder.query('select pg_advisory_lock(7)')
    const work = inScope(source, scope, db => ask(db, 'pg_advisory_xact_lock(7)'))
    await expect(work).rejects.toMatchObject({ ...busy, cause: { code: '55P03' } })
    holder.release(true)
    await expectWell(source)
  })

  test('a transaction of many short statements that lasts too long (25P04) is reported as busy', async () => {
    const source = open({ transaction: 400 })
    const work = inScope(source, scope, async db => {
      for (let i = 0; i < 100; i++) await ask(db, 'pg_sleep(0.1)')
    })
    await expect(work).rejects.toMatchObject({ code: 'cell.unavailable', status: 503 })
    await expectWell(source)
  })

  test('a transaction whose next statement does not come (25P03) is reported as busy', async () => {
    const source = open({ idle: 100 })
    const work = inScope(source, scope, async db => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      const isThere = () =>
        database.admin.query('select from pg_stat_activity where pid = $1', [rows[0]!.pid])
      await until(isThere, ({ rowCount }) => rowCount === 0)
      await ask(db, '1')
    })
    await expect(work).rejects.toMatchObject({ code: 'cell.unavailable', status: 503 })
    await expectWell(source)
  })

  test('a server without a connection left (53300) is reported as busy', async () => {
    const login = userOf(database.login)
    const [first, second] = [open({}), open({})]
    await expectWell(first)
    await database.admin.query(`alter role ${login} connection limit 1`)
    try {
      const work = inScope(second, scope, db => ask(db, '1'))
      await expect(work).rejects.toMatchObject({ ...busy, cause: { code: '53300' } })
    } finally {
      await database.admin.query(`alter role ${login} connection limit -1`)
    }
    await expectWell(second)
  })

  test('a pool without a connection left is reported as busy', async () => {
    const source = open({ connect: 300 })
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const first = inScope(source, scope, () => isOver)
    await expect(inScope(source, scope, db => ask(db, '1'))).rejects.toMatchObject(busy)
    end()
    await first
    await expectWell(source)
  })
})

test('a pool closes although somebody never returns a connection, and Postgres ends that session', async () => {
  const database = await createDatabase()
  const pool = openPool({ url: database.login, role: 'reverie_app', max: 1, name: 'held' })
  const client = await pool.connect()
  const asleep = client.query('select pg_sleep(600)').catch((error: Error) => error.message)
  await closePool(pool, 20)
  expect(await asleep).toContain('terminated')
  const left = () => database.admin.query(`select from pg_stat_activity where application_name = 'held'`)
  await until(left, ({ rowCount }) => rowCount === 0)
  await database.drop()
})

describe('a server whose connections are in use', () => {
  let embedder: ScriptedEmbedder
  let server: TestServer
  beforeAll(async () => {
    embedder = await startScriptedEmbedder()
    server = await startTestServer({ config: embedder.config })
  })
  afterAll(async () => {
    await server.close()
    await embedder.close()
  })

  /** Takes every connection of a pool, as hanging work would. */
  async function exhaust(pool: Source['pool']): Promise<() => void> {
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    return () => {
      for (const client of clients) client.release()
    }
  }

  test('answers requests while work holds every worker connection, and works while requests hold every API connection', async () => {
    const { client, app } = server
    const [cell] = app.cells.all
    const id = await add(client, { content: 'Read me first.', containerTag: 'pools' })
    await untilFinished(client, id)
    const giveBack = await exhaust(cell!.worker.pool)
    const search = await client.request('POST', '/v3/search', { q: 'first', containerTag: 'pools' })
    expect(search.status).toBe(200)
    const late = await add(client, { content: 'Read me next.', containerTag: 'pools' })
    giveBack()
    await untilFinished(client, late)
    const another = await add(client, { content: 'Read me last.', containerTag: 'pools' })
    const letGo = await exhaust(cell!.pool)
    const status = () =>
      server.databases[0]!.admin.query(`select status from cell.documents order by ordered_at desc limit 1`)
    await until(status, ({ rows }) => rows[0].status === 'done')
    letGo()
    expect((await client.request('GET', `/v3/documents/${another}`)).body.status).toBe('done')
  })

  test('answers 503 with Retry-After when a row stays locked', async () => {
    const { client } = server
    const id = await add(client, { content: 'Locked.', containerTag: 'locked' })
    await untilFinished(client, id)
    const holder = await server.databases[0]!.admin.connect()
    await holder.query('begin; lock table cell.documents in access exclusive mode')
    try {
      const { status, headers, body } = await client.request('GET', `/v3/documents/${id}`)
      expect({ status, code: body.code, after: headers.get('retry-after') }).toEqual({
        status: 503,
        code: 'cell.unavailable',
        after: '2',
      })
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect((await client.request('GET', `/v3/documents/${id}`)).status).toBe(200)
  })
})
