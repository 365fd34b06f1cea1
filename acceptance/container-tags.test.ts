import { beforeAll, describe, expect, test } from 'vitest'
import {
  type ApiResponse,
  add,
  addDone,
  cells,
  get,
  newTag,
  otherKey,
  post,
  remove,
  request,
  until,
  untilDone,
} from './client.ts'

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
      name: tag,
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
    for (const [method, path, sent] of [
      ['GET', `/v3/container-tags/${containerTag}`],
      ['PATCH', `/v3/container-tags/${containerTag}`, { name: 'Mine' }],
      ['POST', '/v3/container-tags/merge', { containerTags: [newTag()], targetContainerTag: containerTag }],
      ['GET', `/v3/container-tags/${containerTag}/inferred`],
      ['GET', '/v3/projects'],
      ['POST', '/v3/projects', { name: 'Mine' }],
      ['DELETE', `/v3/projects/${containerTag}`],
    ] as const)
      expect((await request(method, path, sent, scoped)).status, `${method} ${path}`).toBe(403)
  })
})

describe('merges', () => {
  const merge = (containerTags: string[], targetContainerTag: string) =>
    post('/v3/container-tags/merge', { containerTags, targetContainerTag })

  test('TAG-11, TAG-12: a merge is queued, reports its progress and moves the documents', async () => {
    const source = newTag('source')
    const customId = newTag('swifts')
    const content = 'Swifts sleep in the air.'
    const { id } = await addDone({ content, containerTag: source, customId, taskType: 'rag' })
    const search = async (containerTag: string) =>
      (await post('/v3/search', { q: 'sleeping swifts', containerTag })).body.results
    const found = await search(source)
    expect(found).toMatchObject([{ documentId: id }])
    let target: string
    let queued: ApiResponse
    let tries = 0
    // A spread organization has about every second tag in the other cell.
    do {
      target = newTag('target')
      await patch(target, {})
      queued = await merge([source], target)
    } while (queued.status === 409 && ++tries < 20)
    const { mergeId } = queued.body
    expect([queued.status, queued.body]).toEqual([
      202,
      {
        success: true,
        status: 'queued',
        mergeId: expect.stringMatching(/^.{22}$/),
        targetTag: target,
        sourceTags: [source],
      },
    ])
    const seen: { status: string; finishedAt: string | null; movedDocuments: number }[] = []
    await until(
      async () => {
        const { body } = await get(`/v3/container-tags/merge/${mergeId}`)
        expect(body).toMatchObject({ mergeId, targetTag: target, sourceTags: [source] })
        seen.push(body)
        return body.status
      },
      status => status === 'done',
    )
    for (const { status, finishedAt } of seen) expect(finishedAt !== null).toBe(status === 'done')
    expect(seen.at(-1)).toEqual({
      mergeId,
      status: 'done',
      targetTag: target,
      sourceTags: [source],
      movedDocuments: 1,
      createdAt: expect.any(String),
      startedAt: expect.any(String),
      finishedAt: expect.any(String),
    })
    for (const name of [id, customId])
      expect((await get(`/v3/documents/${name}`)).body).toMatchObject({
        id,
        status: 'done',
        containerTags: [target],
      })
    const [after] = await search(target)
    expect([after.documentId, after.chunks]).toEqual([id, found[0].chunks])
    expect(await search(source)).toEqual([])
    expect((await get(`/v3/container-tags/${source}`)).status).toBe(404)
    expect((await read(target)).documentCount).toBe(1)
  })

  test('TAG-14: tags in different cells cannot be merged, and tags of one cell can', async () => {
    const [target, ...sources] = Array.from({ length: 16 }, () => newTag('apart'))
    for (const tag of [target!, ...sources]) await patch(tag, {})
    const { status, body } = await merge(sources, target!)
    // With 15 sources, some are certainly in the other cell if there is one.
    if (cells === 1) return expect([status, body.status]).toEqual([202, 'queued'])
    expect([status, body.code]).toEqual([409, 'merge.across_cells'])
    for (const tag of sources) expect((await read(tag)).containerTag).toBe(tag)
  })

  test('TAG-13: a merge of a tag into itself, or of an unknown tag, is refused', async () => {
    const tag = newTag()
    expect((await merge([tag], tag)).status).toBe(400)
    expect((await merge([], tag)).status).toBe(400)
    expect((await post('/v3/container-tags/merge', { containerTags: [tag] })).status).toBe(400)
    // A tag that may be in another cell is not looked up there.
    const unknown = (await merge([newTag()], tag)).status
    expect(cells === 1 ? [404] : [404, 409]).toContain(unknown)
    expect((await get('/v3/container-tags/merge/nobody')).body.code).toBe('merge.not_found')
  })
})

describe('inferred memories', () => {
  const review = (tag: string, id: string, action: unknown) =>
    post(`/v3/container-tags/${tag}/inferred/${id}/review`, { action })

  const inferredIn = async (tag: string) => (await get(`/v3/container-tags/${tag}/inferred`)).body
  const conclusion = "The user's brother Tom lives in Oslo."
  const tag = newTag('inferred')
  beforeAll(async () => {
    const content = 'user: My brother is called Tom. Tom lives in Oslo.\nassistant: I see.'
    await add({ content, containerTag: tag, dreaming: 'instant' })
    await until(
      () => inferredIn(tag),
      ({ total }) => total > 0,
    )
  })

  test('TAG-17: inferred memories that nobody reviewed are listed with their total', async () => {
    expect(await inferredIn(tag)).toMatchObject({
      memories: [{ memory: conclusion, isInference: true, parentCount: 2 }],
      total: 1,
    })
  })

  test('TAG-17: memories written through the API, and tags never used, have nothing to review', async () => {
    const stated = newTag()
    await post('/v4/memories', { containerTag: stated, memories: [{ content: 'Ada rows.' }] })
    for (const each of [stated, newTag()])
      expect(await get(`/v3/container-tags/${each}/inferred`)).toMatchObject({
        status: 200,
        body: { memories: [], total: 0 },
      })
  })

  test('TAG-17, TAG-18: a review approves or declines an inferred memory, and undo makes it reviewable again', async () => {
    const { id } = (await inferredIn(tag)).memories[0]
    const state = async () => {
      const { memoryEntries } = (await post('/v4/memories/list', { containerTags: [tag] })).body
      const entry = memoryEntries.find(({ memory }: { memory: string }) => memory === conclusion)
      return { listed: (await inferredIn(tag)).total, isInference: entry?.isInference }
    }
    const waiting = { listed: 1, isInference: true }
    for (const [action, reviewStatus, expected] of [
      ['approve', 'approved', { listed: 0, isInference: false }],
      ['undo', null, waiting],
      ['decline', 'declined', { listed: 0, isInference: undefined }],
      ['undo', null, waiting],
    ] as const) {
      expect(await review(tag, id, action)).toMatchObject({ status: 200, body: { id, reviewStatus } })
      expect(await state(), action).toEqual(expected)
    }
    expect((await review(tag, id, 'undo')).status).toBe(409)
  })

  test('TAG-18: only an inferred memory can be reviewed, with one of three actions', async () => {
    const stated = newTag()
    const { body } = await post('/v4/memories', {
      containerTag: stated,
      memories: [{ content: 'Ada rows.' }],
    })
    const [{ id }] = body.memories
    for (const action of ['approve', 'decline', 'undo'])
      expect(await review(stated, id, action)).toMatchObject({
        status: 409,
        body: { code: 'memory.not_reviewable' },
      })
    for (const action of ['reject', '', undefined, true])
      expect((await review(stated, id, action)).status).toBe(400)
    for (const [where, which] of [
      [stated, 'nobody'],
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
    const other = (await post('/v3/projects', { name: `Other ${newTag('p')}` })).body
    expect((await remove(`/v3/projects/${other.containerTag}`)).body.success).toBe(true)
    expect((await get('/v3/projects')).text).not.toContain(other.containerTag)
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
