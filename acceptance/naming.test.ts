import { describe, expect, test } from 'vitest'
import { add, addDone, get, newTag, post, remove, request } from './client.ts'

/** Adds documents with one customId to `count` new containers. The last one is the newest. */
async function addShared(count = 2) {
  const customId = newTag('shared')
  const tags = Array.from({ length: count }, () => newTag())
  const ids: string[] = []
  for (const containerTag of tags)
    ids.push(await add({ content: `The diary of ${containerTag}.`, containerTag, customId, taskType: 'rag' }))
  return { customId, tags, ids }
}

const scopedTo = async (containerTag: string) => ({
  key: (await post('/v3/auth/scoped-key', { containerTag })).body.key as string,
})

const path = (name: string, suffix = '') => `/v3/documents/${name}${suffix}`

/** Every route with a document in its path. */
const routes = [
  ['GET', ''],
  ['PATCH', '', { metadata: { touched: 'yes' } }],
  ['DELETE', ''],
  ['GET', '/chunks'],
  ['GET', '/attempts'],
  ['GET', '/events'],
  ['GET', '/file-url'],
  ['POST', '/retry'],
] as const

describe('a customId that several containers use', () => {
  test('DOC-60: a scoped key gets the document of its own container on every route', async () => {
    const { customId, tags, ids } = await addShared()
    const scoped = await scopedTo(tags[0]!)
    expect((await get(path(customId), scoped)).body.id).toBe(ids[0])
    expect((await get(path(customId, '/chunks'), scoped)).body.documentId).toBe(ids[0])
    const changed = await request('PATCH', path(customId), { metadata: { mine: 'yes' } }, scoped)
    expect(changed.body.id).toBe(ids[0])
    expect((await remove(path(customId), undefined, scoped)).status).toBe(204)
    expect((await get(path(ids[0]!))).status).toBe(404)
    expect((await get(path(ids[1]!))).body.metadata).toBe(null)
  })

  test('DOC-60: bulk delete with a scoped key deletes the document of its own container', async () => {
    const { customId, tags, ids } = await addShared()
    const answer = await remove('/v3/documents/bulk', { ids: [customId] }, await scopedTo(tags[0]!))
    expect(answer.body).toMatchObject({ success: true, deletedCount: 1 })
    expect((await get(path(ids[0]!))).status).toBe(404)
    expect((await get(path(ids[1]!))).status).toBe(200)
  })

  test('DOC-61: an organization key selects the document with containerTag', async () => {
    const { customId, tags, ids } = await addShared()
    for (const [i, tag] of tags.entries()) {
      const within = `?containerTag=${tag}`
      expect((await get(path(customId, within))).body.id).toBe(ids[i])
      expect((await get(path(customId, `/chunks${within}`))).body.documentId).toBe(ids[i])
      expect((await request('PATCH', path(customId, within), {})).body.id).toBe(ids[i])
    }
    expect((await get(path(customId, `?containerTag=${newTag()}`))).status).toBe(404)
    expect((await remove(path(customId, `?containerTag=${tags[1]}`))).status).toBe(204)
    expect((await get(path(customId))).body.id).toBe(ids[0])
  })

  test('DOC-62: every route returns 409 with the candidates if no containerTag is sent, and changes nothing', async () => {
    const { customId, tags, ids } = await addShared()
    const candidates = ids.map((id, i) => `id: ${id}, containerTag: ${tags[i]}`)
    for (const [method, suffix, body] of routes) {
      const answer = await request(method, path(customId, suffix), body)
      expect([suffix, answer.status, answer.body.code]).toEqual([suffix, 409, 'document.ambiguous'])
      expect(answer.body.details.split('\n').toSorted()).toEqual(candidates.toSorted())
    }
    for (const id of ids) expect((await get(path(id))).body.metadata).toBe(null)
  })

  test('DOC-62: a 409 lists at most 20 candidates', async () => {
    const { customId } = await addShared(22)
    expect((await get(path(customId))).body.details.split('\n')).toHaveLength(20)
  })

  test('DOC-63: bulk delete and reprocess report an ambiguous customId and leave its documents unchanged', async () => {
    const { customId, tags, ids } = await addShared()
    const error = { id: customId, code: 'document.ambiguous', details: expect.stringContaining(tags[1]!) }
    const deleted = await remove('/v3/documents/bulk', { ids: [customId] })
    expect(deleted.body).toMatchObject({ success: false, deletedCount: 0, errors: [error] })
    const again = await post('/v3/documents/reprocess', { ids: [customId] })
    expect(again.body).toMatchObject({ count: 0, errors: [error] })
    const narrowed = await remove('/v3/documents/bulk', { ids: [customId], containerTag: tags[1] })
    expect(narrowed.body).toMatchObject({ success: true, deletedCount: 1 })
    expect((await get(path(ids[0]!))).status).toBe(200)
  })

  test('DOC-64: an id wins over a customId of the same spelling, except within a named container', async () => {
    const id = await add({ content: 'It has the id.', containerTag: newTag() })
    const containerTag = newTag()
    const named = await add({ content: 'It has the id as its name.', containerTag, customId: id })
    expect((await get(path(id))).body.id).toBe(id)
    expect((await get(path(id, `?containerTag=${containerTag}`))).body.id).toBe(named)
    expect((await get(path(id), await scopedTo(containerTag))).body.id).toBe(named)
  })

  test('DOC-66: search by an ambiguous docId returns 409 unless a container tag is sent', async () => {
    const customId = newTag('searched')
    const tags = [newTag(), newTag()]
    const [first] = await Promise.all(
      tags.map(containerTag =>
        addDone({ content: 'Herons nest here.', containerTag, customId, taskType: 'rag' }),
      ),
    )
    const question = { q: 'herons', docId: customId }
    expect((await post('/v3/search', question)).body.code).toBe('document.ambiguous')
    const { body } = await post('/v3/search', { ...question, containerTag: tags[0] })
    expect(body.results).toMatchObject([{ documentId: first.id }])
  })
})

test('DOC-65: no request returns 404 while a document moves between containers', async () => {
  const tag = newTag()
  const id = await add({ content: 'It is never long in one place.', containerTag: tag, taskType: 'rag' })
  const tags = [tag]
  // A document stays in its cell, so only tags of that cell are of use.
  for (let tries = 0; tries < 20 && tags.length < 2; tries++) {
    const other = newTag()
    const { status } = await request('PATCH', path(id), { containerTag: other })
    if (status === 200) tags.push(other)
  }
  expect(tags).toHaveLength(2)
  let isDone = false
  let moves = 0
  const move = async () => {
    for (let i = 0; !isDone; i++) {
      const { status } = await request('PATCH', path(id), { containerTag: tags[i % 2] })
      if (status === 200) moves++
    }
  }
  const moving = move()
  for (let round = 0; round < 15 || moves < 3; round++) {
    const sent = [
      get(path(id)),
      request('PATCH', path(id), { metadata: { round } }),
      get(path(id, '/chunks')),
      get(path(id, '/attempts')),
    ]
    for (const { status, body, headers } of await Promise.all(sent)) {
      if (status === 200) continue
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'document.moving', '1'])
    }
  }
  const deleted = await remove(path(id))
  isDone = true
  await moving
  expect(deleted.status).toBe(204)
  expect((await get(path(id))).status).toBe(404)
})

describe('scoped keys and containers', () => {
  test('KEY-30: every route with a document in its path returns 403 for the tag of another container', async () => {
    const { customId, tags } = await addShared()
    const scoped = await scopedTo(tags[0]!)
    for (const [method, suffix, body] of routes) {
      const named = path(customId, `${suffix}?containerTag=${tags[1]}`)
      expect((await request(method, named, body, scoped)).status).toBe(403)
    }
    expect((await get(path(customId, `?containerTag=${tags[0]}`), scoped)).status).toBe(200)
  })

  test('KEY-31: a scoped key sees only the container that its tag names now', async () => {
    const containerTag = newTag()
    const scoped = await scopedTo(containerTag)
    const old = await add({ content: 'From the first life of the tag.' }, scoped)
    const { headers } = await remove(path(old), undefined, scoped)
    const receipt = `/v3/erasures/${headers.get('x-erasure-id')}`
    expect((await get(receipt, scoped)).status).toBe(200)
    await remove(`/v3/container-tags/${containerTag}`)
    expect((await post('/v3/documents/list', {}, scoped)).body.memories).toEqual([])
    expect((await get(receipt, scoped)).status).toBe(404)
    expect((await get(receipt)).status).toBe(200)
    const fresh = await add({ content: 'From the second.' }, scoped)
    const { body } = await post('/v3/documents/list', {}, scoped)
    expect(body.memories.map(({ id }: { id: string }) => id)).toEqual([fresh])
  })
})
