import { describe, expect, test } from 'vitest'
import {
  type ApiResponse,
  addDone,
  get,
  newTag,
  otherKey,
  post,
  remove,
  request,
  until,
  untilDone,
} from './client.ts'

const nothing = { rows: 0, vectors: 0, textIndex: 0, blobs: 0, memories: 0, facts: 0, caches: 0 }
const anId = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{22}$/)

const named = ({ headers }: ApiResponse) => headers.get('x-erasure-id')!
const untilErased = async (id: string) =>
  (
    await until(
      () => get(`/v3/erasures/${id}`),
      ({ body }) => body.status === 'done',
    )
  ).body

async function addFile(containerTag: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob(['The heron stands in the reeds.'], { type: 'text/plain' }), 'heron.txt')
  form.set('containerTag', containerTag)
  const encoded = new Response(form)
  const raw = new Uint8Array(await encoded.arrayBuffer())
  const headers = { 'content-type': encoded.headers.get('content-type')! }
  const { body } = await request('POST', '/v3/documents/file', undefined, { raw, headers })
  return (await untilDone(body.id)).id
}

describe('erasures', () => {
  test('ERA-1, ERA-2, ERA-3: deleting a document leaves a receipt and a tombstone, and nothing else', async () => {
    const containerTag = newTag()
    const { id } = await addDone({ content: 'An uncommon zyzzyva.', containerTag, metadata: { a: 'b' } })
    const deleted = await remove(`/v3/documents/${id}`)
    expect(deleted.status).toBe(204)
    expect(await untilErased(named(deleted))).toEqual({
      id: named(deleted),
      kind: 'document',
      targetId: id,
      outcome: 'erased',
      status: 'done',
      requested: 1,
      removed: { ...nothing, rows: expect.any(Number), vectors: expect.any(Number), textIndex: 1 },
      found: nothing,
      checked: { targets: 1, blobs: 0, looseFiles: expect.any(Boolean) },
      isClean: true,
      remains: [{ what: 'tombstone', count: 1, why: expect.any(String) }],
      createdAt: expect.any(String),
      finishedAt: expect.any(String),
      verifiedAt: expect.any(String),
      journaledAt: expect.any(String),
    })
  })

  test('ERA-8: every kind of deletion is in the journal when it is answered', async () => {
    const containerTag = newTag()
    const { id } = await addDone({ content: 'Deleted by itself.', containerTag })
    const { body: second } = await post('/v3/documents', { content: 'Deleted in bulk.', containerTag })
    const { body: written } = await post('/v4/memories', {
      containerTag,
      memories: [{ content: 'Ada rows.' }, { content: 'Ada dives.' }],
    })
    const [rows, dives] = written.memories as { id: string }[]
    const receipts = [
      named(await remove(`/v3/documents/${id}`)),
      (await remove('/v3/documents/bulk', { ids: [second.id] })).body.erasureIds[0],
      named(await remove('/v4/memories', { containerTag, id: rows!.id })),
      (await post('/v4/memories/forget-matching', { containerTag, ids: [dives!.id] })).body.forgetBatchId,
      named(await remove(`/v3/container-tags/${containerTag}`)),
    ]
    for (const receipt of receipts) {
      const { body } = await get(`/v3/erasures/${receipt}`)
      expect(body.journaledAt).toEqual(expect.any(String))
    }
  })

  test('ERA-3: deleting an uploaded document removes its file', async () => {
    const deleted = await remove(`/v3/memories/${await addFile(newTag())}`)
    expect(await untilErased(named(deleted))).toMatchObject({ removed: { blobs: 1 }, isClean: true })
  })

  test('ERA-1: a bulk delete returns one receipt per container', async () => {
    const containerTags = [newTag(), newTag()]
    for (const containerTag of containerTags) {
      await addDone({ content: 'One.', containerTag })
      await addDone({ content: 'Two.', containerTag })
    }
    const { body } = await remove('/v3/documents/bulk', { containerTags })
    expect(body).toMatchObject({ deletedCount: 4, erasureIds: [anId, anId] })
    for (const id of body.erasureIds)
      expect(await untilErased(id)).toMatchObject({
        kind: 'documents',
        targetId: null,
        requested: 2,
        isClean: true,
      })
  })

  test('ERA-1, ERA-4: a deleted memory is forgotten, and its receipt says that it is kept', async () => {
    const containerTag = newTag()
    const memories = [{ content: 'Ada prefers tea.' }]
    const { id } = (await post('/v4/memories', { containerTag, memories })).body.memories[0]
    const deleted = await remove('/v4/memories', { containerTag, id })
    expect(deleted.body).toEqual({ id, forgotten: true })
    expect(await untilErased(named(deleted))).toMatchObject({
      kind: 'memory',
      targetId: id,
      outcome: 'forgotten',
      removed: nothing,
      isClean: false,
      remains: [{ what: 'memory', count: 1 }],
    })
  })

  test('ERA-1, ERA-4: memories that are forgotten together have one receipt, the id of their batch', async () => {
    const containerTag = newTag()
    const memories = [{ content: 'Ada prefers tea.' }, { content: 'Ada prefers rain.' }]
    const { body: written } = await post('/v4/memories', { containerTag, memories })
    const ids = written.memories.map(({ id }: { id: string }) => id)
    const { body } = await post('/v4/memories/forget-matching', { containerTag, ids })
    expect(await untilErased(body.forgetBatchId)).toMatchObject({
      kind: 'memory',
      targetId: null,
      outcome: 'forgotten',
      requested: 2,
      isClean: false,
      remains: [{ what: 'memory', count: 2 }],
    })
  })

  test('ERA-1, ERA-5, ERA-6: deleting a container tag leaves nothing, and its receipt contains no content', async () => {
    const containerTag = newTag('secret')
    await addDone({ content: 'Ada lives in Lisbon.', containerTag, customId: `id_${containerTag}` })
    await post('/v4/memories', { containerTag, memories: [{ content: 'Ada plays the violin.' }] })
    await addFile(containerTag)
    const deleted = await remove(`/v3/container-tags/${containerTag}`)
    expect(deleted.body.erasureId).toBe(named(deleted))
    const receipt = await untilErased(named(deleted))
    expect(receipt).toMatchObject({
      kind: 'container',
      found: nothing,
      isClean: true,
      remains: [],
      removed: { blobs: 1 },
    })
    for (const layer of ['rows', 'vectors', 'textIndex', 'memories'])
      expect(receipt.removed[layer], layer).toBeGreaterThan(0)
    expect(JSON.stringify(receipt)).not.toMatch(/Lisbon|violin|heron|secret/)
  })

  test('ERA-7: a scoped key reads only receipts of its own deletions', async () => {
    const containerTag = newTag()
    const scoped = { key: (await post('/v3/auth/scoped-key', { containerTag })).body.key }
    const [mine, theirs] = [
      await addDone({ content: 'Mine.', containerTag }),
      await addDone({ content: 'Theirs.', containerTag }),
    ]
    const own = named(await remove(`/v3/documents/${mine.id}`, undefined, scoped))
    const others = named(await remove(`/v3/documents/${theirs.id}`))
    expect((await get(`/v3/erasures/${own}`, scoped)).status).toBe(200)
    expect((await get(`/v3/erasures/${own}`)).status).toBe(200)
    for (const answer of [await get(`/v3/erasures/${others}`, scoped), await get(`/v3/erasures/${mine.id}`)])
      expect(answer).toMatchObject({ status: 404, body: { code: 'erasure.not_found' } })
  })

  test.skipIf(!otherKey)('ERA-7: another organization cannot read a receipt', async () => {
    const { id } = await addDone({ content: 'Mine.', containerTag: newTag() })
    const erasure = named(await remove(`/v3/documents/${id}`))
    expect((await get(`/v3/erasures/${erasure}`, { key: otherKey! })).status).toBe(404)
  })
})
