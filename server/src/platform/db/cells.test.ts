import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
import { SHARD_COUNT } from '../lib/ids.ts'
import { addressesOf, cellAddresses, directoryOf } from './addresses.ts'
import { type Cells, openCells } from './cells.ts'

describe('the addresses of cells', () => {
  const settings = {
    DATABASE_URL: 'postgres://a/main',
    DATABASE_OWNER_URL: '',
    CELL_URLS: '',
    CELL_OWNER_URLS: '',
  }

  test('begin with DATABASE_URL, and an empty owner is none', () => {
    expect(cellAddresses(settings)).toEqual([{ name: 'main', url: 'postgres://a/main', ownerUrl: undefined }])
  })

  test('keep the order of CELL_URLS, ignore spaces and empty entries, and find owners and replicas by name', () => {
    const addresses = cellAddresses({
      ...settings,
      DATABASE_OWNER_URL: 'postgres://owner@a/main',
      CELL_URLS: ' west=postgres://b/x?options=-c%20a=b , ,east=postgres://c/y,',
      CELL_OWNER_URLS: 'east=postgres://owner@c/y',
      REPLICA_URLS: 'main=postgres://d/main',
    })
    expect(addresses).toEqual([
      {
        ...{ name: 'main', url: 'postgres://a/main', ownerUrl: 'postgres://owner@a/main' },
        replicaUrl: 'postgres://d/main',
      },
      { name: 'west', url: 'postgres://b/x?options=-c%20a=b', ownerUrl: undefined },
      { name: 'east', url: 'postgres://c/y', ownerUrl: 'postgres://owner@c/y' },
    ])
  })
})

describe('the address of the directory', () => {
  const settings = {
    DATABASE_URL: 'postgres://a/main',
    DATABASE_OWNER_URL: '',
    CELL_URLS: '',
    CELL_OWNER_URLS: '',
  }
  const directoryWith = (more: object) => {
    const addresses = addressesOf({ ...settings, ...more })
    return { isApart: addresses.directory !== undefined, url: directoryOf(addresses).url }
  }

  test('is DATABASE_URL, unless DIRECTORY_URL names another database', () => {
    const together = { isApart: false, url: 'postgres://a/main' }
    expect(directoryWith({})).toEqual(together)
    expect(directoryWith({ DIRECTORY_URL: '' })).toEqual(together)
    expect(directoryWith({ DIRECTORY_URL: 'postgres://a/main' })).toEqual(together)
    expect(directoryWith({ DIRECTORY_URL: 'postgres://b/people' })).toEqual({
      isApart: true,
      url: 'postgres://b/people',
    })
  })
})

describe('the shards of cells', () => {
  let database: TestDatabase
  let cells: Cells
  const half = SHARD_COUNT / 2
  const move = (cell: string, from: number, to: number) =>
    database.admin.query('update directory.shards set cell = $1 where shard >= $2 and shard < $3', [
      cell,
      from,
      to,
    ])

  beforeAll(async () => {
    database = await createDatabase()
    await database.admin.query(`insert into directory.cells (name) values ('second'), ('third')`)
    await move('second', half, SHARD_COUNT)
    // No connection is opened to a cell before its first use, so the second needs no database.
    const addresses = [
      { name: 'main', url: database.login },
      { name: 'second', url: 'postgres://nobody@127.0.0.1:1/none' },
    ]
    cells = openCells(addresses, 1, 'cells test')
    await cells.start(20)
  })
  afterAll(async () => {
    await cells.close()
    await database.drop()
  })

  const at = (homeShard: number, spread = false) => ({ homeShard, spread })

  test('lead to their cell, at both ends of a range', () => {
    expect([0, half - 1, half, SHARD_COUNT - 1].map(shard => cells.of(shard).name)).toEqual([
      'main',
      'main',
      'second',
      'second',
    ])
  })

  test('of an organization are its home shard alone, or all shards of every cell if it is spread', () => {
    expect(cells.reach(at(half))).toMatchObject([{ cell: { name: 'second' }, shards: [half] }])
    const reach = cells.reach(at(0, true))
    expect(reach.map(({ cell, shards }) => [cell.name, shards.length])).toEqual([
      ['main', half],
      ['second', half],
    ])
    expect(cells.shardsOfSameCell(at(0, true), SHARD_COUNT - 1)).toEqual(reach[1]!.shards)
    expect(cells.shardsOfSameCell(at(0), 0)).toEqual([0])
    // A shard outside the organization's reach stands for itself.
    expect(cells.shardsOfSameCell(at(0), SHARD_COUNT - 1)).toEqual([SHARD_COUNT - 1])
  })

  test('are found after a move without a restart, by requests and workers', async () => {
    await move('main', half, half + 1)
    await until(
      async () => cells.of(half).name,
      name => name === 'main',
    )
    expect(cells.atWork.of(half).name).toBe('main')
    expect(cells.atWork.of(half).pool).toBe(cells.of(half).worker.pool)
  })

  test('in a cell that is not configured are refused with the setting to change, and the others are not', async () => {
    await move('third', 7, 8)
    const codeAt = (shard: number) => {
      try {
        return cells.of(shard).name
      } catch (error) {
        return (error as { code: string }).code
      }
    }
    await until(
      async () => codeAt(7),
      code => code === 'cell.unavailable',
    )
    expect(() => cells.of(7)).toThrow(
      expect.objectContaining({ details: expect.stringContaining('Add its cell to CELL_URLS') }),
    )
    expect(codeAt(8)).toBe('main')
    // A spread organization reaches every cell that there is.
    expect(cells.reach(at(8, true)).flatMap(({ shards }) => shards)).not.toContain(7)
    expect(codeAt(SHARD_COUNT)).toBe('cell.unavailable')
  })

  test('stay known while the directory cannot be read', async () => {
    await database.admin.query('alter table directory.shards rename to shards_away')
    try {
      const { pool } = cells.directory
      // Two reads of the map have failed when this one is answered, because the pool has one connection.
      for (let i = 0; i < 2; i++) await expect(pool.query('select from directory.shards')).rejects.toThrow()
      expect(cells.of(0).name).toBe('main')
    } finally {
      await database.admin.query('alter table directory.shards_away rename to shards')
    }
  })
})
