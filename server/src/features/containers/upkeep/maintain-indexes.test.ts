import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../../test/database.ts'
import { until } from '../../../../test/harness.ts'
import type { Cell } from '../../../platform/db/cells.ts'
import { openPool } from '../../../platform/db/pool.ts'
import { type Db, readInScope } from '../../../platform/db/tx.ts'
import { newId } from '../../../platform/lib/ids.ts'
import { planRecall } from '../../recall/plan-recall.ts'
import { recallChunks } from '../../search/store.ts'
import { indexedFrom } from '../index-sizes.ts'
import type { IndexKey, LargeContainer } from './index-store.ts'
import { maintainIndexes, planIndexes } from './maintain-indexes.ts'

/** Large only by their counters, so that the test needs no hundreds of thousands of vectors. */
const shard = 700
const org = newId(shard)
const [large, other] = [newId(shard), newId(shard)]
const stranger = newId(shard)
const [set, dimensions] = [5, 16]
const rows = 600
const nearest = 10

let database: TestDatabase
let cell: Cell

beforeAll(async () => {
  database = await createDatabase()
  const pool = (role: 'reverie_app' | 'reverie_maintenance') =>
    openPool({ url: database.login, role, max: 2, name: 'indexes test' })
  cell = {
    name: 'main',
    url: database.login,
    directUrl: database.login,
    ownerUrl: database.url,
    pool: pool('reverie_app'),
    worker: { name: 'main', pool: pool('reverie_app') },
    leases: { name: 'main', pool: pool('reverie_app') },
    maintenance: { name: 'main', pool: pool('reverie_maintenance') },
  }
  for (const whose of [org, stranger])
    await database.admin.query(
      `insert into cell.embedding_sets (shard, org, id, provider, model, revision, dimensions)
       values ($1, $2, $3, 'test', 'test', '1', $4)`,
      [shard, whose, set, dimensions],
    )
  for (const container of [large, other]) await fill(container)
})
afterAll(async () => {
  await Promise.all([cell.pool.end(), cell.maintenance.pool.end()])
  await database.drop()
})

async function fill(container: string): Promise<void> {
  const key = [shard, org, container]
  await database.admin.query(
    `insert into cell.containers (shard, org, container, tag, active_set) values ($1, $2, $3::uuid, $3::uuid::text, $4)`,
    [...key, set],
  )
  await database.admin.query(
    `insert into cell.documents (shard, org, container, id, container_tags, size, ordered_at, created_at, status)
     select $1, $2, $3, gen_random_uuid(), '{some}', 1, now(), now(), 'done' from generate_series(1, ${rows})`,
    key,
  )
  await database.admin.query(
    `insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
     select shard, org, container, $4, id, 0, (select array_agg(random() - 0.5) from generate_series(1, ${dimensions})
              where id is not null)::vector::halfvec
       from cell.documents where shard = $1 and org = $2 and container = $3`,
    [...key, set],
  )
  await database.admin.query('vacuum analyze cell.chunk_vectors')
}

/** Sets the number of chunks of both containers. */
async function grow(first: number, second: number): Promise<void> {
  const sizes = [
    [large, first],
    [other, second],
  ] as const
  for (const [container, chunks] of sizes)
    await database.admin.query('update cell.containers set chunks = $1 where container = $2', [
      chunks,
      container,
    ])
}

type ListedIndex = { condition: string; valid: boolean }

/** Lists the existing indexes by their condition, as the owner sees them. */
async function indexes(): Promise<ListedIndex[]> {
  const { rows } = await database.admin.query<ListedIndex>(
    `select pg_get_expr(indpred, indrelid) as condition, indisvalid as valid from pg_index
      where indexrelid::regclass::text like 'cell.nearest%' order by 1`,
  )
  return rows
}

const ready = async () =>
  (
    await database.admin.query('select container from cell.vector_indexes where ready_at is not null')
  ).rows.map(({ container }) => container)

const keyOf = (container: string): IndexKey => ({ shard, org, container, set, dimensions })

const queryOf = (containers: string[] | undefined, vector: string, whose = org, isIndexed = true) => ({
  scope: { org: whose, shards: [shard], containers, document: undefined },
  plan: planRecall(indexedFrom, nearest, isIndexed ? { set, dimensions } : undefined),
  dense: { set, vector },
  lexical: undefined,
})

const anyVector = () => `[${Array.from({ length: dimensions }, () => Math.random() - 0.5).join(',')}]`

async function find(db: Db, query: ReturnType<typeof queryOf>): Promise<string[]> {
  const found = await recallChunks(db, query)
  return found
    .toSorted((a, b) => Number(a.denseRank) - Number(b.denseRank))
    .slice(0, nearest)
    .map(({ document }) => document)
}

/** Counts the scans of vector indexes in this transaction so far. */
async function countScans(db: Db): Promise<number> {
  const { rows } = await db.executeQuery<{ scans: number }>(
    CompiledQuery.raw(
      `select coalesce(sum(pg_stat_get_xact_numscans(oid)), 0)::int as scans from pg_class where relname like 'nearest%'`,
    ),
  )
  return rows[0]!.scans
}

/** Under row-level security, as searches run. */
const searching = <T>(work: (db: Db) => Promise<T>, whose = org) => readInScope(cell, { org: whose }, work)

async function dropAll(): Promise<void> {
  await grow(0, 0)
  await maintainIndexes(cell)
  expect(await indexes()).toEqual([])
  expect(await ready()).toEqual([])
}

describe('a vector index', () => {
  beforeEach(dropAll)

  test('is built for each large container, on the partition that holds it', async () => {
    await grow(indexedFrom, indexedFrom * 2)
    await maintainIndexes(cell)
    expect(await indexes()).toEqual(
      [large, other].sort().map(container => ({
        condition: `((container = '${container}'::uuid) AND (embedding_set = ${set}))`,
        valid: true,
      })),
    )
    expect(new Set(await ready())).toEqual(new Set([large, other]))
  })

  test('of a container is used, and finds what comparing every vector finds', async () => {
    await grow(indexedFrom, indexedFrom * 2)
    await maintainIndexes(cell)
    let held = 0
    for (let i = 0; i < 10; i++) {
      const vector = anyVector()
      const exact = { ...queryOf([large], vector), plan: planRecall(1, nearest) }
      const [expected, found, scans] = await searching(async db => {
        const before = await countScans(db)
        const found = await find(db, queryOf([large], vector))
        return [await find(db, exact), found, (await countScans(db)) - before]
      })
      expect(scans).toBe(1)
      held += expected.filter(document => found.includes(document)).length
    }
    expect(held).toBeGreaterThanOrEqual(98)
  })

  test('shows nobody foreign rows, and leaves the plans of others unchanged', async () => {
    await grow(indexedFrom, indexedFrom * 2)
    await maintainIndexes(cell)
    expect(await searching(db => find(db, queryOf([large], anyVector())), stranger)).toEqual([])
    expect(await searching(db => find(db, queryOf([large], anyVector(), stranger)), stranger)).toEqual([])
    await searching(async db => {
      await recallChunks(db, queryOf([large], anyVector()))
      const { rows } = await db.executeQuery<{ mode: string; sort: string }>(
        CompiledQuery.raw(
          `select current_setting('plan_cache_mode') as mode, current_setting('enable_sort') as sort`,
        ),
      )
      expect(rows).toEqual([{ mode: 'force_generic_plan', sort: 'on' }])
    })
  })

  test('includes vectors added after it was built, and no deleted ones', async () => {
    await grow(indexedFrom, indexedFrom * 2)
    await maintainIndexes(cell)
    const vector = anyVector()
    const document = newId(shard)
    await database.admin.query(
      `insert into cell.documents (shard, org, container, id, container_tags, size, ordered_at, created_at, status)
       values ($1, $2, $3, $4, '{some}', 1, now(), now(), 'done')`,
      [shard, org, large, document],
    )
    await database.admin.query(
      `insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
       values ($1, $2, $3, $4, $5, 0, $6::halfvec)`,
      [shard, org, large, set, document, vector],
    )
    const first = async () => (await searching(db => find(db, queryOf([large], vector))))[0]
    expect(await first()).toBe(document)
    await database.admin.query('delete from cell.chunk_vectors where document = $1', [document])
    expect(await first()).not.toBe(document)
  })

  test.each([
    ['half as large', () => grow(indexedFrom / 2 - 1, 0), () => undefined],
    [
      'closed',
      async () => {
        await grow(indexedFrom, 0)
        await database.admin.query('update cell.containers set deleted_at = now() where container = $1', [
          large,
        ])
      },
      () => database.admin.query('update cell.containers set deleted_at = null'),
    ],
    [
      'without the set',
      () => database.admin.query(`update cell.embedding_sets set role = 'dropping' where org = $1`, [org]),
      () => database.admin.query('update cell.embedding_sets set role = null'),
    ],
  ])('is dropped when its container is %s, and not before', async (_, change, undo) => {
    await grow(indexedFrom, indexedFrom * 2)
    await maintainIndexes(cell)
    await grow(indexedFrom / 2, indexedFrom / 2)
    await maintainIndexes(cell)
    expect(await indexes()).toHaveLength(2)
    await change()
    await maintainIndexes(cell)
    expect(await indexes()).toEqual([])
    expect(await ready()).toEqual([])
    await undo()
  })

  test('whose build was killed is dropped and built again', async () => {
    await grow(indexedFrom, 0)
    // A build waits for transactions that were writing when it began. While this one writes, the build can be killed.
    const writer = await database.admin.connect()
    await writer.query('begin')
    await writer.query('update cell.chunk_vectors set position = position where container = $1', [large])
    const killed = expect(maintainIndexes(cell)).rejects.toThrow()
    await until(indexes, found => found.length > 0)
    expect(await indexes()).toEqual([expect.objectContaining({ valid: false })])
    await maintainIndexes(cell)
    expect(await ready()).toEqual([])
    await database.admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'reverie owner%' and datname = current_database()`,
    )
    await killed
    await writer.query('rollback')
    writer.release()
    expect(await indexes()).toEqual([expect.objectContaining({ valid: false })])
    await maintainIndexes(cell)
    expect(await indexes()).toEqual([expect.objectContaining({ valid: true })])
    expect(await ready()).toEqual([large])
  })

  test('is no longer built when its worker stops', async () => {
    await grow(indexedFrom, 0)
    const writer = await database.admin.connect()
    await writer.query('begin')
    await writer.query('update cell.chunk_vectors set position = position where container = $1', [large])
    const stop = new AbortController()
    const stopped = maintainIndexes(cell, { signal: stop.signal })
    await until(indexes, found => found.length > 0)
    stop.abort()
    await stopped
    const builds = async () =>
      (
        await database.admin.query(
          `select from pg_stat_activity where application_name like 'reverie owner%' and datname = current_database()`,
        )
      ).rowCount
    await until(builds, count => count === 0)
    await writer.query('rollback')
    writer.release()
  })
})

describe('a build that holds back vacuum', () => {
  const limit = { mostDeadWakes: 30 }

  beforeEach(async () => {
    await database.admin.query('vacuum work.gates')
    await dropAll()
    await grow(indexedFrom, 0)
  })

  /** Leaves 40 dead rows in the schema of the queue: too few for autovacuum. */
  async function leaveDeadRows(): Promise<void> {
    const client = await database.admin.connect()
    await client.query(
      `insert into work.gates (name, code, reason, probe_at) select 'gate ' || n, '', '', now() from generate_series(1, 40) n`,
    )
    await client.query('delete from work.gates')
    await client.query('select pg_stat_force_next_flush()')
    await client.query('select 1')
    client.release()
  }

  const postponed = async () =>
    (
      await database.admin.query(
        `select given_up, round(extract(epoch from postponed_until - now()) / 3600)::int as hours from cell.vector_indexes`,
      )
    ).rows

  test('is given up when the queue gets too many dead rows, and leaves no index behind', async () => {
    const writer = await database.admin.connect()
    await writer.query('begin')
    await writer.query('update cell.chunk_vectors set position = position where container = $1', [large])
    const building = expect(maintainIndexes(cell, limit)).rejects.toThrow(/postponed/)
    await until(indexes, found => found.length > 0)
    await leaveDeadRows()
    // Dropping waits for the writer, as the build did.
    await until(
      () =>
        database.admin.query(
          `select from pg_stat_activity where query like 'drop index%' and datname = current_database() and state = 'active'`,
        ),
      ({ rowCount }) => rowCount === 1,
    )
    await writer.query('rollback')
    writer.release()
    await building
    expect(await indexes()).toEqual([])
    expect(await postponed()).toEqual([{ given_up: 1, hours: 1 }])
  })

  test('does not begin among too many dead rows, waits longer each time, and is built when they are gone', async () => {
    await leaveDeadRows()
    const isDue = () =>
      database.admin.query(`update cell.vector_indexes set postponed_until = now() - interval '1 second'`)
    for (const hours of [1, 2, 4, 8, 8]) {
      await expect(maintainIndexes(cell, limit)).rejects.toThrow(/postponed/)
      expect(await postponed()).toMatchObject([{ hours }])
      await maintainIndexes(cell, limit)
      await isDue()
    }
    expect(await ready()).toEqual([])
    await database.admin.query('vacuum work.gates')
    await maintainIndexes(cell, limit)
    expect(await ready()).toEqual([large])
    expect(await postponed()).toEqual([{ given_up: 0, hours: null }])
  })
})

describe('the plan of vector indexes', () => {
  const of = (container: string, chunks: number, isSearched = true): LargeContainer => ({
    ...keyOf(container),
    chunks,
    isSearched,
  })
  const many = Array.from({ length: 40 }, (_, i) => of(newId(shard), indexedFrom + i))

  test('has at most 32, the largest first, and keeps those that exist', () => {
    const tasks = planIndexes(many, [])
    expect(tasks.map(({ key }) => key.container)).toEqual(
      many
        .slice(8)
        .reverse()
        .map(({ container }) => container),
    )
    const known = many.slice(0, 31).map(key => ({ ...key, isReady: true, isPostponed: false }))
    expect(planIndexes(many, known).map(({ key }) => key.container)).toEqual([many.at(-1)!.container])
  })

  test('has none for a set that is not searched, and keeps that of the previous set for a rollback', () => {
    const previous = of(large, indexedFrom, false)
    expect(planIndexes([previous], [])).toEqual([])
    expect(planIndexes([previous], [{ ...previous, isReady: true, isPostponed: false }])).toEqual([])
  })
})
