import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, startTestServer, type TestServer, until, untilFinished } from '../../../test/harness.ts'
import { queryCells } from '../../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { indexedFrom } from '../containers/index-sizes.ts'
import { maintainIndexes } from '../containers/upkeep/maintain-indexes.ts'

/** A container that is large by its counters. */
let embedder: ScriptedEmbedder
let server: TestServer
let tea: string

beforeAll(async () => {
  embedder = await startScriptedEmbedder()
  server = await startTestServer({ config: embedder.config })
  tea = await addText('Ada drinks green tea.', 'large')
  await addText('Ada drinks black coffee.', 'large')
  await addText('Bob drinks green tea.', 'small')
})
afterAll(async () => {
  await server.close()
  await embedder.close()
})

async function addText(content: string, containerTag: string): Promise<string> {
  const id = await add(server.client, { content, containerTag, metadata: { about: containerTag } })
  await untilFinished(server.client, id)
  return id
}

type Result = { documentId: string; chunks: { explain: { path: string } }[] }

async function search(body: Record<string, unknown>): Promise<{ found: string[]; paths: string[] }> {
  const answer = await server.client.request('POST', '/v3/search', {
    q: 'green tea',
    explain: true,
    onlyMatchingChunks: true,
    ...body,
  })
  const results: Result[] = answer.body.results
  const paths = results.flatMap(({ chunks }) => chunks.map(({ explain }) => explain.path))
  return { found: results.map(({ documentId }) => documentId), paths: [...new Set(paths)] }
}

test('a search of a whole container uses its vector index, and a search of a part does not', {
  timeout: 150_000,
}, async () => {
  await queryCells(server.databases, `update cell.containers set chunks = $1 where tag = 'large'`, [
    indexedFrom,
  ])
  const before = await search({ containerTag: 'large' })
  expect(before.paths).toEqual(['quantised'])
  // The worker may be maintaining indexes at this moment, and then this call does nothing.
  const maintainAndSearch = async (body: Record<string, unknown>) => {
    for (const cell of server.app.cells.all) await maintainIndexes(cell)
    return search(body)
  }
  const walks = ({ paths }: { paths: string[] }) => paths.includes('hnsw')
  // An index that is built concurrently waits for open transactions: on a busy machine more than 20 s.
  const large = await until(() => maintainAndSearch({ containerTag: 'large' }), walks, 60_000)
  expect(large).toEqual({ found: before.found, paths: ['hnsw'] })

  const parts = [
    { containerTag: 'large', filters: { AND: [{ key: 'about', value: 'large' }] } },
    { containerTag: 'large', docId: tea },
    { containerTags: ['large', 'small'] },
  ]
  for (const part of parts) expect((await search(part)).paths).toEqual(['quantised'])
  expect((await search({ containerTag: 'small' })).paths).toEqual(['exact'])
})
