import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, layouts, startTestServer, type TestServer, untilFinished } from '../../../test/harness.ts'
import { laneOf } from '../../../test/lane-of.ts'
import { queryCells } from '../../../test/recount.ts'
import { outOfOrder, type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { decodeId, encodeId } from '../../platform/lib/ids.ts'
import { embeddingSetOf } from '../../platform/providers/embedding/embedder.ts'
import { exactUpTo } from '../recall/plan-recall.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

/** A container too large for the exact scan. Its rows are inserted directly: embedding thousands of texts would take too long. */
describe.each(layouts)('search in a large container on $layout:', ({ cellCount }) => {
  let server: TestServer
  let container: string
  const q = 'the needle in the haystack'
  const needles = 20

  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: embedder.config })
    const ids = await Promise.all(
      ['large', 'small'].map(containerTag => add(server.client, { content: 'Plain hay.', containerTag })),
    )
    await Promise.all(ids.map(id => untilFinished(server.client, id)))
    const lane = await laneOf(server, server.client, 'large')
    container = lane.container
    const [vector] = await server.app.embedder.embed([q], { purpose: 'query' })
    const cell = server.app.cells.all.indexOf(server.app.cells.of(lane.shard))
    await fillContainer(cell, lane, [...vector!])
  })
  afterAll(() => server.close())

  /** Hay vectors are random. Needle vectors are close to the query, most of them a little less than the one before. */
  async function fillContainer(
    cell: number,
    { shard, org, container }: { shard: number; org: string; container: string },
    vector: number[],
  ): Promise<void> {
    const { admin } = server.databases[cell]!
    const key = [shard, org, container]
    await admin.query(
      `create table public.hay as
         select n, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as document, (
           select array_agg(a.x * case when n <= ${needles} then 1 - n * 0.03 else 0 end + (random() - 0.5) * 0.05 order by i)
             from unnest($1::float8[]) with ordinality a (x, i))::vector::halfvec as embedding
           from generate_series(1, ${exactUpTo + 500}) n`,
      [vector],
    )
    await admin.query(
      `insert into cell.documents (shard, org, container, id, container_tags, size, ordered_at, created_at, status, title)
       select $1, $2, $3, document, '{large}', 1, now(), now(), 'done', 'Number ' || n from public.hay`,
      key,
    )
    await admin.query(
      `insert into cell.chunks (shard, org, container, document, position, id, revision, start_offset, end_offset, content, content_hash)
       select $1, $2, $3, document, 0, document, 1, 0, 1, 'hay', '' from public.hay`,
      key,
    )
    await admin.query(
      `insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
       select $1, $2, $3, $4, document, 0, embedding from public.hay`,
      [...key, embeddingSetOf(server.app.embedder.model)],
    )
  }

  const search = async (body: Record<string, unknown>) =>
    (await server.client.request('POST', '/v3/search', { q, explain: true, ...body })).body.results
  const idsOf = (results: { documentId: string }[]) => results.map(({ documentId }) => documentId)

  test('the quantised scan finds the same chunks in the same order as comparing every vector', async () => {
    const results = await search({ containerTag: 'large', limit: needles })
    expect(results[0].chunks[0].explain).toMatchObject({ path: 'quantised', dense: { rank: 1 } })
    const [vector] = await server.app.embedder.embed([q], { purpose: 'query' })
    const exact = await queryCells<{ document: string }>(
      server.databases,
      `select document from cell.chunk_vectors where container = $1 order by embedding <=> $2::halfvec limit ${needles}`,
      [container, `[${vector!.join(',')}]`],
    )
    expect(idsOf(results)).toEqual(exact.map(({ document }) => encodeId(document)))
    const found = new Set(results.map(({ title }: { title: string }) => title))
    expect(found).toEqual(new Set(Array.from({ length: needles }, (_, i) => `Number ${i + 1}`)))
  })

  test('a small container is still compared exactly, and each result names its path', async () => {
    const [small] = await search({ q: 'Plain hay.', containerTag: 'small' })
    expect(small.chunks[0].explain).toMatchObject({ path: 'exact' })
    const merged = await search({ q: 'Plain hay.', containerTags: ['small', 'large'], limit: 2 })
    const paths = merged.map(
      ({ chunks }: { chunks: { explain: { path: string } }[] }) => chunks[0]!.explain.path,
    )
    // In one cell both are one scan; in two cells each cell chooses its own path.
    const shards = await Promise.all(['small', 'large'].map(tag => laneOf(server, server.client, tag)))
    const [one, other] = shards.map(({ shard }) => server.app.cells.of(shard))
    expect(paths.toSorted()).toEqual(one === other ? ['quantised', 'quantised'] : ['exact', 'quantised'])
  })

  test('docId searches one document alone', async () => {
    const third = encodeId('01900000-0000-7000-8000-000000000003')
    expect(idsOf(await search({ containerTag: 'large', docId: third }))).toEqual([third])
  })

  test('a deleted document is not found, and the next best takes its rank', async () => {
    const before = idsOf(await search({ containerTag: 'large', limit: 5 }))
    await queryCells(server.databases, 'update cell.documents set tombstoned_at = now() where id = $1', [
      decodeId(before[1]!),
    ])
    const after = idsOf(await search({ containerTag: 'large', limit: 4 }))
    expect(after).toEqual(before.filter((_, i) => i !== 1))
  })

  test('without its embedder a search returns 503, and recovers by itself', async () => {
    embedder.behave = () => outOfOrder
    const answer = await server.client.request('POST', '/v3/search', { q, containerTag: 'small' })
    embedder.behave = undefined
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'embed.unavailable', error: expect.any(String), requestId: expect.any(String) },
    })
    expect(await search({ containerTag: 'large', limit: 1 })).toHaveLength(1)
  })
})
