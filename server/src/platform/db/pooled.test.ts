import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase, testSecretsKey } from '../../../test/database.ts'
import { type DroppingPooler, startDroppingPooler } from '../../../test/dropping-pooler.ts'
import { toOwnLogin, tryLogin } from './login.ts'
import { openPool, type PoolOptions } from './pool.ts'
import { SecondLockError } from './second-lock.ts'
import {
  type Db,
  inScope,
  inScopePrepared,
  readInScope,
  readOnceInScope,
  sendInScope,
  unscoped,
} from './tx.ts'

let database: TestDatabase
let pooler: DroppingPooler
const pools: pg.Pool[] = []
beforeAll(async () => {
  database = await createDatabase()
  pooler = await startDroppingPooler(database.login)
})
afterEach(async () => {
  await Promise.all(pools.splice(0).map(pool => pool.end()))
})
afterAll(async () => {
  await pooler.close()
  await database.drop()
})

/** A pool as behind a pooler in transaction mode, with one connection, so that each transaction meets the session of the last. */
function openPooled(options: Partial<PoolOptions> = {}) {
  const pool = openPool({
    url: pooler.url,
    directUrl: database.login,
    role: 'reverie_app',
    max: 1,
    name: 'pooled test',
    ...options,
  })
  pools.push(pool)
  return { name: 'main', pool }
}

const org = randomUUID()
const settings = sql<Record<string, string>>`
  select current_user::text as role, current_setting('statement_timeout') as statement,
         current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as seqscan,
         current_setting('reverie.org', true) as org`
const read = async (db: Db) => (await settings.execute(db)).rows[0]!

describe('behind a pooler that takes no start-up settings', () => {
  test('a connection without DATABASE_DIRECT_URL is refused before its first query', async () => {
    const { pool } = openPooled({ directUrl: undefined })
    const refused = await pool.query('select 1').catch(error => error)
    expect(refused).toBeInstanceOf(SecondLockError)
    expect(refused.message).toContain('set DATABASE_DIRECT_URL')
  })

  test('each transaction brings its role, limits and scope', async () => {
    const pooled = openPooled()
    const usual = { role: 'reverie_app', statement: '30s', seqscan: 'on', plans: 'force_custom_plan', org }
    expect(await inScope(pooled, { org }, read)).toEqual(usual)
    const byIndex = { ...usual, seqscan: 'off' }
    expect(await readOnceInScope(pooled, { org }, read)).toEqual(byIndex)
    expect(await readInScope(pooled, { org }, read)).toEqual({ ...byIndex, plans: 'force_generic_plan' })
    const worker = openPooled({ purpose: 'worker' })
    expect(await inScope(worker, { org }, read)).toEqual({ ...usual, statement: '1min' })
    const keeper = openPooled({ purpose: 'maintenance', role: 'reverie_maintenance' })
    expect(await unscoped(keeper, read)).toMatchObject({ role: 'reverie_maintenance' })
  })

  test('a transaction of a shard that has left runs again where the shard is', async () => {
    const [left, here] = [openPooled(), openPooled()]
    const move = randomUUID()
    await database.admin.query(
      `insert into work.shard_moves (shard, move, state, barrier) values (7, $1, 'gone', 0)`,
      [move],
    )
    let relocated = 0
    const relocate = async () => {
      relocated++
      return here
    }
    const from = { ...left, moveCheck: { move, relocate } }
    expect(await inScope(from, { org }, read)).toMatchObject({ org })
    await sendInScope(from, { org }, [{ text: 'select 1', values: [] }])
    expect(relocated).toBe(2)
    await database.admin.query('delete from work.shard_moves')
  })

  test('a transaction leaves nothing behind in the session that the next client gets', async () => {
    const pooled = openPooled({ purpose: 'maintenance', role: 'reverie_maintenance' })
    await inScopePrepared(pooled, { org, container: randomUUID() }, read)
    await readOnceInScope(pooled, { org }, read)
    await sendInScope(pooled, { org }, [{ text: 'select $1::int', values: [1] }])
    await inScope(pooled, { org }, db => sql`select 1 / 0`.execute(db)).catch(() => undefined)
    const { rows } = await pooled.pool.query(
      `select current_user::text as role, current_setting('statement_timeout') as statement, current_setting('jit') as jit,
              current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as seqscan,
              nullif(current_setting('reverie.org', true), '') as org,
              nullif(current_setting('reverie.container', true), '') as container,
              (select count(*)::int from pg_prepared_statements) as prepared,
              (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`,
    )
    expect(rows).toEqual([
      {
        role: 'reverie_app',
        statement: '30s',
        jit: 'off',
        plans: 'force_custom_plan',
        seqscan: 'on',
        org: null,
        container: null,
        prepared: 0,
        locks: 0,
      },
    ])
  })

  test('a statement outside of a scope sees no row of anybody', async () => {
    const [shard, container] = [1, randomUUID()]
    await database.admin.query(
      `insert into cell.containers (shard, org, container, tag, active_set) values ($1, $2, $3, 'pooled', 1)`,
      [shard, org, container],
    )
    const pooled = openPooled()
    const count = async (db: Db) =>
      (await sql<{ n: number }>`select count(*)::int as n from cell.containers`.execute(db)).rows[0]!.n
    expect(await inScope(pooled, { org }, count)).toBe(1)
    expect(await inScope(pooled, { org: randomUUID() }, count)).toBe(0)
    expect(await unscoped(pooled, count)).toBe(0)
    const bare = await pooled.pool.query('select count(*)::int as n from cell.containers')
    expect(bare.rows).toEqual([{ n: 0 }])
  })

  test('a login that sees every row is refused', async () => {
    const powerful = await startDroppingPooler(database.url)
    try {
      const refused = await openPooled({ url: powerful.url })
        .pool.query('select 1')
        .catch(error => error)
      expect(refused).toBeInstanceOf(SecondLockError)
      expect(refused.message).toContain('a superuser')
    } finally {
      await pools.pop()!.end()
      await powerful.close()
    }
  })

  test('a login without its stored role is refused, with the command to run', async () => {
    const login = new URL(database.login).username
    const stored = `alter role ${login} in database ${new URL(database.url).pathname.slice(1)}`
    await database.admin.query(`${stored} reset role`)
    try {
      const refused = await openPooled()
        .pool.query('select 1')
        .catch(error => error)
      expect(refused).toBeInstanceOf(SecondLockError)
      expect(refused.message).toContain('Run "reverie migrate"')
    } finally {
      await database.admin.query(`${stored} set role = 'reverie_app'`)
    }
  })

  test('statements are prepared if the pooler keeps them', async () => {
    const pooled = openPooled({ poolerPrepares: true })
    await readInScope(pooled, { org }, read)
    const { rows } = await pooled.pool.query('select count(*)::int as n from pg_prepared_statements')
    expect(rows).toEqual([{ n: 1 }])
  })

  test('our own login is used on both ways, and the owner past the pooler', async () => {
    const owned = {
      name: 'main',
      url: new URL(pooler.url).href.replace(/\/[^/]*@/, '/postgres@'),
      directUrl: database.url,
    }
    const chosen = toOwnLogin(owned, testSecretsKey)
    expect(chosen).toMatchObject({ ownerUrl: database.url, url: pooler.url, directUrl: database.login })
    await tryLogin(chosen)
  })
})
