import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
import { newId } from '../lib/ids.ts'
import { openPool } from './pool.ts'
import {
  type Db,
  inScope,
  inScopePrepared,
  readInScope,
  readOnceInScope,
  type Source,
  sendInScope,
  unscoped,
} from './tx.ts'
import { UncertainCommit } from './uncertain-commit.ts'

const org = newId(1)
const other = newId(1)

let database: TestDatabase
/** One connection, so that the next transaction sees anything the last one left on it. */
let source: Source

beforeAll(async () => {
  database = await createDatabase()
  source = {
    name: 'test',
    pool: openPool({ url: database.login, role: 'reverie_app', max: 1, name: 'tx test' }),
  }
})

afterAll(async () => {
  await source.pool.end()
  await database.drop()
})

async function ask<T>(db: Db, statement: string): Promise<T> {
  const { rows } = await sql.raw<{ answer: T }>(`select ${statement} as answer`).execute(db)
  return rows[0]!.answer
}

const scopeOf = (db: Db) =>
  ask<string | null>(
    db,
    `nullif(current_setting('reverie.org', true), '') || '/' || coalesce(current_setting('reverie.container', true), '')`,
  )

describe('a transaction', () => {
  test('has the scope it was given, and leaves none behind', async () => {
    const container = newId(1)
    expect(await inScope(source, { org, container }, scopeOf)).toBe(`${org}/${container}`)
    expect(await readInScope(source, { org: other }, scopeOf)).toBe(`${other}/`)
    expect(await inScopePrepared(source, { org }, scopeOf)).toBe(`${org}/`)
    expect(await unscoped(source, scopeOf)).toBeNull()
  })

  test('that swallowed a failed statement is not reported as committed', async () => {
    const work = inScope(source, { org }, async db => {
      await ask(db, '1 / 0').catch(() => undefined)
    })
    await expect(work).rejects.toThrow('rolled back')
    expect(await inScope(source, { org }, db => ask(db, '1'))).toBe(1)
  })

  test('that fails is rolled back and returns its connection', async () => {
    const work = inScope(source, { org }, async db => {
      await sql`create temp table left_over (id int) on commit preserve rows`.execute(db)
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await unscoped(source, db => ask(db, `to_regclass('pg_temp.left_over')`))).toBeNull()
  })

  test('whose connection is lost fails as an unreachable cell, and the next one works', async () => {
    const work = inScope(source, { org }, async db => {
      const pid = await ask<number>(db, 'pg_backend_pid()')
      await database.admin.query('select pg_terminate_backend($1)', [pid])
      await ask(db, 'pg_sleep(0.2)')
    })
    await expect(work).rejects.toMatchObject({ code: 'cell.unavailable' })
    expect(await inScope(source, { org }, db => ask(db, '1'))).toBe(1)
  })
})

describe('statements that are sent at once', () => {
  const insert = (container: string, tag: string) => ({
    text: 'insert into cell.containers (shard, org, container, tag, active_set) values (1, $1, $2, $3, 1)',
    values: [org, container, tag],
  })
  const tags = async () => {
    const { rows } = await database.admin.query('select tag from cell.containers where org = $1', [org])
    return rows.map(({ tag }) => tag)
  }

  test('are one transaction in their scope, and leave none behind', async () => {
    const [first, second] = [newId(1), newId(1)]
    await sendInScope(source, { org }, [insert(first, 'first'), insert(second, 'second')])
    expect(await tags()).toEqual(['first', 'second'])
    expect(await unscoped(source, scopeOf)).toBeNull()
    // The second policy: a row of another container than the scope's.
    const foreign = sendInScope(source, { org, container: first }, [insert(newId(1), 'foreign')])
    await expect(foreign).rejects.toThrow('row-level security')
  })

  test('are all undone when one of them is refused, and its reason is reported', async () => {
    const work = sendInScope(source, { org }, [
      insert(newId(1), 'third'),
      insert(newId(1), 'first'),
      insert(newId(1), 'fourth'),
    ])
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(await tags()).toEqual(['first', 'second'])
    expect(await inScope(source, { org }, db => ask(db, '1'))).toBe(1)
  })

  test('are all undone when the last of them is refused at its first use, and can be sent again', async () => {
    const refused = { text: 'select 1 / $1::int', values: [0] }
    for (let i = 0; i < 3; i++) {
      const work = sendInScope(source, { org }, [insert(newId(1), `undone ${i}`), refused])
      await expect(work).rejects.toThrow('division')
    }
    await sendInScope(source, { org }, [{ ...refused, values: [1] }])
    expect(await tags()).toEqual(['first', 'second'])
  })

  test('stay prepared for all transactions of the connection, also after one of them was refused', async () => {
    const text = 'select 1 / $1::int /* shared */'
    const once = (divisor: number) =>
      inScopePrepared(source, { org }, db => db.executeQuery(CompiledQuery.raw(text, [divisor])))
    await sendInScope(source, { org }, [{ text, values: [1] }])
    await expect(once(0)).rejects.toThrow('division')
    await sendInScope(source, { org }, [{ text, values: [1] }])
    await once(1)
    await expect(once(0)).rejects.toThrow('division')
    await sendInScope(source, { org }, [{ text, values: [1] }])
  })

  test('are all undone when the commit is refused', async () => {
    const twice = [
      { text: 'create temp table numbers (n int unique deferrable initially deferred)', values: [] },
      { text: 'insert into numbers values (1), (1)', values: [] },
    ]
    const work = sendInScope(source, { org }, [insert(newId(1), 'third'), ...twice])
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(await tags()).toEqual(['first', 'second'])
  })

  test('keep their order with those that other callers send', async () => {
    const others = Array.from({ length: 5 }, () => unscoped(source, scopeOf))
    const sent = [newId(1), newId(1)].map((id, i) =>
      sendInScope(source, { org: other }, [
        {
          text: 'insert into cell.containers (shard, org, container, tag, active_set) values (1, $1, $2, $3, 1)',
          values: [other, id, `at once ${i}`],
        },
      ]),
    )
    await Promise.all(sent)
    expect(await Promise.all(others)).toEqual(others.map(() => null))
    expect(
      await inScope(source, { org: other }, db => ask(db, '(select count(*)::int from cell.containers)')),
    ).toBe(2)
  })

  test('report as uncertain that the connection was lost, because the commit was under way', async () => {
    const work = sendInScope(source, { org }, [{ text: 'select pg_sleep(60)', values: [] }])
    work.catch(() => undefined)
    await until(
      () =>
        database.admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
        ),
      ({ rowCount }) => rowCount === 1,
    )
    await expect(work).rejects.toBeInstanceOf(UncertainCommit)
    expect(await inScope(source, { org }, db => ask(db, '1'))).toBe(1)
  })
})

test('a connection plans each statement by itself or once, as its transaction wants, also after a rollback', async () => {
  const planning = (db: Db) =>
    ask<string>(db, `concat_ws(' ', current_setting('plan_cache_mode'), current_setting('enable_seqscan'))`)
  for (let i = 0; i < 2; i++) {
    expect(await inScopePrepared(source, { org }, planning)).toBe('force_generic_plan off')
    await expect(inScope(source, { org }, db => ask(db, '1 / 0'))).rejects.toThrow('division')
    expect(await inScope(source, { org }, planning)).toBe('force_custom_plan on')
    expect(await readOnceInScope(source, { org }, planning)).toBe('force_custom_plan off')
  }
})

describe('a reading transaction', () => {
  test('cannot write', async () => {
    const work = readInScope(source, { org }, db => sql`create temp table written (id int)`.execute(db))
    await expect(work).rejects.toThrow('read-only transaction')
  })

  test('shares its connection with many others in turn, each in its own scope', async () => {
    const orgs = Array.from({ length: 20 }, () => newId(1))
    const seen = await Promise.all(orgs.map(org => readInScope(source, { org }, scopeOf)))
    expect(seen).toEqual(orgs.map(org => `${org}/`))
  })

  test('prepares its statements once per connection', async () => {
    const count = sql<{
      n: number
    }>`select count(*)::int as n from pg_prepared_statements where statement like '%prepared once%'`
    for (let i = 0; i < 3; i++)
      await readInScope(source, { org }, db => sql`select ${i}::int /* prepared once */`.execute(db))
    const { rows } = await readInScope(source, { org }, db => count.execute(db))
    // The repeated statement, and the statement that counts.
    expect(rows[0]!.n).toBe(2)
  })
})
