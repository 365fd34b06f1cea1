import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Client, startTestServer, type TestServer } from '../../../test/harness.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { inScope, unscoped } from '../../platform/db/tx.ts'
import { dayMs, hourMs } from '../../platform/lib/durations.ts'
import { createKey } from '../keys/create-organization.ts'
import { chatResponse, errorsResponse, usageResponse } from './schema.ts'
import { addUsage, keepUsagePartitions, type UsageRow } from './store.ts'

/** Nothing here is embedded, and loading the model takes seconds. */
const withoutModel = {
  EMBEDDER: 'http',
  EMBEDDER_URL: 'http://127.0.0.1:9',
  EMBEDDER_MODEL: 'none',
  EMBEDDER_DIMENSIONS: 4,
} as const

let server: TestServer
let client: Client
/** The partitions of the first migration, which may have run just before the end of a month. */
let made: string[]
beforeAll(async () => {
  server = await startTestServer({ worker: false, config: withoutModel })
  client = server.client
  made = await listPartitions()
  // Installations have these partitions because they ran in those months.
  for (let months = 1; months <= 15; months++) await addMonth(-months)
})
afterAll(() => server.close())

const admin = () => server.databases[0]!.admin
const month = (offset: number, now = new Date()) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset)).toISOString()
const partitionOf = (offset: number) => `usage_hours_${month(offset).slice(0, 7).replace('-', '_')}`

async function addMonth(offset: number): Promise<void> {
  await admin().query(
    `create table if not exists cell.${partitionOf(offset)} partition of cell.usage_hours
       for values from ('${month(offset)}') to ('${month(offset + 1)}')`,
  )
}

async function listPartitions(): Promise<string[]> {
  const { rows } = await admin().query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on oid = inhrelid
      where inhparent = 'cell.usage_hours'::regclass order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Records requests of the past. */
async function used(who: Client, ago: number, row: Partial<UsageRow> & { keyId: string }): Promise<void> {
  const at = Date.now() - ago
  const { id: org, homeShard: shard } = who.organization
  const figures = {
    type: 'add',
    status: 200,
    requests: 1,
    durationMs: 5,
    maxDurationMs: 5,
    tokensIn: 0,
    tokensOut: 0,
  }
  const whole = { ...figures, hour: at - (at % hourMs), lastAt: at, ...row } as UsageRow
  await inScope(server.app.cells.of(shard), { org }, db => addUsage(db, { shard, org }, [whole]))
}

async function ask<T>(who: Client, schema: z.ZodType<T>, path: string): Promise<T> {
  return schema.parse((await who.request('GET', `/v3/analytics/${path}`)).body)
}

describe('usage of a period', () => {
  let who: Client
  beforeAll(async () => {
    who = await server.newClient()
    await used(who, 0, { keyId: 'a', requests: 1 })
    await used(who, hourMs / 2, { keyId: 'a', requests: 10 })
    await used(who, 5 * hourMs, { keyId: 'a', requests: 100 })
    await used(who, 3 * dayMs, { keyId: 'a', requests: 1_000 })
    await used(who, 20 * dayMs, { keyId: 'a', requests: 10_000 })
    await used(who, 300 * dayMs, { keyId: 'a', requests: 100_000 })
  })

  test.each([
    ['', 111],
    ['?period=1h', 11],
    ['?period=24h', 111],
    ['?period=7d', 1_111],
    ['?period=30d', 11_111],
    ['?period=all', 111_111],
    [`?from=${new Date(Date.now() - 4 * dayMs).toISOString()}`, 1_111],
    [`?from=${new Date(Date.now() - 4 * dayMs).toISOString()}&period=1h`, 1_111],
    [
      `?from=${new Date(Date.now() - 4 * dayMs).toISOString()}&to=${new Date(Date.now() - dayMs).toISOString()}`,
      1_000,
    ],
    [`?to=${new Date(Date.now() - 3 * dayMs + hourMs).toISOString()}&period=30d`, 11_000],
    ['?from=1999-01-01&to=2000-01-01', undefined],
  ])('counts the requests of the query "%s"', async (query, count) => {
    const { usage, hourly, byKey } = await ask(who, usageResponse, `usage${query}`)
    expect(usage.find(({ type }) => type === 'add')?.count).toBe(count)
    expect(hourly.map(({ timestamp }) => timestamp)).toEqual(
      hourly.map(({ hour }) => Date.parse(hour)).sort((a, b) => a - b),
    )
    expect(byKey.find(({ keyId }) => keyId === 'a')?.count).toBe(count)
    const errors = await ask(who, errorsResponse, `errors${query}`)
    expect(errors.summary.find(({ type }) => type === 'add')?.totalRequests).toBe(count)
  })
})

test('byKey comes in pages, busiest first in usage and worst first in errors', async () => {
  const who = await server.newClient()
  for (let n = 1; n <= 45; n++) {
    const keyId = `key_${String(n).padStart(2, '0')}`
    await used(who, 0, { keyId, requests: 1_000 - n })
    await used(who, 0, { keyId, requests: n, status: 500 })
  }
  const { id } = await createKey(server.app.cells.directory, who.organization.id, 'Named')
  await used(who, 0, { keyId: id, requests: 2_000 })
  const pages = await Promise.all(
    [1, 2, 3, 4].map(page => ask(who, usageResponse, `usage?page=${page}&period=1h`)),
  )
  const listed = pages.flatMap(({ byKey }) => byKey).filter(({ keyName }) => keyName !== 'test')
  expect(listed[0]).toMatchObject({ keyName: 'Named', count: 2_000 })
  expect(new Set(listed.map(({ keyId }) => keyId)).size).toBe(46)
  expect(pages[2]?.pagination).toMatchObject({ currentPage: 3, totalPages: 3, limit: 20 })
  expect(pages[3]?.byKey).toEqual([])
  expect(pages[3]?.pagination.totalItems).toBeGreaterThanOrEqual(46)
  const worst = await ask(who, errorsResponse, 'errors?limit=5')
  expect(worst.byKey.slice(0, 2)).toMatchObject([
    { keyId: 'key_45', errorCount: 45, count: 1_000, errorRate: 4.5 },
    { keyId: 'key_44', errorCount: 44 },
  ])
  expect(worst.pagination).toMatchObject({ limit: 5, totalPages: 10 })
})

// Tried again, because an hour or a day may end between the inserts and the query.
test('chat analytics compares each period with the one before, and sums days, hours and the month', {
  retry: 1,
}, async () => {
  const who = await server.newClient()
  await used(who, 0, {
    keyId: 'a',
    type: 'router',
    tokensIn: 1_000_000,
    tokensOut: 200_000,
    durationMs: 90_000,
  })
  // Tokens of other operations do not count, and the time of a provider is not ours.
  await used(who, 0, { keyId: 'a', tokensIn: 5_000, tokensOut: 9_000, requests: 4, durationMs: 40 })
  await used(who, hourMs, { keyId: 'a', requests: 1, durationMs: 60 })
  await used(who, 10 * dayMs, { keyId: 'a', type: 'router', tokensIn: 4_000, tokensOut: 1_000 })
  await used(who, 40 * dayMs, { keyId: 'a', type: 'router', tokensIn: 100, tokensOut: 5_000 })
  await used(who, 120 * dayMs, { keyId: 'a', type: 'router', tokensIn: 7 })
  await used(who, 390 * dayMs, { keyId: 'a', type: 'router', tokensIn: 1 })
  const { overview, analytics } = await ask(who, chatResponse, 'chat')
  expect(overview['7d']).toEqual({
    tokensProcessed: { current: 1_000_000, previousPeriod: 4_000 },
    tokensSent: { current: 200_000, previousPeriod: 1_000 },
    totalTokensSaved: { current: 800_000, previousPeriod: 3_000 },
    amountSaved: { current: 2, previousPeriod: 0.0075 },
  })
  expect(overview['30d'].tokensProcessed).toEqual({ current: 1_004_000, previousPeriod: 100 })
  expect(overview['30d'].totalTokensSaved, 'never below zero').toEqual({
    current: 803_000,
    previousPeriod: 0,
  })
  expect(overview['90d'].tokensProcessed).toEqual({ current: 1_004_100, previousPeriod: 7 })
  expect(overview.lifetime.tokensProcessed).toEqual({ current: 1_004_108, previousPeriod: 0 })
  const { currentDay, tokensByDay } = analytics.usage
  expect(tokensByDay[currentDay]).toBe(1_200_000)
  expect(Object.keys(tokensByDay)).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
  expect(currentDay).toBe(new Date().toUTCString().slice(0, 3))
  expect(analytics.latency.current).toBe(20)
  expect(analytics.latency.trend.slice(-2)).toEqual([60, 10])
  expect(analytics.apiUsage.current).toBeGreaterThanOrEqual(4)
})

describe('usage partitions', () => {
  const maintenance = () => server.app.cells.all[0]!.maintenance

  test('exist for this month and three more from the first migration on, and shards get none', async () => {
    const since = [0, -1, -2, -3].find(offset => partitionOf(offset) === made[0])!
    expect(made).toEqual([0, 1, 2, 3].map(months => partitionOf(since + months)))
    const apply = () => migrate([{ name: 'main', url: server.databases[0]!.url }], { partitions: 2 })
    await apply()
    const before = await listPartitions()
    await apply()
    expect(await listPartitions()).toEqual(before)
  })

  test('are created ahead and dropped when their last day is too old, by every worker at once', async () => {
    await admin().query(`drop table cell.${partitionOf(2)}, cell.${partitionOf(3)}`)
    expect(await listPartitions()).toContain(partitionOf(-15))
    await Promise.all(
      Array.from({ length: 4 }, () => unscoped(maintenance(), db => keepUsagePartitions(db, 400))),
    )
    const kept = await listPartitions()
    expect(kept).toEqual(expect.arrayContaining([-12, -1, 0, 1, 2, 3].map(partitionOf)))
    expect(kept).not.toContain(partitionOf(-15))
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, nth) => partitionOf(nth - kept.length + 4)))
    await used(client, -2 * 31 * dayMs, { keyId: 'a' })
  })

  test('of this month are never dropped, whatever the cutoff', async () => {
    await admin().query(`select cell.drop_usage_before('infinity')`)
    expect(await listPartitions()).toEqual([0, 1, 2, 3].map(partitionOf))
  })

  test('are managed by the maintenance role alone, and its functions grant no other rights of their owner', async () => {
    const run = (statement: string) =>
      unscoped(server.app.cells.all[0]!, db => sql.raw(statement).execute(db))
    for (const call of ['ensure_usage_partitions(1)', `drop_usage_before('infinity')`])
      await expect(run(`select cell.${call}`)).rejects.toThrow('permission denied')
    const { rows } = await admin().query(
      `select proname as name, proconfig::text as config, proacl::text as rights from pg_proc
        where pronamespace = 'cell'::regnamespace and proname like '%usage%' and prosecdef order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['drop_usage_before', 'ensure_usage_partitions'])
    for (const { config, rights } of rows) {
      expect(config).toContain('search_path=pg_catalog, pg_temp')
      expect(rights).toMatch(/^\{\w+=X\/\w+,reverie_maintenance=X\/\w+\}$/)
    }
  })
})

test('usage partitions show no rows of other organizations, and let nobody change or insert them', async () => {
  const [ada, bob] = await Promise.all([server.newClient(), server.newClient()])
  await used(ada, 0, { keyId: 'a' })
  const cell = server.app.cells.all[0]!
  const as = (who: Client, statement: string) =>
    inScope(cell, { org: who.organization.id }, db => sql.raw(statement).execute(db))
  const key = `where key_id = 'a' and org = '${ada.organization.id}'`
  expect((await as(ada, `select from cell.usage_hours ${key}`)).rows).toHaveLength(1)
  expect((await as(bob, `select from cell.usage_hours ${key}`)).rows).toHaveLength(0)
  expect((await as(bob, `update cell.usage_hours set requests = 0 ${key}`)).numAffectedRows).toBe(0n)
  expect((await as(bob, `delete from cell.usage_hours ${key}`)).numAffectedRows).toBe(0n)
  const forged = `insert into cell.usage_hours (shard, org, hour, key_id, type, status)
    values (${ada.organization.homeShard}, '${ada.organization.id}', now(), 'b', 'add', 200)`
  await expect(as(bob, forged)).rejects.toThrow('row-level security')
  await expect(as(ada, `select from cell.${partitionOf(0)}`)).rejects.toThrow('permission denied')
})
