import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOrganizations, loadPlanned, planContainers } from '../bench/organization/load-containers.ts'
import { prepareSources } from '../bench/organization/load-sources.ts'
import { connect } from '../measure/connect.ts'
import { nearVector, seeded } from '../measure/seeded.ts'
import { add, startTestServer, type TestServer, untilFinished } from './harness.ts'
import { checkInvariants, toLines } from './invariants/check-invariants.ts'
import type { Ask } from './invariants/invariant.ts'
import { readTables } from './sample-rows.ts'

/** The benches of growth measure rows that they write by SQL. They mean nothing unless the service would have written the same. */
let server: TestServer
let client: pg.Client
let ask: Ask

beforeAll(async () => {
  server = await startTestServer()
  client = await connect(server.databases[0]!.url)
  ask = async (sql, values) => (await client.query(sql, values)).rows
  const content = 'One document that goes through the pipeline, of bees and of heather.'
  await untilFinished(
    server.client,
    await add(server.client, { content, containerTag: 'written', taskType: 'rag' }),
  )
  await load()
})

afterAll(async () => {
  await client.end()
  await server.close()
})

/** Two small containers, and one that is large enough to be searched by its index of words. */
async function load(): Promise<void> {
  const { rows } = await client.query(
    `select shard, org, active_set as set from cell.containers where tag = 'written'`,
  )
  const { rows: sets } = await client.query('select dimensions from cell.embedding_sets')
  const random = seeded(1)
  const vectors = Array.from({ length: 20 }, () =>
    nearVector(random, new Float32Array(sets[0].dimensions), 1),
  )
  await prepareSources(client, { vectors })
  await planContainers(client, { owner: rows[0], chunksEach: 20, containers: 2 })
  await planContainers(client, { owner: rows[0], chunksEach: 2_500, containers: 1 })
  expect(await loadPlanned([client], { vectors }, () => undefined)).toBe(2_540)
  await countOrganizations(client)
}

test('containers that a bench has loaded break no invariant', async () => {
  expect(toLines(await checkInvariants({ directory: ask, cells: [ask] }, { settled: true }))).toEqual([])
})

test('loaded documents have rows in the same tables, and values in the same columns, as one from the pipeline', async () => {
  const tables = (await readTables(client)).filter(({ name }) => name !== 'containers')
  const shapeOf = async (tag: string) => {
    const shapes: Record<string, string[]> = {}
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select array_agg(distinct field.name order by field.name) as keys from cell.${name} t, jsonb_each(to_jsonb(t)) as field (name, value)
          where to_jsonb(t) ->> 'container' = (select container::text from cell.containers where tag = $1) and field.value <> 'null'`,
        [tag],
      )
      if (rows[0].keys) shapes[name] = rows[0].keys
    }
    return shapes
  }
  const [written, loaded] = [await shapeOf('written'), await shapeOf('user_0')]
  // The test's embedder makes tokens, and its categories. The origin of a request is kept for tracing only.
  delete written.chunk_tokens
  for (const shape of [written, loaded]) {
    shape.documents = shape.documents!.filter(name => !['category', 'summary'].includes(name))
    shape.revisions = shape.revisions!.filter(name => !['request_id', 'traceparent'].includes(name))
  }
  expect(loaded).toEqual(written)
})

test('loaded documents are found, listed and read through the API', async () => {
  const { request } = server.client
  const { body: page } = await request('POST', '/v3/documents/list', { containerTags: ['user_1'], limit: 10 })
  const [{ id }] = page.memories
  const { body: document } = await request('GET', `/v3/documents/${id}`)
  expect(document).toMatchObject({ id, status: 'done', containerTags: ['user_1'] })
  const q = document.content.split(' ').slice(0, 6).join(' ')
  const { body: found } = await request('POST', '/v3/search', { q, containerTag: 'user_1' })
  expect(found.results[0]).toMatchObject({ documentId: id })
})
