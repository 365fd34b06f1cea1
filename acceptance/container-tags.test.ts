import { describe, expect, test } from 'vitest'
import { add, addDone, get, newTag, otherKey, post, remove, request, until, untilDone } from './client.ts'

const patch = (tag: string, body: unknown) => request('PATCH', `/v3/container-tags/${tag}`, body)
const read = async (tag: string) => (await get(`/v3/container-tags/${tag}`)).body

describe('container tags', () => {
  test('TAG-1, TAG-2: the list is an array of container tags with every field', async () => {
    const tag = newTag()
    await addDone({ content: 'Twelve chars', containerTag: tag })
    const { status, body } = await get('/v3/container-tags/list')
    expect(status).toBe(200)
    expect(Array.isArray(body)).toBe(true)
    const row = body.find(({ containerTag }: { containerTag: string }) => containerTag === tag)
    expect(row).toEqual({
      id: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{22}$/),
      name: null,
      containerTag: tag,
      description: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      isExperimental: false,
      isNova: false,
      documentCount: 1,
      memoryCount: expect.any(Number),
      tokenCount: 3,
      lastActivityAt: row.updatedAt,
      entityContext: null,
      memoryFilesystemPaths: null,
      profileBuckets: null,
    })
    expect(await read(tag)).toEqual(row)
  })

  test('TAG-3: the list of container tags starts with the latest activity and has pages', async () => {
    const tags = [newTag(), newTag(), newTag()]
    for (const tag of tags) await patch(tag, {})
    const pages = await Promise.all(
      [1, 2, 3].map(page => get(`/v3/container-tags/list?limit=1&page=${page}`)),
    )
    expect(pages.map(({ body }) => body.length)).toEqual([1, 1, 1])
    const { body } = await get('/v3/container-tags/list')
    const times = body.map(({ lastActivityAt }: { lastActivityAt: string }) => lastActivityAt)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test.for([
    ['limit=1000', 200],
    ['limit=0', 400],
    ['limit=1001', 400],
    ['page=1000', 200],
    ['page=0', 400],
    ['page=1001', 400],
  ] as const)('TAG-3: the list of container tags with %s returns %i', async ([query, status]) => {
    expect((await get(`/v3/container-tags/list?${query}`)).status).toBe(status)
  })

  test('TAG-4: PATCH creates the tag, changes the fields sent and clears those that are null', async () => {
    const tag = newTag()
    expect((await get(`/v3/container-tags/${tag}`)).body.code).toBe('container.not_found')
    const all = {
      name: 'Ada',
      entityContext: 'Ada is a potter.',
      memoryFilesystemPaths: ['/notes/'],
      profileBuckets: [{ key: 'work', description: 'What she makes.' }],
    }
    const made = await patch(tag, all)
    expect(made).toMatchObject({ status: 200, body: { containerTag: tag, documentCount: 0, ...all } })
    const changed = await patch(tag, { name: 'Ada L.', profileBuckets: null })
    expect(changed.body).toMatchObject({ ...all, name: 'Ada L.', profileBuckets: null, id: made.body.id })
    expect(await read(tag)).toEqual(changed.body)
  })

  test.for([
    [{ name: 'x'.repeat(255) }, 200],
    [{ name: 'x'.repeat(256) }, 400],
    [{ name: '' }, 400],
    [{ entityContext: 'x'.repeat(1500) }, 200],
    [{ entityContext: 'x'.repeat(1501) }, 400],
    [{ entityContext: 7 }, 400],
    [{ memoryFilesystemPaths: Array(100).fill('/a') }, 200],
    [{ memoryFilesystemPaths: Array(101).fill('/a') }, 400],
    [{ memoryFilesystemPaths: [''] }, 400],
    [{ profileBuckets: Array(50).fill({ key: 'k', description: '' }) }, 200],
    [{ profileBuckets: Array(51).fill({ key: 'k', description: '' }) }, 400],
    [{ profileBuckets: [{ key: '', description: '' }] }, 400],
    [{ unknown: 1 }, 200],
    [{ entitycontext: 'x' }, 400],
  ] as const)(
    'TAG-5: PATCH of a container tag accepts values up to its limits, case %#',
    async ([body, status]) => {
      expect((await patch(newTag(), body)).status).toBe(status)
    },
  )

  test('TAG-6: entityContext of a document stays on its container tag', async () => {
    const containerTag = newTag()
    await add({ content: 'First.', containerTag, entityContext: 'Ada is a potter.' })
    await add({ content: 'Second.', containerTag })
    expect((await read(containerTag)).entityContext).toBe('Ada is a potter.')
    await add({ content: 'Third.', containerTag, entityContext: 'Ada is a sailor.' })
    expect((await read(containerTag)).entityContext).toBe('Ada is a sailor.')
  })

  test('TAG-7, TAG-8: deleting a tag removes its documents at once, and the tag can be used again', async () => {
    const tag = newTag()
    const customId = newTag('name')
    const { id } = await addDone({ content: 'A heron stands in the reeds.', containerTag: tag, customId })
    const deleted = await remove(`/v3/container-tags/${tag}`)
    expect(deleted.status).toBe(200)
    expect(deleted.body).toEqual({
      success: true,
      containerTag: tag,
      deletedDocumentsCount: 1,
      deletedMemoriesCount: expect.any(Number),
      erasureId: deleted.headers.get('x-erasure-id'),
    })
    for (const path of [id, customId]) expect((await get(`/v3/documents/${path}`)).status).toBe(404)
    expect((await post('/v3/documents/list', { containerTag: tag })).body.pagination.totalItems).toBe(0)
    for (const scope of [{}, { containerTag: tag }]) {
      const { body } = await post('/v3/search', { q: 'a heron in the reeds', ...scope })
      expect(body.results.map(({ documentId }: { documentId: string }) => documentId)).not.toContain(id)
    }
    expect((await get(`/v3/container-tags/${tag}`)).status).toBe(404)
    expect((await remove(`/v3/container-tags/${tag}`)).body.code).toBe('container.not_found')
    const again = await add({ content: 'A new nest.', containerTag: tag, customId })
    expect(again).not.toBe(id)
    expect((await untilDone(again)).containerTags).toEqual([tag])
    expect((await read(tag)).documentCount).toBe(1)
  })

  test.skipIf(!otherKey)(
    'TAG-9: another organization cannot read, delete or list a container tag',
    async () => {
      const tag = newTag()
      await add({ content: 'Ours.', containerTag: tag })
      const theirs = { key: otherKey! }
      expect((await get(`/v3/container-tags/${tag}`, theirs)).status).toBe(404)
      expect((await remove(`/v3/container-tags/${tag}`, undefined, theirs)).status).toBe(404)
      const { body } = await get('/v3/container-tags/list', theirs)
      expect(body.some(({ containerTag }: { containerTag: string }) => containerTag === tag)).toBe(false)
      expect((await read(tag)).documentCount).toBe(1)
    },
  )

  test('TAG-10: a scoped key may not use the routes of container tags and projects', async () => {
    const containerTag = newTag()
    const { body } = await post('/v3/auth/scoped-key', { containerTag })
    const scoped = { key: body.key }
    expect((await get('/v3/container-tags/list', scoped)).status).toBe(403)
    expect((await remove(`/v3/container-tags/${containerTag}`, undefined, scoped)).status).toBe(403)
    expect((await get('/v3/projects', scoped)).status).toBe(403)
  })
})

describe('merges', () => {
  const merge = (containerTags: string[], targetContainerTag: string) =>
    post('/v3/container-tags/merge', { containerTags, targetContainerTag })

  test('TAG-11, TAG-12, TAG-14: a merge is queued and moves the documents, or returns 409 across cells', async () => {
    const [source, target] = [newTag('source'), newTag('target')]
    const { id } = await addDone({ content: 'Swifts sleep in the air.', containerTag: source })
    await add({ content: 'Already there.', containerTag: target })
    const { status, body } = await merge([source], target)
    // If the organization is spread over cells, the two tags may be in different cells.
    if (status === 409) {
      expect(body.code).toBe('merge.across_cells')
      return
    }
    expect({ status, body }).toEqual({
      status: 202,
      body: {
        success: true,
        status: 'queued',
        mergeId: expect.stringMatching(/^.{22}$/),
        targetTag: target,
        sourceTags: [source],
      },
    })
    const done = await until(
      () => get(`/v3/container-tags/merge/${body.mergeId}`),
      answer => answer.body.status === 'done',
    )
    expect(done.body).toEqual({
      mergeId: body.mergeId,
      status: 'done',
      targetTag: target,
      sourceTags: [source],
      movedDocuments: 1,
      createdAt: expect.any(String),
      startedAt: expect.any(String),
      finishedAt: expect.any(String),
    })
    expect((await get(`/v3/documents/${id}`)).body).toMatchObject({ status: 'done', containerTags: [target] })
    const found = await post('/v3/search', { q: 'sleeping swifts', containerTag: target, limit: 1 })
    expect(found.body.results[0].documentId).toBe(id)
    expect((await get(`/v3/container-tags/${source}`)).status).toBe(404)
    expect((await read(target)).documentCount).toBe(2)
  })

  test('TAG-13: a merge of a tag into itself, or of an unknown tag, is refused', async () => {
    const tag = newTag()
    expect((await merge([tag], tag)).status).toBe(400)
    expect((await merge([], tag)).status).toBe(400)
    expect((await post('/v3/container-tags/merge', { containerTags: [tag] })).status).toBe(400)
    expect([404, 409]).toContain((await merge([newTag()], tag)).status)
    expect((await get('/v3/container-tags/merge/nobody')).body.code).toBe('merge.not_found')
  })
})

describe('inferred memories', () => {
  const review = (tag: string, id: string, action: unknown) =>
    post(`/v3/container-tags/${tag}/inferred/${id}/review`, { action })

  test('TAG-17: memories written through the API, and tags never used, have nothing to review', async () => {
    const tag = newTag()
    await post('/v4/memories', { containerTag: tag, memories: [{ content: 'Ada rows.' }] })
    for (const each of [tag, newTag()])
      expect(await get(`/v3/container-tags/${each}/inferred`)).toMatchObject({
        status: 200,
        body: { memories: [], total: 0 },
      })
  })

  test('TAG-18: only an inferred memory can be reviewed, with one of three actions', async () => {
    const tag = newTag()
    const { body } = await post('/v4/memories', { containerTag: tag, memories: [{ content: 'Ada rows.' }] })
    const [{ id }] = body.memories
    for (const action of ['approve', 'decline', 'undo'])
      expect(await review(tag, id, action)).toMatchObject({
        status: 409,
        body: { code: 'memory.not_reviewable' },
      })
    for (const action of ['reject', '', undefined, true])
      expect((await review(tag, id, action)).status).toBe(400)
    for (const [where, which] of [
      [tag, 'nobody'],
      [newTag(), id],
    ])
      expect((await review(where, which, 'approve')).body.code).toBe('memory.not_found')
  })
})

describe('projects', () => {
  test('TAG-15, TAG-16: projects are the container tags that begin with sm_project_', async () => {
    const name = `Plans ${newTag('p')}`
    const { status, body } = await post('/v3/projects', { name })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name, containerTag: expect.stringMatching(/^sm_project_plans_[a-z0-9_]+$/) })
    await patch(newTag(), {})
    const list = (await get('/v3/projects')).body.projects
    for (const { containerTag } of list) expect(containerTag).toMatch(/^sm_project_/)
    expect(list.some(({ id }: { id: string }) => id === body.id)).toBe(true)
    const deleted = await remove(`/v3/projects/${body.id}`)
    expect(deleted.body).toEqual({
      success: true,
      message: expect.any(String),
      documentsAffected: 0,
      memoriesAffected: 0,
    })
    expect((await remove(`/v3/projects/${body.containerTag}`)).status).toBe(404)
    expect((await remove(`/v3/projects/${body.id}`)).body.code).toBe('project.not_found')
  })

  test.for([
    ['x'.repeat(80), 200],
    ['x'.repeat(81), 400],
    ['', 400],
    ['!?', 400],
  ] as const)('TAG-16: creating a project named "%s" returns %i', async ([name, status]) => {
    expect((await post('/v3/projects', { name })).status).toBe(status)
  })
})
