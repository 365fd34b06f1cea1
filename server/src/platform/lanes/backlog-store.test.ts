import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { openPool } from '../db/pool.ts'
import { unscoped } from '../db/tx.ts'
import { backlogQuery, readBacklog } from './backlog-store.ts'
import { listBusyOrganizations } from './busy-organizations.ts'

let database: TestDatabase
let source: { name: string; pool: ReturnType<typeof openPool> }
const [org, container] = [randomUUID(), randomUUID()]

beforeAll(async () => {
  database = await createDatabase()
  source = {
    name: 'main',
    pool: openPool({ url: database.login, role: 'reverie_maintenance', max: 1, name: 'backlog test' }),
  }
})
afterAll(async () => {
  await source.pool.end()
  await database.drop()
})

/**
 * Inserts `count` documents of one lane that have been due for `due` seconds; a negative number is in the future. They
 * have no container, so the triggers that update its counters are off.
 */
async function insert(
  count: number,
  lane: number,
  due: number | null,
  dream: number | null = null,
  inContainer = container,
) {
  const client = await database.admin.connect()
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into cell.documents (shard, org, container, id, container_tags, size, lane, ordered_at, created_at, due_at, dream_since)
     select 0, $1, $2, gen_random_uuid(), '{}', 1, $3, now(), now(), now() - $4::int * interval '1 second', now() - $5::int * interval '1 second'
       from generate_series(1, $6::int)`,
    [org, inContainer, lane, due, dream, count],
  )
  client.release(true)
}

test('the backlog counts due documents by lane, with the age of the oldest, and leaves out documents that are done or due later', async () => {
  await insert(2, 0, 60)
  await insert(1, 0, 600)
  await insert(5, 0, -600)
  await insert(3, 5, 10)
  await insert(4, 0, null, 30)
  await insert(1, 0, null, -30)
  await insert(200, 0, null)
  const { lanes, dreaming } = await unscoped(source, readBacklog)
  expect(lanes.interactive.due).toBe(3)
  expect(lanes.interactive.oldestSeconds).toBeGreaterThanOrEqual(600)
  expect(lanes.interactive.oldestSeconds).toBeLessThan(900)
  expect(lanes.read.due).toBe(3)
  expect(lanes.bulk).toEqual({ due: 0, oldestSeconds: 0 })
  expect(lanes.dream.due).toBe(4)
  expect(dreaming).toBe(5)
})

test('documents whose lane waits at a shut gate are blocked and not due, and are due again when the gate opens', async () => {
  const waiting = randomUUID()
  const before = await unscoped(source, readBacklog)
  await insert(7, 0, 90_000, null, waiting)
  await insert(2, 5, 90_000, null, waiting)
  await insert(3, 0, null, 90_000, waiting)
  await database.admin.query(
    `insert into work.gates (name, code, reason, probe_at) values ('embedding:m', 'c', 'r', now())`,
  )
  await database.admin.query(
    `insert into work.gate_waits (gate, shard, org, container, lane)
     select 'embedding:m', 0, $1, $2, lane from unnest($3::int[]) lane`,
    [org, waiting, [0, 4]],
  )
  const shut = await unscoped(source, readBacklog)
  expect(shut.blocked).toEqual(new Map([['embedding:m', 10]]))
  expect(shut.lanes.interactive.due).toBe(before.lanes.interactive.due)
  expect(shut.lanes.interactive.oldestSeconds).toBeLessThan(1_000)
  expect(shut.lanes.dream.due).toBe(before.lanes.dream.due)
  // A lane that does not wait at the gate is late all the same.
  expect(shut.lanes.read).toMatchObject({ due: 5, oldestSeconds: expect.closeTo(90_000, -2) })
  expect(shut.dreaming).toBe(before.dreaming + 3)
  const [busy] = await unscoped(source, db => listBusyOrganizations(db, 1))
  expect(busy).toMatchObject({ org, due: 8, dreaming: 4 })

  await database.admin.query('delete from work.gates')
  const open = await unscoped(source, readBacklog)
  expect(open.blocked.size).toBe(0)
  expect(open.lanes.interactive.due).toBe(before.lanes.interactive.due + 7)
  expect(open.lanes.interactive.oldestSeconds).toBeGreaterThanOrEqual(90_000)
})

test('the backlog query reads no finished document: its plan uses the partial indexes', async () => {
  await insert(5_000, 0, null)
  await database.admin.query('analyze cell.documents')
  const plan = await unscoped(source, async db => {
    await readBacklog(db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${backlogQuery()}`.execute(db)
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })
  expect(plan).not.toContain('Seq Scan')
  expect(plan).toMatch(/Index .*Scan using documents_\w*(shard_org_container_lane|work)/)
})
