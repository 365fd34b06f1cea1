import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, until } from '../../../../test/harness.ts'
import { queryCells } from '../../../../test/recount.ts'
import type { ContainerKey } from '../../../features/containers/store.ts'
import { readTermCounts } from '../../../features/recall/container-store.ts'
import { chunkCorpus } from '../../../features/search/store.ts'
import { languageTerm } from '../../../language/lexical/languages.ts'
import { foldTermCounts } from '../../../platform/db/compact/fold-term-counts.ts'
import { inScope, readInScope } from '../../../platform/db/tx.ts'
import { addTermCounts } from './term-count-store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ worker: false })
})
afterAll(() => server.close())

const containerOf = (tag: string): Promise<ContainerKey> =>
  server.app.containers.resolve(server.client.organization, tag)

const write = (key: ContainerKey, ...counts: [number, number][]) =>
  inScope(server.app.cells.of(key.shard), { org: key.org }, db => addTermCounts(db, key, new Map(counts)))

const read = async (key: ContainerKey, ...terms: number[]) => {
  const scope = { org: key.org, shards: [key.shard], containers: [key.container] }
  const counts = await readInScope(server.app.cells.of(key.shard), { org: key.org }, db =>
    readTermCounts(db, chunkCorpus, scope, terms),
  )
  return terms.map(term => counts.get(term) ?? 0)
}

/** The number of rows in each of the two tables. */
const rowsOf = async ({ container }: ContainerKey) => {
  const count = async (table: string) =>
    (await queryCells(server.databases, `select from cell.${table} where container = $1`, [container])).length
  return { counts: await count('term_counts'), tallies: await count('term_tallies') }
}

const insertRows = ({ shard, org, container }: ContainerKey, ...counts: [number, number][]) =>
  server.databases[0]!.admin.query(
    'insert into cell.term_counts (shard, org, container, term, chunks) select $1, $2, $3, t.* from unnest($4::int[], $5::int[]) t',
    [shard, org, container, counts.map(([term]) => term), counts.map(([, chunks]) => chunks)],
  )

describe('the term counts of a container', () => {
  test('are a few tallies while it is small, and nothing when its last chunk is gone', async () => {
    const key = await containerOf('small')
    await write(key, [7, 1], [9, 2])
    await write(key, [7, 1], [11, 1])
    expect(await read(key, 7, 9, 10, 11)).toEqual([2, 2, 0, 1])
    expect(await rowsOf(key)).toEqual({ counts: 0, tallies: 2 })
    for (let i = 0; i < 40; i++) await write(key, [7, 1], [1_000 + i, 1])
    expect(await read(key, 7, 9, 10, 11, 1_039)).toEqual([42, 2, 0, 1, 1])
    expect((await rowsOf(key)).tallies).toBeLessThan(10)
    await write(key, [7, -40], ...Array.from({ length: 40 }, (_, i): [number, number] => [1_000 + i, -1]))
    expect(await rowsOf(key)).toEqual({ counts: 0, tallies: 1 })
    await write(key, [7, -2], [9, -2], [11, -1])
    expect(await rowsOf(key)).toEqual({ counts: 0, tallies: 0 })
  })

  test('become a row for each term when the container has become large, and stay exact', async () => {
    const key = await containerOf('large')
    const mark = languageTerm('en')
    const grow = (chunks: number) =>
      server.databases[0]!.admin.query('update cell.containers set chunks = $2 where container = $1', [
        key.container,
        chunks,
      ])
    await write(key, [7, 1], [mark, 2_000])
    expect(await rowsOf(key)).toEqual({ counts: 0, tallies: 1 })
    await grow(5_000)
    // Does not fit into a tally.
    await write(key, [7, 1], [8, 1], [mark, 2_100])
    await write(key, [mark, -1_100])
    expect(await rowsOf(key)).toEqual({ counts: 3, tallies: 0 })
    expect(await read(key, 7, 8, mark)).toEqual([2, 1, 3_000])
    await write(key, [8, -1])
    expect(await rowsOf(key)).toEqual({ counts: 2, tallies: 0 })
  })

  test('that the version before has written are counted, and folded with the next document', async () => {
    const key = await containerOf('older')
    await insertRows(key, [7, 3], [8, 1])
    expect(await read(key, 7, 8)).toEqual([3, 1])
    await write(key, [8, -1], [9, 1])
    expect(await read(key, 7, 8, 9)).toEqual([3, 0, 1])
    expect(await rowsOf(key)).toEqual({ counts: 0, tallies: 1 })
    // A process of that version which is still running.
    await insertRows(key, [7, 1])
    expect(await read(key, 7, 9)).toEqual([4, 1])
  })

  test('lose nothing when many transactions write at once', async () => {
    const key = await containerOf('raced')
    await Promise.all(Array.from({ length: 30 }, (_, i) => write(key, [7, 1], [100 + i, 1])))
    expect(await read(key, 7, 100, 129)).toEqual([30, 1, 1])
  })

  test('are nothing after the last two documents were deleted at once', async () => {
    const key = await containerOf('emptied')
    await write(key, [7, 1], [9, 1])
    await write(key, [7, 1], [11, 1])
    const { admin } = server.databases[0]!
    const isWaiting = async () =>
      (
        await admin.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%term_tallies%'`,
        )
      ).rowCount === 1
    let second: Promise<void> | undefined
    await inScope(server.app.cells.of(key.shard), { org: key.org }, async db => {
      await addTermCounts(
        db,
        key,
        new Map([
          [7, -1],
          [9, -1],
        ]),
      )
      second = write(key, [7, -1], [11, -1])
      await until(isWaiting, Boolean)
    })
    await second
    expect(await rowsOf(key)).toEqual({ counts: 0, tallies: 0 })
  })

  test('stay rows until processes of the version before are gone', async () => {
    const { admin } = server.databases[0]!
    const begin = (at: string) =>
      admin.query(
        `create or replace function cell.tallies_begun() returns boolean language sql stable parallel safe return now() >= '${at}'::timestamptz`,
      )
    const key = await containerOf('upgraded')
    await begin('infinity')
    await write(key, [7, 1])
    expect(await rowsOf(key)).toEqual({ counts: 1, tallies: 0 })
    await begin('-infinity')
    await write(key, [7, 1])
    expect(await rowsOf(key)).toEqual({ counts: 0, tallies: 1 })
    expect(await read(key, 7)).toEqual([2])
  })

  test('of containers without new documents are folded by reverie compact', async () => {
    const key = await containerOf('dormant')
    const mark = languageTerm('en')
    await insertRows(key, [7, 2], [1_048_576, 1], [mark, 2])
    const client = await server.databases[0]!.admin.connect()
    try {
      expect(await foldTermCounts(client as never, [mark])).toBeGreaterThan(0)
      expect(await foldTermCounts(client as never, [mark])).toBe(0)
    } finally {
      client.release()
    }
    expect(await rowsOf(key)).toEqual({ counts: 0, tallies: 1 })
    expect(await read(key, 7, 1_048_576, mark)).toEqual([2, 1, 2])
    const [row] = await queryCells<{ marks: number[] }>(
      server.databases,
      'select marks from cell.term_tallies where container = $1',
      [key.container],
    )
    expect(row!.marks).toEqual([mark])
  })

  test('are rows from 2,000 chunks on, whatever languages they have, because keyword search needs them', async () => {
    const key = await containerOf('polyglot')
    await write(key, [7, 1_000], [languageTerm('en'), 1_000], [languageTerm('de'), 1_000])
    expect(await rowsOf(key)).toEqual({ counts: 0, tallies: 1 })
    await server.databases[0]!.admin.query('update cell.containers set chunks = 2001 where container = $1', [
      key.container,
    ])
    await write(key, [7, 1], [languageTerm('de'), 1])
    expect(await rowsOf(key)).toEqual({ counts: 3, tallies: 0 })
    expect(await read(key, 7, languageTerm('de'))).toEqual([1_001, 1_001])
  })
})

describe('reverie compact', () => {
  const folding = async (work: (fold: (from?: 'killed') => Promise<number>) => Promise<void>) => {
    const client = await server.databases[0]!.admin.connect()
    let folds = 0
    const killed = {
      query(text: string, values?: unknown[]) {
        if (text.includes('insert into cell.term_tallies') && ++folds === 2) throw new Error('killed')
        return client.query(text, values)
      },
    }
    try {
      await work(from => foldTermCounts((from ? killed : client) as never, []))
    } finally {
      client.release()
    }
  }

  test('keeps the containers that it has folded when it is killed, and folds the others when it is run again', () =>
    folding(async fold => {
      await fold()
      const keys = await Promise.all(['killed_1', 'killed_2', 'killed_3'].map(containerOf))
      for (const key of keys) await insertRows(key, [7, 2], [8, 1])
      const folded = async () =>
        (await Promise.all(keys.map(rowsOf))).filter(({ tallies }) => tallies === 1).length
      await expect(fold('killed')).rejects.toThrow('killed')
      expect(await folded()).toBe(1)
      for (const key of keys) expect(await read(key, 7, 8)).toEqual([2, 1])
      expect(await fold()).toBe(2)
      expect(await folded()).toBe(3)
      for (const key of keys) expect(await read(key, 7, 8)).toEqual([2, 1])
    }))

  test('leaves a container alone while a worker changes its rows, and does not wait for it', () =>
    folding(async fold => {
      const key = await containerOf('busy')
      await insertRows(key, [7, 2], [8, 1])
      await inScope(server.app.cells.of(key.shard), { org: key.org }, async db => {
        await addTermCounts(db, key, new Map([[7, 1]]))
        expect(await fold()).toBe(0)
      })
      expect(await read(key, 7, 8)).toEqual([3, 1])
    }))

  test('loses no count of documents that are added meanwhile', () =>
    folding(async fold => {
      const keys = await Promise.all(Array.from({ length: 10 }, (_, i) => containerOf(`meanwhile_${i}`)))
      for (const key of keys) await insertRows(key, [7, 5], [8, 1])
      const adding = keys.flatMap(key => [write(key, [7, 1], [9, 1]), write(key, [7, 1], [8, -1])])
      await Promise.all([fold(), ...adding])
      for (const key of keys) expect(await read(key, 7, 8, 9)).toEqual([7, 0, 1])
    }))
})
