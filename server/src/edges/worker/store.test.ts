import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { openPool } from '../../platform/db/pool.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { countWorkers, recordHeartbeat, removeWorker } from './store.ts'

let database: TestDatabase
let directory: Source
beforeAll(async () => {
  database = await createDatabase()
  const pool = openPool({ url: database.login, role: 'reverie_app', max: 2, name: 'worker test' })
  directory = { name: 'directory', pool }
})
afterAll(async () => {
  await directory.pool.end()
  await database.drop()
})

const count = () => unscoped(directory, countWorkers)
const beat = (name: string) => unscoped(directory, db => recordHeartbeat(db, name))
const age = (name: string, interval: string) =>
  database.admin.query(`update directory.workers set seen_at = now() - $2::interval where name = $1`, [
    name,
    interval,
  ])

test('no worker was ever seen on a new installation', async () => {
  expect(await count()).toEqual({ alive: 0, lastSeenSeconds: null })
})

test('a worker counts once however often its heart beats, and no longer after 40 silent seconds', async () => {
  await Promise.all([beat('a'), beat('b')])
  await beat('a')
  expect((await count()).alive).toBe(2)
  await age('b', '41 seconds')
  expect((await count()).alive).toBe(1)
  await age('a', '2 hours')
  const { alive, lastSeenSeconds } = await count()
  expect(alive).toBe(0)
  expect(lastSeenSeconds).toBeGreaterThanOrEqual(41)
  expect(lastSeenSeconds).toBeLessThan(7_000)
})

test('a worker that beats again after a silence is alive', async () => {
  await beat('a')
  expect((await count()).alive).toBe(1)
})

test('a heartbeat removes workers that died a day ago, and a stopped worker removes itself', async () => {
  await age('b', '25 hours')
  await beat('a')
  await unscoped(directory, db => removeWorker(db, 'a'))
  expect((await database.admin.query('select from directory.workers')).rowCount).toBe(0)
  await unscoped(directory, db => removeWorker(db, 'a'))
})
