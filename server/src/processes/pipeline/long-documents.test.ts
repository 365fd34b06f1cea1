import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shapeNamed } from '../../../bench/hostile-shapes.ts'
import { add, type Client, startTestServer, type TestServer } from '../../../test/harness.ts'
import { claim, expireLeases, laneOf } from '../../../test/lane-of.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import type { ClaimedDocument } from '../../platform/lanes/slice.ts'
import { embeddingSetOf } from '../../platform/providers/embedding/embedder.ts'
import { chunkDocuments } from './chunking/chunk-documents.ts'
import type { ChunkedDraft, EmbeddedDraft } from './draft.ts'
import { indexSlice } from './index-slice.ts'
import type { Outcome } from './outcome.ts'

/** A document of thousands of chunks, which is written in several transactions. */
describe('a long document', () => {
  let embedder: ScriptedEmbedder
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    embedder = await startScriptedEmbedder()
    server = await startTestServer({ worker: false, config: embedder.config })
    client = server.client
  })
  afterAll(async () => {
    await server.close()
    await embedder.close()
  })

  /** Small chunks, so that a short text makes many. */
  const targetChars = 60
  const text = shapeNamed('distinctWords').make(135_000)

  async function hold(tag: string): Promise<ClaimedDocument> {
    await add(client, { content: text, containerTag: tag, customId: tag, taskType: 'rag' })
    const { documents } = await claim(server, await laneOf(server, client, tag), 'worker')
    return documents[0]!
  }

  const cut = async (
    document: ClaimedDocument,
    content: string,
    most?: number,
  ): Promise<Outcome<ChunkedDraft>> => {
    const draft = { document, text: content, title: null, summary: null, structure: null }
    const [outcome] = await chunkDocuments(server.app.cells.of(document.shard), [draft], {
      targetChars,
      ...(most && { most }),
    })
    return outcome!
  }

  async function embed(document: ClaimedDocument, content = text): Promise<EmbeddedDraft> {
    const { next } = (await cut(document, content)) as { next: ChunkedDraft }
    const vector = `[${Array(384).fill(1).join(',')}]`
    return {
      ...next,
      embeddingSet: embeddingSetOf(server.app.embedder.model),
      category: null,
      embeddings: next.chunks.map(() => ({ vector, codes: null })),
    }
  }

  function index(draft: EmbeddedDraft, signal = new AbortController().signal): Promise<Outcome<never>[]> {
    const { shard } = draft.document
    const waking = { queue: server.app.wakes.of(shard), dreamQuietMs: 0, signal }
    return indexSlice(server.app.cells.of(shard), [draft], waking)
  }

  const countChunks = async ({ id }: ClaimedDocument): Promise<number> => {
    const rows = await queryCells(
      server.databases,
      'select count(*)::int as n from cell.chunks where document = $1',
      [id],
    )
    return (rows[0] as { n: number }).n
  }

  test('is complete when its last part is written, and its counters are right', async () => {
    const document = await hold('whole')
    const draft = await embed(document)
    expect(draft.chunks.length).toBeGreaterThan(2_000)
    expect(await index(draft)).toEqual([{ kind: 'done' }])
    expect(await countChunks(document)).toBe(draft.chunks.length)
    expect((await client.request('GET', '/v3/documents/whole')).body).toMatchObject({ status: 'done' })
    await expectFiguresToAgree(server.databases)
  })

  /** Writes the first part, and stops before the second. */
  async function stopAfterOnePart(draft: EmbeddedDraft): Promise<void> {
    const stopping = new AbortController()
    let looks = 0
    // The signal is checked before each part.
    const signal = new Proxy(stopping.signal, {
      get: (target, name) =>
        name === 'throwIfAborted'
          ? () => ++looks > 1 && stopping.abort() === undefined && target.throwIfAborted()
          : Reflect.get(target, name),
    })
    await expect(index(draft, signal)).rejects.toThrow(/abort/i)
    expect(await countChunks(draft.document)).toBe(1_000)
  }

  test('whose worker stopped between two parts is written again by the next worker, without remnants', async () => {
    const document = await hold('stopped')
    const draft = await embed(document)
    await stopAfterOnePart(draft)
    await expireLeases(server, [document])
    const { documents } = await claim(server, await laneOf(server, client, 'stopped'), 'successor')
    expect(await index(draft)).toEqual([{ kind: 'superseded' }])
    expect(await index(await embed(documents[0]!))).toEqual([{ kind: 'done' }])
    expect(await countChunks(document)).toBe(draft.chunks.length)
    await expectFiguresToAgree(server.databases)
  })

  test('that was put off between two parts without a counted attempt is written again, without remnants', async () => {
    const document = await hold('put_off')
    const draft = await embed(document)
    await stopAfterOnePart(draft)
    await queryCells(
      server.databases,
      `update cell.documents set attempts = 0, due_at = now() - interval '1 second' where id = $1`,
      [document.id],
    )
    const { documents } = await claim(server, await laneOf(server, client, 'put_off'), 'successor')
    expect(documents).toMatchObject([{ attempts: 1 }])
    expect(await index(await embed(documents[0]!))).toEqual([{ kind: 'done' }])
    expect(await countChunks(document)).toBe(draft.chunks.length)
    await expectFiguresToAgree(server.databases)
  })

  test('that was revised is replaced part by part, and nothing of the old text is left', async () => {
    const first = await embed(await hold('revised'))
    await index(first)
    const shorter = text.slice(0, 125_000)
    await add(client, { content: shorter, containerTag: 'revised', customId: 'revised', taskType: 'rag' })
    const { documents } = await claim(server, await laneOf(server, client, 'revised'), 'worker')
    const second = await embed(documents[0]!, shorter)
    expect(second.chunks.length).toBeGreaterThan(2_000)
    expect(second.chunks.length).toBeLessThan(first.chunks.length)
    expect(await index(second)).toEqual([{ kind: 'done' }])
    expect(await countChunks(documents[0]!)).toBe(second.chunks.length)
    await expectFiguresToAgree(server.databases)
  })

  test('of more chunks than a document may have fails with an error code that says so', async () => {
    const document = await hold('too_many')
    expect(await cut(document, text, 1_000)).toMatchObject({
      kind: 'failed',
      code: 'chunk.too_many',
      message: expect.stringMatching(/the limit is 1000/),
    })
  })
})
