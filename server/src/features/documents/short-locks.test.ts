import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { add, startTestServer, type TestServer, untilFinished } from '../../../test/harness.ts'
import { lockOf, untilRequestWaits, untilWaitingFor, whileLocked } from '../../../test/held-locks.ts'
import { laneOf } from '../../../test/lane-of.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'

let embedder: ScriptedEmbedder
let server: TestServer
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
  server = await startTestServer({ config: embedder.config })
})
afterAll(async () => {
  await server.close()
  await embedder.close()
})
afterEach(() => expectFiguresToAgree(server.databases))

describe('an add does not wait', () => {
  test.each(['chunk_vectors', 'chunk_terms', 'term_tallies'])(
    'while a document of its container is being indexed and is held up at %s',
    async table => {
      const containerTag = `indexed_${table}`
      const [long, short] = await whileLocked(
        server,
        [`lock table cell.${table} in share mode`],
        async () => {
          const first = await add(server.client, {
            content: 'A long report about the harbour.',
            containerTag,
          })
          await untilWaitingFor(server, table)
          return [first, await add(server.client, { content: 'A short note.', containerTag })]
        },
      )
      for (const id of [long!, short!])
        expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done' })
    },
  )

  test.each(['memory_vectors', 'memory_terms', 'memory_term_counts'])(
    'while memories of its container are being written and are held up at %s',
    async table => {
      const containerTag = `remembered_${table}`
      await add(server.client, { content: 'The container exists.', containerTag })
      const [remembering] = await whileLocked(
        server,
        [`lock table cell.${table} in share mode`],
        async () => {
          const memories = [{ content: 'Lena plays the cello.' }]
          const answer = server.client.request('POST', '/v4/memories', { containerTag, memories })
          await untilWaitingFor(server, table)
          await add(server.client, { content: 'A short note.', containerTag })
          return [answer]
        },
      )
      expect((await remembering!).status).toBeLessThan(300)
    },
  )
})

describe('a container that is locked', () => {
  test.each([
    ['new documents', {}],
    ['documents with a customId', { customId: 'same' }],
  ])('keeps no connections from others, however many %s are added to it', async (_, fields) => {
    const containerTag = 'locked'
    await add(server.client, { content: 'The container exists.', containerTag })
    const { container } = await laneOf(server, server.client, containerTag)
    const adding = await whileLocked(server, lockOf(container), async () => {
      // More than the pool has connections.
      const waiting = Array.from({ length: 12 }, (_, i) =>
        add(server.client, { content: `Waits ${i}.`, containerTag, ...fields }),
      )
      await untilRequestWaits(server)
      await add(server.client, { content: 'Goes on.', containerTag: 'free' })
      const answer = await server.client.request('POST', '/v3/documents/list', {
        containerTags: [containerTag],
      })
      expect(answer.status).toBe(200)
      return waiting
    })
    for (const id of await Promise.all(adding)) expect(id).toMatch(/^\w+$/)
  })
})

describe('a batch over many tags', () => {
  const send = (documents: Record<string, unknown>[]) =>
    server.client.request('POST', '/v3/documents/batch', { documents })

  test('is stored in one transaction', async () => {
    const documents = Array.from({ length: 40 }, (_, i) => ({
      content: `Belongs to ${i}.`,
      containerTag: `user_${i % 20}`,
    }))
    const { status, body } = await send(documents)
    expect(status).toBe(200)
    expect(body.results).toHaveLength(40)
    const [stored] = await queryCells<{ documents: number; transactions: number; containers: number }>(
      server.databases,
      `select count(*)::int as documents, count(distinct r.xmin::text)::int as transactions, count(distinct r.container)::int as containers
         from cell.revisions r where r.content like 'Belongs to %'`,
      [],
    )
    expect(stored).toEqual({ documents: 40, transactions: 1, containers: 20 })
  })

  test('updates the documents that exist, and stores the others', async () => {
    await add(server.client, { content: 'First version.', containerTag: 'versions', customId: 'v' })
    const { body } = await send([
      { content: 'New in a tag of its own.', containerTag: 'other_tag' },
      { content: 'Second version.', containerTag: 'versions', customId: 'v' },
      { content: '', containerTag: 'invalid' },
    ])
    expect(body.results.map(({ status }: { status: string }) => status)).toEqual([
      'queued',
      'queued',
      'error',
    ])
    const found = await untilFinished(server.client, body.results[1].id)
    expect(found).toMatchObject({ customId: 'v', content: 'Second version.' })
  })
})
