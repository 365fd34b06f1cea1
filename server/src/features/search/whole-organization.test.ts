import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { add, startTestServer, type TestServer, until, untilFinished } from '../../../test/harness.ts'
import { queryCells } from '../../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { languageTerm } from '../../language/lexical/languages.ts'
import { organizationVectorsFrom, scannedUpTo } from '../containers/index-sizes.ts'
import { maintainOrganizationIndexes } from '../containers/organization-indexes/maintain-organization-indexes.ts'

/** An organization of many small containers. It is large only by its counters. */
let embedder: ScriptedEmbedder
let server: TestServer
let travel: string

beforeAll(async () => {
  embedder = await startScriptedEmbedder()
  server = await startTestServer({ config: embedder.config })
  travel = await addText('Ada went to Zanzibar by boat.', 'ada')
  await addText('Bob drinks green tea.', 'bob')
  await addText('Cleo drinks black coffee.', 'cleo')
  // Containers that are larger than the others, so term statistics come from them.
  await queryCells(
    server.databases,
    `insert into cell.containers (shard, org, container, tag, active_set, chunks, memory_versions)
     select shard, org, gen_random_uuid(), 'filler_' || n, active_set, 60, 60
       from cell.containers, generate_series(1, 64) n where tag = 'ada'`,
    [],
  )
  for (const [table, column] of [
    ['term_counts', 'chunks'],
    ['memory_term_counts', 'memories'],
  ])
    await queryCells(
      server.databases,
      `insert into cell.${table} (shard, org, container, term, ${column})
       select shard, org, container, $1, 60 from cell.containers where tag like 'filler%'`,
      [languageTerm('en')],
    )
})
afterAll(async () => {
  await server.close()
  await embedder.close()
})
beforeEach(() => countRows(organizationVectorsFrom))

async function addText(content: string, containerTag: string): Promise<string> {
  const id = await add(server.client, { content, containerTag, metadata: { about: containerTag } })
  await untilFinished(server.client, id)
  const memories = [{ content, isStatic: false }]
  await server.client.request('POST', '/v4/memories', { containerTag, memories })
  return id
}

/** The counters of an organization are in several slots. */
async function countRows(rows: number): Promise<void> {
  await queryCells(
    server.databases,
    `update cell.organization_counters o set chunks = rows, memory_versions = rows
       from (select shard, org, slot, case when row_number() over (order by slot) = 1 then $1::bigint else 0 end as rows
               from cell.organization_counters) r where (r.shard, r.org, r.slot) = (o.shard, o.org, o.slot)`,
    [rows],
  )
}

async function indexAll(): Promise<void> {
  for (const cell of server.app.cells.all) await maintainOrganizationIndexes(cell)
}

type Arm = { path: string; lexical: { rank: number | null } }
type Chunk = { explain: Arm }

async function search(body: Record<string, unknown>): Promise<{ found: string[]; arms: Arm[] }> {
  const answer = await server.client.request('POST', '/v3/search', {
    ...{ q: 'Zanzibar', explain: true, onlyMatchingChunks: true, chunkThreshold: 0 },
    ...body,
  })
  const results: { documentId: string; chunks: Chunk[] }[] = answer.body.results
  const arms = results.flatMap(({ chunks }) => chunks.map(({ explain }) => explain))
  return { found: results.map(({ documentId }) => documentId), arms }
}

async function searchMemories(body: Record<string, unknown> = {}) {
  const answer = await server.client.request('POST', '/v4/search', {
    ...{ q: 'Zanzibar', explain: true, threshold: 0 },
    ...body,
  })
  const results: { memory: string; explain: Arm }[] = answer.body.results
  return results
}

describe('before the organization has indexes', () => {
  test('the size of the whole organization decides how it is searched, and not its largest containers', async () => {
    const { arms } = await search({})
    expect(new Set(arms.map(({ path }) => path))).toEqual(new Set(['quantised']))
    const [memory] = await searchMemories()
    expect(memory!.explain.path).toBe('quantised')
  })

  test('a word is found by keywords though none of the largest containers has it', async () => {
    const { found, arms } = await search({})
    expect(found[0]).toBe(travel)
    expect(arms[0]!.lexical.rank).toBe(1)
  })

  test('a search that would compare more than a million chunks is refused, and one of a container is not', async () => {
    await countRows(scannedUpTo + 1)
    const refused = await server.client.request('POST', '/v3/search', { q: 'Zanzibar' })
    expect(refused).toMatchObject({ status: 422, body: { code: 'search.too_broad' } })
    const memories = await server.client.request('POST', '/v4/search', { q: 'Zanzibar' })
    expect(memories).toMatchObject({ status: 422, body: { code: 'search.too_broad' } })
    expect((await search({ containerTag: 'ada' })).found).toEqual([travel])
  })
})

describe('with the indexes of the organization', () => {
  const isIndexed = (arms: readonly { path: string }[]) => arms.some(({ path }) => path === 'ivfflat')

  beforeAll(async () => {
    await countRows(organizationVectorsFrom)
    // The worker may be building at this moment, and then our call does nothing.
    await until(
      async () => {
        await indexAll()
        return [...(await search({})).arms, ...(await searchMemories()).map(({ explain }) => explain)]
      },
      arms => arms.every(({ path }) => path === 'ivfflat'),
      60_000,
    )
  }, 90_000)

  test('both arms find chunks and memories', async () => {
    const { found, arms } = await search({})
    expect(found[0]).toBe(travel)
    expect(arms[0]).toMatchObject({ path: 'ivfflat' })
    expect(arms[0]!.lexical.rank).toBe(1)
    // The vectors of this embedder mean nothing: a text is found for sure if it has a word of the query.
    expect((await search({ q: 'Zanzibar drinks' })).found).toHaveLength(3)
    const [memory] = await searchMemories()
    expect(memory!.memory).toContain('Zanzibar')
    expect(memory!.explain.lexical.rank).toBe(1)
  })

  test('an organization of any size is searched, and its vector index is built again with more lists', async () => {
    await countRows(20 * scannedUpTo)
    expect((await search({})).found[0]).toBe(travel)
    const lists = await until(
      async () => {
        await indexAll()
        return queryCells<{ lists: number }>(
          server.databases,
          `select lists from cell.organization_indexes where kind = 'vectors'`,
          [],
        )
      },
      rows => rows.every(({ lists }) => lists === 3_000),
      60_000,
    )
    expect(lists).toHaveLength(2)
    const { found, arms } = await search({})
    expect(found[0]).toBe(travel)
    expect(isIndexed(arms)).toBe(true)
  })

  test('filters, single containers and scoped keys see only their part', async () => {
    const filtered = await search({
      q: 'Zanzibar drinks',
      filters: { AND: [{ key: 'about', value: 'bob' }] },
    })
    expect(filtered.found).toHaveLength(1)
    expect(filtered.found).not.toContain(travel)
    expect(isIndexed(filtered.arms)).toBe(false)
    const created = await server.client.request('POST', '/v3/auth/scoped-key', { containerTag: 'bob' })
    const answer = await server.clientFor(created.body.key).request('POST', '/v3/search', { q: 'Zanzibar' })
    expect(answer.body.results.map((each: { documentId: string }) => each.documentId)).not.toContain(travel)
  })

  test('a deleted container is left out at once', async () => {
    const flight = await addText('Dan saw Zanzibar from the air.', 'dan')
    await until(
      () => search({}),
      ({ found }) => found.includes(flight),
    )
    await server.client.request('DELETE', '/v3/container-tags/dan', undefined)
    expect((await search({})).found).not.toContain(flight)
    expect((await searchMemories()).map(({ memory }) => memory)).not.toContain(
      'Dan saw Zanzibar from the air.',
    )
  })

  test('the indexes are dropped when the organization has become small', async () => {
    await countRows(10)
    await until(
      async () => {
        await indexAll()
        return queryCells(server.databases, 'select from cell.organization_indexes', [])
      },
      rows => rows.length === 0,
      60_000,
    )
    expect(isIndexed((await search({})).arms)).toBe(false)
  })
})
