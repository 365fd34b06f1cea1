import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { add, startTestServer, type TestServer, until, untilFinished } from '../../../test/harness.ts'
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

const admin = () => server.databases[0]!.admin

/** Runs `work` while another session holds the locks that `statement` takes. */
async function whileLocked<T>(statement: string, values: unknown[], work: () => Promise<T>): Promise<T> {
  const holder = await admin().connect()
  await holder.query('begin')
  await holder.query(statement, values)
  try {
    return await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

const countWaiting = async (condition: string, values: unknown[] = []): Promise<number> => {
  const { rows }: pg.QueryResult<{ count: number }> = await admin().query(
    `select count(*)::int as count from pg_locks l where not granted and ${condition}
        and (database is null or database = (select oid from pg_database where datname = current_database()))`,
    values,
  )
  return rows[0]!.count
}

const untilWaitingFor = (table: string) =>
  until(
    () => countWaiting(`relation = $1::regclass`, [`cell.${table}`]),
    count => count > 0,
  )

describe('an add does not wait', () => {
  test.each(['chunk_vectors', 'chunk_terms', 'term_counts'])(
    'while a document of its container is being indexed and is held up at %s',
    async table => {
      const containerTag = `indexed_${table}`
      const [long, short] = await whileLocked(`lock table cell.${table} in share mode`, [], async () => {
        const first = await add(server.client, { content: 'A long report about the harbour.', containerTag })
        await untilWaitingFor(table)
        return [first, await add(server.client, { content: 'A short note.', containerTag })]
      })
      for (const id of [long!, short!])
        expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done' })
    },
  )

  test.each(['memory_vectors', 'memory_terms', 'memory_term_counts'])(
    'while memories of its container are being written and are held up at %s',
    async table => {
      const containerTag = `remembered_${table}`
      await add(server.client, { content: 'The container exists.', containerTag })
      const [remembering] = await whileLocked(`lock table cell.${table} in share mode`, [], async () => {
        const memories = [{ content: 'Lena plays the cello.' }]
        const answer = server.client.request('POST', '/v4/memories', { containerTag, memories })
        await untilWaitingFor(table)
        await add(server.client, { content: 'A short note.', containerTag })
        return [answer]
      })
      expect((await remembering!).status).toBeLessThan(300)
    },
  )
})

describe('a container that is locked', () => {
  const lockOf = (container: string): [string, unknown[]] => [
    'select from cell.containers where container = $1 for update',
    [container],
  ]

  test.each([
    ['new documents', {}],
    ['documents with a customId', { customId: 'same' }],
  ])('keeps no connections from others, however many %s are added to it', async (_, fields) => {
    const containerTag = 'locked'
    await add(server.client, { content: 'The container exists.', containerTag })
    const { container } = await laneOf(server, server.client, containerTag)
    const adding = await whileLocked(...lockOf(container), async () => {
      // More than the pool has connections.
      const waiting = Array.from({ length: 12 }, (_, i) =>
        add(server.client, { content: `Waits ${i}.`, containerTag, ...fields }),
      )
      await until(
        () => countWaiting(`locktype in ('tuple', 'transactionid')`),
        count => count > 0,
      )
      await add(server.client, { content: 'Goes on.', containerTag: 'free' })
      const answer = await server.client.request('POST', '/v3/documents/list', {
        containerTags: [containerTag],
      })
      expect(answer.status).toBe(200)
      return waiting
    })
    for (const id of await Promise.all(adding)) expect(id).toMatch(/^\w+$/)
  })

  test('gets the documents that were added meanwhile in few transactions', async () => {
    const containerTag = 'collected'
    await add(server.client, { content: 'The container exists.', containerTag })
    const { container } = await laneOf(server, server.client, containerTag)
    const adding = await whileLocked(...lockOf(container), async () => {
      const waiting = Array.from({ length: 30 }, (_, i) =>
        add(server.client, { content: `Is collected ${i}.`, containerTag }),
      )
      await until(
        () => countWaiting(`locktype in ('tuple', 'transactionid')`),
        count => count > 0,
      )
      return waiting
    })
    await Promise.all(adding)
    const [written] = await queryCells<{ documents: number; transactions: number }>(
      server.databases,
      `select count(*)::int as documents, count(distinct xmin::text)::int as transactions
         from cell.revisions where container = $1 and content like 'Is collected %'`,
      [container],
    )
    expect(written!.documents).toBe(30)
    expect(written!.transactions).toBeLessThan(15)
  })
})

test('documents collected with those of a container that was deleted meanwhile are stored all the same', async () => {
  const tags = ['kept_a', 'closed_b', 'kept_c']
  for (const containerTag of tags) await add(server.client, { content: 'It exists.', containerTag })
  const { org, shard, container } = await laneOf(server, server.client, 'closed_b')
  // As another process would: this one still takes it for open.
  await admin().query('select cell.close_container($1::smallint, $2, $3)', [shard, org, container])
  const ids = await Promise.all(
    tags.flatMap(containerTag => [
      add(server.client, { content: `One for ${containerTag}.`, containerTag }),
      add(server.client, { content: `Two for ${containerTag}.`, containerTag }),
    ]),
  )
  for (const id of ids) expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done' })
  expect((await laneOf(server, server.client, 'closed_b')).container).not.toBe(container)
})

test('documents of scoped keys and of the organization, added at once, are all stored', async () => {
  const clients = await Promise.all(
    ['own_a', 'own_b'].map(async containerTag => {
      const { body } = await server.client.request('POST', '/v3/auth/scoped-key', { containerTag })
      return server.clientFor(body.key)
    }),
  )
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, i) => {
      const scoped = clients[i % 3]
      return scoped
        ? add(scoped, { content: `Of a scoped key ${i}.` })
        : add(server.client, { content: `Of the organization ${i}.`, containerTag: `own_${i}` })
    }),
  )
  for (const id of ids) expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done' })
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
