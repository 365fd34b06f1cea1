import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, layouts, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { claim, expireLeases, laneOf } from '../../../test/lane-of.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import { type LaneKind, lanes } from '../../platform/lanes/lane.ts'
import type { Pipeline } from '../../processes/pipeline/pipeline.ts'
import { processSlice } from '../../processes/pipeline/process-slice.ts'
import { createKey } from '../keys/create-organization.ts'

const nothing = { rows: 0, vectors: 0, textIndex: 0, blobs: 0, memories: 0, facts: 0, caches: 0 }
const some = expect.toSatisfy((n: number) => n > 0)

async function upload(url: string, client: Client, text: string, containerTag: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([text], { type: 'text/plain' }), 'note.txt')
  form.set('containerTag', containerTag)
  const headers = { authorization: `Bearer ${client.key}` }
  const response = await fetch(`${url}/v3/documents/file`, { method: 'POST', headers, body: form })
  return ((await response.json()) as { id: string }).id
}

describe.each(layouts)('the receipt of an erasure on $layout', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: { DREAM_QUIET_MS: 0, RECONCILE_MS: 2_000 } })
    client = server.client
  })
  afterAll(() => server.close())

  const dreamed = (id: string) =>
    until(
      async () => (await client.request('GET', `/v3/documents/${id}`)).body,
      ({ dreamingStatus }) => dreamingStatus === 'done',
    )
  async function know(containerTag: string, content: string): Promise<string> {
    const id = await add(client, { content, containerTag, metadata: { mood: 'good' } })
    await dreamed(id)
    return id
  }
  const receipt = (id: string) =>
    until(
      async () => (await client.request('GET', `/v3/erasures/${id}`)).body,
      ({ status }) => status === 'done',
    )

  test('of a document lists every layer it was in, and finds nothing left', async () => {
    const id = await know('one', 'user: I live in Lisbon.\nassistant: How nice!')
    const deleted = await client.request('DELETE', `/v3/documents/${id}`)
    expect(deleted).toMatchObject({ status: 204, body: undefined })
    const body = await receipt(deleted.headers.get('x-erasure-id')!)
    expect(body).toEqual({
      id: deleted.headers.get('x-erasure-id'),
      kind: 'document',
      targetId: id,
      outcome: 'erased',
      status: 'done',
      requested: 1,
      removed: {
        rows: some,
        vectors: some,
        textIndex: some,
        blobs: 0,
        memories: some,
        facts: some,
        caches: 0,
      },
      found: nothing,
      checked: { targets: 1, blobs: 0, looseFiles: false },
      isClean: true,
      remains: [
        { what: 'tombstone', count: 1, why: expect.any(String) },
        { what: 'forgottenMemories', count: 1, why: expect.stringContaining('source_deleted') },
      ],
      createdAt: expect.any(String),
      finishedAt: expect.any(String),
      verifiedAt: expect.any(String),
      journaledAt: expect.any(String),
    })
    const rows = await queryCells<{ text: string }>(
      server.databases,
      'select to_jsonb(e)::text as text from cell.erasures e',
      [],
    )
    expect(rows.map(row => row.text).join()).not.toMatch(/lisbon/i)
  })

  test('of a document with memories is finished although nobody asks for it', async () => {
    const id = await know('unasked', 'user: I live in Porto.\nassistant: How nice!')
    await client.request('DELETE', `/v3/documents/${id}`)
    await until(
      () => queryCells(server.databases, 'select from cell.erasures where finished_at is null', []),
      open => open.length === 0,
    )
  })

  test('of a file looks for it by its key, and reports it when it comes back', async () => {
    const id = await upload(server.url, client, 'The heron stands in the reeds.', 'filed')
    await dreamed(id)
    const [revision] = await queryCells<{ key: string }>(
      server.databases,
      'select blob_key as key from cell.revisions where blob_key is not null',
      [],
    )
    const { headers } = await client.request('DELETE', `/v3/documents/${id}`)
    const erasure = headers.get('x-erasure-id')!
    expect(await receipt(erasure)).toMatchObject({ removed: { blobs: 1 }, found: nothing, isClean: true })
    await server.app.blobs.put(revision!.key, Readable.from(['x']), {
      contentType: 'text/plain',
      maxBytes: 10,
    })
    expect(await receipt(erasure)).toMatchObject({ found: { ...nothing, blobs: 1 }, isClean: false })
  })

  test('finds rows that come back, in any table', async () => {
    const id = await know('back', 'A plain note about otters.')
    const { headers } = await client.request('DELETE', `/v3/documents/${id}`)
    const erasure = headers.get('x-erasure-id')!
    expect(await receipt(erasure)).toMatchObject({ isClean: true })
    await queryCells(
      server.databases,
      `insert into cell.attempts (shard, org, container, document, fence, revision, worker, stage)
       select shard, org, of_container, target, 99, 1, 'x', 'extracting' from cell.erasures where kind = 'document' order by id desc limit 1`,
      [],
    )
    expect(await receipt(erasure)).toMatchObject({ found: { ...nothing, rows: 1 }, isClean: false })
  })

  test('of many documents exists once per container, with the layers of all of them', async () => {
    const tags = ['bulk_a', 'bulk_b', 'bulk_c']
    for (const tag of tags) {
      await know(tag, `user: I keep bees in ${tag}.\nassistant: Oh.`)
      await know(tag, `A second note in ${tag}.`)
    }
    const { body } = await client.request('DELETE', '/v3/documents/bulk', { containerTags: tags })
    expect(body).toMatchObject({ success: true, deletedCount: 6 })
    expect(body.erasureIds).toHaveLength(3)
    for (const id of body.erasureIds)
      expect(await receipt(id)).toMatchObject({
        kind: 'documents',
        targetId: null,
        requested: 2,
        removed: { vectors: some, textIndex: some },
        checked: { targets: 2, blobs: 0 },
        isClean: true,
      })
    const id = await know('bulk_a', 'Once more.')
    const named = await client.request('DELETE', '/v3/documents/bulk', { ids: [id] })
    expect(named.body.erasureIds).toHaveLength(1)
    const none = await client.request('DELETE', '/v3/documents/bulk', { ids: [id] })
    expect(none.body).toMatchObject({ deletedCount: 0, erasureIds: [] })
  })

  test('of more documents than one query looks up also finds the last one', async () => {
    await know('bulk_many', 'One of very many.')
    const { body } = await client.request('DELETE', '/v3/documents/bulk', { containerTags: ['bulk_many'] })
    const [erasure] = body.erasureIds
    expect(await receipt(erasure)).toMatchObject({ checked: { targets: 1 }, isClean: true })
    const more = 2_500
    await queryCells(
      server.databases,
      `insert into cell.documents (shard, org, container, id, container_tags, size, ordered_at, created_at, status, tombstoned_at, erasure)
       select d.shard, d.org, d.container, gen_random_uuid(), d.container_tags, 1, now(), now(), d.status, now(), d.erasure
         from cell.documents d join cell.containers c using (shard, org, container), generate_series(1, ${more}) where c.tag = 'bulk_many'`,
      [],
    )
    await queryCells(
      server.databases,
      `insert into cell.attempts (shard, org, container, document, fence, revision, worker, stage)
       select d.shard, d.org, d.container, d.id, 99, 1, 'x', 'extracting'
         from cell.documents d join cell.containers c using (shard, org, container) where c.tag = 'bulk_many' order by d.id desc limit 1`,
      [],
    )
    expect(await receipt(erasure)).toMatchObject({
      checked: { targets: more + 1 },
      found: { ...nothing, rows: 1 },
      isClean: false,
    })
    await queryCells(
      server.databases,
      `delete from cell.documents d using cell.containers c
        where (d.shard, d.org, d.container) = (c.shard, c.org, c.container) and c.tag = 'bulk_many'`,
      [],
    )
    await queryCells(server.databases, 'delete from cell.attempts where fence = 99', [])
  })

  test('of a memory says that it is forgotten, and what is kept', async () => {
    const { body } = await client.request('POST', '/v4/memories', {
      containerTag: 'mind',
      memories: [{ content: 'Ada prefers tea.' }],
    })
    const { id } = body.memories[0]
    const forgotten = await client.request('DELETE', '/v4/memories', { containerTag: 'mind', id })
    expect(forgotten.body).toEqual({ id, forgotten: true })
    const erasure = forgotten.headers.get('x-erasure-id')!
    expect(await receipt(erasure)).toMatchObject({
      kind: 'memory',
      targetId: id,
      outcome: 'forgotten',
      removed: nothing,
      found: { vectors: some, textIndex: some },
      isClean: false,
      remains: [{ what: 'memory', count: 1 }],
    })
    const gone = await client.request('DELETE', '/v3/container-tags/mind')
    await receipt(gone.body.erasureId)
    expect(await receipt(erasure)).toMatchObject({ found: nothing, isClean: true, remains: [] })
  })

  test('of a container tag covers everything in it and the container itself', async () => {
    await know('all', 'user: I live in Oslo.\nassistant: Cold!')
    await upload(server.url, client, 'The otter leaves the river.', 'all')
    await client.request('POST', '/v4/memories', {
      containerTag: 'all',
      memories: [{ content: 'Ada plays the violin.' }],
    })
    await know('all_source', 'A note that moves.')
    const merge = { containerTags: ['all_source'], targetContainerTag: 'all' }
    const { body: started } = await client.request('POST', '/v3/container-tags/merge', merge)
    if (started.mergeId)
      await until(
        () => client.request('GET', `/v3/container-tags/merge/${started.mergeId}`),
        ({ body }) => body.status === 'done',
      )
    const deleted = await client.request('DELETE', '/v3/container-tags/all')
    expect(deleted.body.erasureId).toBe(deleted.headers.get('x-erasure-id'))
    const body = await receipt(deleted.body.erasureId)
    expect(body).toMatchObject({
      kind: 'container',
      outcome: 'erased',
      removed: { rows: some, vectors: some, textIndex: some, blobs: 1, memories: some, facts: some },
      found: nothing,
      isClean: true,
      remains: [],
    })
    await expectFiguresToAgree(server.databases)
  })

  test('is visible to its organization, and to the scoped key that deleted', async () => {
    const { id: keyId, value } = await createKey(server.app.cells.directory, client.organization.id, 'one')
    await server.databases[0]!.admin.query(
      `update directory.keys set container_tag = 'scoped' where id = $1`,
      [keyId],
    )
    const scoped = server.clientFor(value)
    const [own, others] = [await know('scoped', 'Mine.'), await know('unscoped', 'Theirs.')]
    const mine = (await scoped.request('DELETE', `/v3/documents/${own}`)).headers.get('x-erasure-id')!
    const theirs = (await client.request('DELETE', `/v3/documents/${others}`)).headers.get('x-erasure-id')!
    expect((await scoped.request('GET', `/v3/erasures/${mine}`)).status).toBe(200)
    expect((await client.request('GET', `/v3/erasures/${mine}`)).status).toBe(200)
    const stranger = await server.newClient({ homeShard: client.organization.homeShard })
    for (const answer of [
      await scoped.request('GET', `/v3/erasures/${theirs}`),
      await stranger.request('GET', `/v3/erasures/${theirs}`),
      await client.request('GET', `/v3/erasures/${own}`),
      await client.request('GET', '/v3/erasures/none'),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'erasure.not_found' } })
  })
})

describe('a purge that is interrupted', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ worker: false })
  })
  afterAll(() => server.close())

  const pipeline = (blobs: BlobStore): Pipeline => ({
    embedder: server.app.embedder,
    blobs,
    reader: server.app.reader,
    fetching: server.app.fetching,
    chunkSizeOf: async () => undefined,
    maxAttempts: 5,
    dreamQuietMs: 0,
    queueOf: cell => server.app.wakes.ofCell(cell.name),
    onStage: () => undefined,
    onOutcome: () => undefined,
    onError: error => {
      throw error
    },
  })

  /** Does the due work of the container, as a worker with this blob store. */
  async function work(
    containerTag: string,
    { kind, blobs = server.app.blobs }: { kind?: LaneKind; blobs?: BlobStore } = {},
  ): Promise<() => Promise<void>> {
    const slice = await claim(server, await laneOf(server, server.client, containerTag, kind), 'test')
    const cell = server.app.cells.of(slice.documents[0]!.shard)
    const run = () => processSlice(pipeline(blobs), cell, slice.documents, new AbortController().signal)
    await run().catch(async error => {
      await expireLeases(server, slice.documents)
      throw error
    })
    return run
  }

  test('and one that is done twice, count what they removed once', async () => {
    const id = await upload(server.url, server.client, 'The kingfisher stays by the river.', 'torn')
    await work('torn', { kind: lanes.read })
    const { headers } = await server.client.request('DELETE', `/v3/documents/${id}`)
    const read = async () =>
      (await server.client.request('GET', `/v3/erasures/${headers.get('x-erasure-id')}`)).body
    const blobs = { ...server.app.blobs, delete: () => Promise.reject(new Error('died')) } as BlobStore
    await expect(work('torn', { blobs })).rejects.toThrow('died')
    expect(await read()).toMatchObject({
      status: 'pending',
      removed: nothing,
      found: { rows: some, vectors: some },
      isClean: false,
    })
    const again = await work('torn')
    const once = await read()
    expect(once).toMatchObject({ status: 'done', removed: { blobs: 1, vectors: some }, isClean: true })
    await again()
    expect((await read()).removed).toEqual(once.removed)
  })
})
