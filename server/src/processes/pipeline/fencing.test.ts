import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, layouts, startTestServer, type TestServer } from '../../../test/harness.ts'
import { claim, expireLeases, laneOf } from '../../../test/lane-of.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import type { ClaimedDocument } from '../../platform/lanes/slice.ts'
import { embeddingSetOf } from '../../platform/providers/embedding/embedder.ts'
import { chunkDocuments } from './chunking/chunk-documents.ts'
import type { ChunkedDraft, EmbeddedDraft } from './draft.ts'
import { indexDocuments } from './index-documents.ts'
import { purge } from './purge-store.ts'
import { advance, endAttempts, finishDocuments } from './store.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

/** A worker that slept through its lease, or whose document was revised or deleted, and that now continues. */
describe.each(layouts)('a zombie worker on $layout', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await startTestServer({ cellCount, worker: false, config: embedder.config })
    client = server.client
  })
  afterAll(() => server.close())

  let containers = 0
  async function hold(): Promise<{ zombie: ClaimedDocument; tag: string }> {
    const tag = `zombie_${++containers}`
    await add(client, { content: 'Braaains are wanted.', containerTag: tag, customId: tag })
    const { documents } = await claim(server, await laneOf(server, client, tag), 'zombie')
    return { zombie: documents[0]!, tag }
  }

  const inCell = <T>(document: ClaimedDocument, work: (db: Db) => Promise<T>) =>
    inScope(server.app.cells.of(document.shard), document, work)

  async function embed(document: ClaimedDocument): Promise<EmbeddedDraft> {
    const draft = { document, text: document.content, title: 'Zombie', summary: 'Zombie', structure: null }
    const [outcome] = await chunkDocuments(server.app.cells.of(document.shard), [draft])
    const { next } = outcome as { next: ChunkedDraft }
    const vector = `[${Array(384).fill(1).join(',')}]`
    return {
      ...next,
      embeddingSet: embeddingSetOf(server.app.embedder.model),
      category: null,
      embeddings: next.chunks.map(() => ({ vector, codes: null })),
    }
  }

  /** Reads everything that the database has about a container. */
  async function contentsOf({ container }: ClaimedDocument): Promise<unknown> {
    const tables = [
      'documents',
      'attempts',
      'revisions',
      'chunks',
      'chunk_vectors',
      'chunk_terms',
      'term_counts',
      'term_tallies',
      'containers',
    ]
    const contents: Record<string, unknown> = {}
    for (const table of tables) {
      contents[table] = await queryCells(
        server.databases,
        `select * from cell.${table} t where container = $1 order by t::text`,
        [container],
      )
    }
    return contents
  }

  const waking = ({ shard }: ClaimedDocument) => ({ queue: server.app.wakes.of(shard), dreamQuietMs: 0 })

  /** Tries every write of a worker with a fence that is no longer the document's. */
  async function expectNoEffect(zombie: ClaimedDocument): Promise<void> {
    const draft = await embed(zombie)
    const before = await contentsOf(zombie)
    const ended = { document: zombie, stage: 'embedding', code: 'internal', message: 'Zombie' } as const
    expect(await inCell(zombie, db => advance(db, [zombie], 'indexing'))).toEqual(new Set())
    await inCell(zombie, db => indexDocuments(db, [draft], waking(zombie)))
    await inCell(zombie, db => finishDocuments(db, [draft]))
    for (const outcome of ['retry', 'failed'] as const) {
      const ending = { ...ended, outcome, afterMs: 0, attempts: 9 }
      await inCell(zombie, db => endAttempts(db, [ending]))
    }
    expect(await inCell(zombie, db => purge(db, zombie, [zombie]))).toEqual({
      terms: new Map(),
      isDreamedOf: false,
      removed: [],
    })
    expect(await contentsOf(zombie)).toEqual(before)
  }

  test('whose document another worker has taken over writes nothing', async () => {
    const { zombie, tag } = await hold()
    await expireLeases(server, [zombie])
    const { documents } = await claim(server, await laneOf(server, client, tag), 'successor')
    expect(documents).toMatchObject([{ id: zombie.id, fence: zombie.fence + 1 }])
    await expectNoEffect(zombie)
  })

  test('whose document was finished by another worker does not index it again', async () => {
    const { zombie, tag } = await hold()
    await expireLeases(server, [zombie])
    const { documents } = await claim(server, await laneOf(server, client, tag), 'successor')
    const draft = await embed(documents[0]!)
    await inCell(zombie, db => indexDocuments(db, [draft], waking(zombie)))
    expect((await client.request('GET', `/v3/documents/${tag}`)).body).toMatchObject({
      status: 'done',
      title: 'Zombie',
    })
    await expectNoEffect(zombie)
    // Finishing it a second time, by the successor, changes nothing either.
    await inCell(zombie, db => finishDocuments(db, [draft]))
    await expectFiguresToAgree(server.databases)
  })

  test('whose document was revised writes nothing, even before another worker has claimed it', async () => {
    const { zombie, tag } = await hold()
    await add(client, { content: 'Brains are off the menu.', containerTag: tag, customId: tag })
    await expectNoEffect(zombie)
  })

  test('whose document was deleted writes nothing, even before it is purged', async () => {
    const { zombie, tag } = await hold()
    await client.request('DELETE', `/v3/documents/${tag}`)
    await expectNoEffect(zombie)
    await expectFiguresToAgree(server.databases)
  })
})
