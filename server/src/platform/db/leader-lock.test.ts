import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
import { type Cells, openCells } from './cells.ts'
import { LeaderLock, type LeaderLockOptions } from './leader-lock.ts'

let database: TestDatabase
const processes: Cells[] = []
const locks: LeaderLock[] = []
beforeAll(async () => {
  database = await createDatabase()
})
const sessions = `pg_stat_activity where application_name = 'reverie leader main' and datname = current_database()`
afterEach(async () => {
  await Promise.all(locks.splice(0).map(lock => lock.release()))
  await until(
    () => database.admin.query(`select from ${sessions}`),
    ({ rowCount }) => rowCount === 0,
  )
})
afterAll(async () => {
  await Promise.all(processes.map(cells => cells.close()))
  await database.drop()
})

/** The lock as another process has it. */
function processWith(options?: LeaderLockOptions): LeaderLock {
  const cells = openCells([{ name: 'main', url: database.login }], 1, 'reverie test')
  processes.push(cells)
  const lock = new LeaderLock(cells.all[0]!, options)
  locks.push(lock)
  return lock
}

const leads = (lock: LeaderLock) => until(() => lock.isOurs(), Boolean)

describe('the lead of a cell', () => {
  test('has one process at a time, however many ask at once', async () => {
    const all = Array.from({ length: 5 }, () => processWith())
    // While one asks, the others may find the lock taken for a moment.
    await until(
      () => Promise.all(all.map(lock => lock.isOurs())),
      answers => answers.includes(true),
    )
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(all.map(lock => lock.isOurs()))
      expect(answers.filter(Boolean)).toEqual([true])
    }
  })

  test('passes on when its holder releases it', async () => {
    const [first, second] = [processWith(), processWith()]
    expect(await leads(first)).toBe(true)
    expect(await second.isOurs()).toBe(false)
    await first.release()
    expect(await leads(second)).toBe(true)
    expect(await first.isOurs()).toBe(false)
  })

  test('passes on when the connection of its holder is lost, and the holder notices', async () => {
    const [first, second] = [processWith(), processWith()]
    await leads(first)
    await database.admin.query(`select pg_terminate_backend(pid) from ${sessions}`)
    expect(await leads(second)).toBe(true)
    expect(
      await until(
        () => first.isOurs(),
        isOurs => !isOurs,
      ),
    ).toBe(false)
  })

  test('is taken from a process that hangs', async () => {
    const hangs = processWith({ silentMs: 200, pingMs: 1e9 })
    await leads(hangs)
    expect(await leads(processWith())).toBe(true)
  })

  test('stays with a process that is only idle', async () => {
    const idle = processWith({ silentMs: 1_500 })
    await leads(idle)
    const { rows } = await until(
      () =>
        database.admin.query(
          `select extract(epoch from clock_timestamp() - backend_start)::float8 as age from ${sessions}`,
        ),
      ({ rows }) => rows.length !== 1 || rows[0].age > 3,
    )
    expect(rows).toHaveLength(1)
    expect(await processWith().isOurs()).toBe(false)
  })

  test('holds back no vacuum', async () => {
    await leads(processWith())
    const { rows } = await database.admin.query(`select state, backend_xid, backend_xmin from ${sessions}`)
    expect(rows).toEqual([{ state: 'idle', backend_xid: null, backend_xmin: null }])
  })
})
