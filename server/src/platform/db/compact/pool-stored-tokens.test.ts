import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../../test/database.ts'
import { newId } from '../../lib/ids.ts'
import { mostTokens, poolCodes } from '../../providers/embedding/pool-codes.ts'
import { poolStoredTokens } from './pool-stored-tokens.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const dimensions = 16
const width = dimensions / 8

test('tokens that were stored before are pooled as new ones are, and those of short chunks stay', async () => {
  const [org, container, document] = [newId(0), newId(0), newId(0)]
  const codesOf = (tokens: number) =>
    Buffer.from(Array.from({ length: tokens * width }, (_, i) => (i * 37) % 251))
  const { admin } = database
  await admin.query(
    `insert into cell.embedding_sets (shard, org, id, provider, model, revision, dimensions) values (0, $1, 1, 'a', 'b', 'c', $2)`,
    [org, dimensions],
  )
  await admin.query(
    `insert into cell.chunk_tokens (shard, org, container, embedding_set, document, position, codes)
     select 0, $1, $2, 1, $3, c.* from unnest($4::int[], $5::bytea[]) c`,
    [org, container, document, [0, 1], [codesOf(100), codesOf(20)]],
  )
  const client = await admin.connect()
  const pooling = { most: mostTokens, pool: poolCodes }
  try {
    expect(await poolStoredTokens(client as never, pooling)).toBe(1)
    expect(await poolStoredTokens(client as never, pooling)).toBe(0)
  } finally {
    client.release()
  }
  const { rows } = await admin.query(
    'select codes from cell.chunk_tokens where container = $1 order by position',
    [container],
  )
  expect(rows.map(({ codes }) => codes)).toEqual([poolCodes(codesOf(100), width), codesOf(20)])
})
