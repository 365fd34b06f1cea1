import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, layouts, startTestServer, type TestServer } from '../../../test/harness.ts'
import { readTerms } from '../../language/lexical/read-terms.ts'
import { queryVector, toSparseLiteral } from '../../language/lexical/term-vector.ts'
import { inScope } from '../../platform/db/tx.ts'
import { embeddingSetOf } from '../../platform/providers/embedding/embedder.ts'
import type { ContainerKey } from '../containers/store.ts'
import { recallByKeywords } from '../recall/arm-store.ts'
import type { KeywordMatch } from '../recall/corpus.ts'
import { embedTexts } from './embed-texts.ts'
import { memoryCorpus, type RecalledMemory, recallMemories } from './recall-store.ts'

const q = 'Which harbour is closed in winter?'
const plan = { path: 'quantised', candidates: 40, perArm: 5 } as const

describe.each(layouts)('recall of memories on $layout:', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await startTestServer({ cellCount, worker: false })
    client = server.client
  })
  afterAll(() => server.close())

  const remember = async (containerTag: string, ...contents: string[]): Promise<string[]> => {
    const memories = contents.map(content => ({ content }))
    const { status, body } = await client.request('POST', '/v4/memories', { containerTag, memories })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.memories.map(({ id }: { id: string }) => id)
  }

  const fill = (tag: string) =>
    remember(
      tag,
      'The harbour is closed in winter.',
      'The port of Faro is shut from December on.',
      ...Array.from({ length: 12 }, (_, i) => `Harbour ${i} is open all year.`),
      ...Array.from({ length: 12 }, (_, i) => `Ada has ${i} cups of tea.`),
    )

  /** `ahead` runs the keyword arm alone; `recall` runs the whole statement, with or without the matches of that run. */
  const open = async (keys: readonly ContainerKey[], isEverywhere = false) => {
    const { org, shard } = keys[0]!
    const cell = server.app.cells.of(shard)
    const containers = isEverywhere ? undefined : keys.map(({ container }) => container)
    const scope = { org, shards: [...new Set(keys.map(key => key.shard))], containers }
    const [embedded] = await embedTexts(server.app.embedder, [q], { purpose: 'query' })
    const dense = { set: embeddingSetOf(server.app.embedder.model), vector: embedded! }
    const [terms] = await inScope(cell, { org }, db => readTerms(db, [{ text: q, stemLanguage: 'en' }]))
    const counts = new Map(Array.from(terms!.keys(), term => [term, 5]))
    const vector = toSparseLiteral(queryVector([terms!], counts, 26).vector)
    return {
      ahead: () => inScope(cell, { org }, db => recallByKeywords(db, memoryCorpus, { scope, plan, vector })),
      recall: (matches?: KeywordMatch[]) =>
        inScope(cell, { org }, db =>
          recallMemories(db, { scope, plan, dense, lexical: { vector, matches }, withForgotten: false }),
        ),
    }
  }

  const byId = (rows: readonly RecalledMemory[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))

  test('matches of a keyword arm that ran ahead score as if both arms ran together', async () => {
    const tags = ['ahead_a', 'ahead_b']
    for (const tag of tags) await fill(tag)
    const keys = await Promise.all(tags.map(tag => server.app.containers.resolve(client.organization, tag)))
    const together = keys.every(
      ({ shard }) => server.app.cells.of(shard) === server.app.cells.of(keys[0]!.shard),
    )
    const scopes = [open([keys[0]!]), ...(together ? [open(keys), open(keys, true)] : [])]
    for (const { ahead, recall } of await Promise.all(scopes)) {
      const found = await ahead()
      expect(found).toHaveLength(plan.perArm)
      const recalled = await recall(found)
      expect(byId(recalled)).toEqual(byId(await recall()))
      expect(recalled.every(({ bm25, similarity }) => bm25 !== null && similarity !== null)).toBe(true)
    }
  })

  test('a memory that is forgotten after the keyword arm ran ahead is not found', async () => {
    const [first] = await fill('between')
    const key = await server.app.containers.resolve(client.organization, 'between')
    const { ahead, recall } = await open([key])
    const found = await ahead()
    expect(found).toHaveLength(plan.perArm)
    const before = await recall(found)
    const { status } = await client.request('DELETE', '/v4/memories', { containerTag: 'between', id: first })
    expect(status).toBe(200)
    const texts = (rows: readonly RecalledMemory[]) => rows.map(({ text }) => text)
    expect(texts(before)).toContain('The harbour is closed in winter.')
    expect(texts(await recall(found))).not.toContain('The harbour is closed in winter.')
  })

  test('a tag that was deleted and used again is searched in its new container', async () => {
    const ask = async () => {
      const { body } = await client.request('POST', '/v4/search', {
        q: 'Who drinks tea?',
        containerTag: 'again',
      })
      return body.results.map(({ memory }: { memory: string }) => memory)
    }
    await remember('again', 'Ada drinks tea.')
    expect(await ask()).toEqual(['Ada drinks tea.'])
    expect(await ask()).toEqual(['Ada drinks tea.'])
    const { status } = await client.request('DELETE', '/v3/container-tags/again')
    expect(status).toBe(200)
    expect(await ask()).toEqual([])
    await remember('again', 'Ada drinks only green tea.')
    expect(await ask()).toEqual(['Ada drinks only green tea.'])
  })
})
