import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../../test/database.ts'
import { newId } from '../../lib/ids.ts'
import { mostTokens, poolCodes } from '../../providers/embedding/pool-codes.ts'
import { poolStoredTokens } from './pool-stored-tokens.ts'

let database: TestDatabase
let client: pg.PoolClient
beforeAll(async () => {
  database = await createDatabase()
  client = await database.admin.connect()
})
afterAll(async () => {
  client.release()
  await database.drop()
})
beforeEach(() => database.admin.query('delete from cell.chunk_tokens; delete from cell.embedding_sets'))

const usual = { most: mostTokens, pool: (codes: Buffer, width: number) => poolCodes(codes, width) }
const pool = (pooling = usual) => poolStoredTokens(client as never, pooling)

const codesOf = (tokens: number, width: number, seed = 0) =>
  Buffer.from(Array.from({ length: tokens * width }, (_, i) => ((i + seed) * 37) % 251))

/** Stores chunks of one organization, whose embedding set has codes of `width` bytes. */
async function store(width: number, chunks: readonly Buffer[]): Promise<string> {
  const [org, container, document] = [newId(0), newId(0), newId(0)]
  await database.admin.query(
    `insert into cell.embedding_sets (shard, org, id, provider, model, revision, dimensions) values (0, $1, 1, 'a', 'b', 'c', $2)`,
    [org, width * 8],
  )
  await database.admin.query(
    `insert into cell.chunk_tokens (shard, org, container, embedding_set, document, position, codes)
     select 0, $1, $2, 1, $3, c.place - 1, c.codes from unnest($4::bytea[]) with ordinality c (codes, place)`,
    [org, container, document, chunks],
  )
  return org
}

async function read(org: string): Promise<Buffer[]> {
  const { rows } = await database.admin.query<{ codes: Buffer }>(
    'select codes from cell.chunk_tokens where org = $1 order by position',
    [org],
  )
  return rows.map(({ codes }) => codes)
}

describe('stored tokens', () => {
  test('are pooled by the width of their own organization, and those of short chunks stay', async () => {
    const narrow = await store(2, [codesOf(100, 2), codesOf(20, 2)])
    const wide = await store(4, [codesOf(100, 4), codesOf(32, 4)])
    expect(await pool()).toBe(2)
    expect(await pool()).toBe(0)
    expect(await read(narrow)).toEqual([poolCodes(codesOf(100, 2), 2), codesOf(20, 2)])
    expect(await read(wide)).toEqual([poolCodes(codesOf(100, 4), 4), codesOf(32, 4)])
  })

  test('are pooled in steps: one that is killed keeps what it did, and the next does the rest', async () => {
    const chunks = Array.from({ length: 400 }, (_, i) => codesOf(100, 2, i))
    const org = await store(2, chunks)
    let left = 250
    const killed = {
      ...usual,
      pool(codes: Buffer, width: number) {
        if (left-- === 0) throw new Error('killed')
        return poolCodes(codes, width)
      },
    }
    await expect(pool(killed)).rejects.toThrow('killed')
    const done = (await read(org)).filter(codes => codes.length === mostTokens * 2).length
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThanOrEqual(250)
    expect(await pool()).toBe(400 - done)
    expect(await read(org)).toEqual(chunks.map(codes => poolCodes(codes, 2)))
  })

  test('are left alone while another transaction holds them, which does not wait', async () => {
    const org = await store(2, [codesOf(100, 2), codesOf(100, 2, 1)])
    const other = await database.admin.connect()
    try {
      await other.query('begin')
      await other.query('delete from cell.chunk_tokens where org = $1 and position = 0', [org])
      expect(await pool()).toBe(1)
      await other.query('rollback')
    } finally {
      other.release()
    }
    expect((await read(org)).map(codes => codes.length / 2)).toEqual([100, mostTokens])
    expect(await pool()).toBe(1)
  })
})
