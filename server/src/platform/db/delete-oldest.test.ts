import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Cells, openCells } from './cells.ts'
import { deleteOldest } from './delete-oldest.ts'
import { unscoped } from './tx.ts'

let database: TestDatabase
let cells: Cells
beforeAll(async () => {
  database = await createDatabase()
  cells = openCells([{ name: 'main', url: database.login }], 1, 'reverie test')
  // Over both partitions of a test database, of many organizations.
  await database.admin.query(
    `insert into cell.embedding_cache (shard, org, container, embedding_set, content_hash, embedding, created_at)
     select n % 1024, gen_random_uuid(), gen_random_uuid(), 1, sha256(n::text::bytea), '[1,2]', now() - (n - 0.5) * interval '1 minute'
       from generate_series(1, 3000) n`,
  )
  await database.admin.query('analyze cell.embedding_cache')
})
afterAll(async () => {
  await cells.close()
  await database.drop()
})

const vectors = { table: 'cell.embedding_cache', age: 'created_at', olderThanHours: 24 }
const drop = (most: number) => unscoped(cells.all[0]!.maintenance, db => deleteOldest(db, vectors, most))
const ages = async () => {
  const { rows } = await database.admin.query(
    `select count(*)::int as rows, round(extract(epoch from now() - min(created_at)) / 60)::int as oldest from cell.embedding_cache`,
  )
  return rows[0]
}

describe('expired rows', () => {
  test('are deleted in steps, the oldest first, and no other row is', async () => {
    expect(await drop(1_000)).toBe(1_000)
    expect(await ages()).toEqual({ rows: 2_000, oldest: 2_000 })
    expect(await drop(1_000)).toBe(560)
    expect(await ages()).toMatchObject({ rows: 1_440 })
    expect(await drop(1_000)).toBe(0)
  })

  test('are found by an index on their age, so that a round reads no row that is young', async () => {
    const client = await database.admin.connect()
    try {
      await client.query('begin; set local enable_seqscan = off')
      const { rows } = await client.query(
        `explain delete from cell.embedding_cache where created_at < now() - interval '1 day'`,
      )
      const plan = rows.map(row => row['QUERY PLAN']).join('\n')
      expect(plan).not.toContain('Seq Scan')
      expect(plan).toMatch(/created_at_idx|embedding_cache_age/)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
