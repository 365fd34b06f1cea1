import { describe, expect, test } from 'vitest'
import { add, addDone, baseUrl, get, key, newTag, post, until, untilDone } from './client.ts'
import { prose } from './prose.ts'

const none = {
  memories: 0,
  setting: null,
  truncated: false,
  errorCode: null,
  errorMessage: null,
  until: null,
}

const read = async (id: string) => (await get(`/v3/documents/${id}`)).body

const dreamed = (id: string, withinMs?: number) =>
  until(
    () => read(id),
    ({ status, dreamingStatus }) => status === 'done' && dreamingStatus !== 'dreaming',
    withinMs,
  )

const say = (content: string, containerTag = newTag('outcome')) =>
  add({ content, containerTag, dreaming: 'instant' })

async function upload(name: string, text: string, containerTag: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([text]), name)
  form.set('containerTag', containerTag)
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${baseUrl}/v3/documents/file`, { method: 'POST', headers, body: form })
  return ((await answer.json()) as { id: string }).id
}

/** Uploads a file that ends `failed`, because it claims to be a PDF but is broken. */
async function uploadBroken(containerTag = newTag('broken')): Promise<string> {
  const id = await upload('scan of May.pdf', '%PDF-1.7\nbroken', containerTag)
  await until(
    () => read(id),
    ({ status }) => status === 'failed',
  )
  return id
}

describe('outcomes of documents', () => {
  test('DOC-49: GET and the lists return memoryCount and the outcome of a document', async () => {
    const containerTag = newTag('outcome')
    const id = await say('user: I live in Lisbon.', containerTag)
    const ending = { errorCode: null, errorMessage: null, memoryCount: 1 }
    expect(await dreamed(id)).toMatchObject(ending)
    const { memories } = (await post('/v3/documents/list', { containerTag })).body
    expect(memories).toMatchObject([{ ...ending, dreamingOutcome: { outcome: 'formed', memories: 1 } }])
    const { documents } = (await post('/v3/documents/documents', { containerTags: [containerTag] })).body
    expect(documents).toMatchObject([{ ...ending, dreamingOutcome: { outcome: 'formed', memories: 1 } }])
  })

  test.each([
    ['formed', 'user: I live in Lisbon.', 1],
    ['nothing', 'user: Hello!', 0],
  ])('DOC-50: dreamingOutcome can be %s', async (outcome, content, memories) => {
    expect((await dreamed(await say(content))).dreamingOutcome).toEqual({ ...none, outcome, memories })
  })

  test('DOC-50: dreamingOutcome is null until dreaming ends', async () => {
    // Long enough that it is still being processed at the first read.
    const id = await say(`I live in Lisbon. ${prose(30_000)}`)
    expect(await read(id)).toMatchObject({ dreamingStatus: 'dreaming', dreamingOutcome: null })
    await until(
      async () => {
        const { dreamingStatus, dreamingOutcome } = await read(id)
        expect(dreamingOutcome === null).toBe(dreamingStatus === 'dreaming')
        return dreamingStatus
      },
      status => status === 'done',
    )
  })

  test('DOC-50: dreamingOutcome of a rag document is skipped', async () => {
    const content = 'user: I live in Lisbon.'
    const { dreamingStatus, dreamingOutcome } = await addDone({ content, taskType: 'rag' })
    expect([dreamingStatus, dreamingOutcome]).toEqual(['done', { ...none, outcome: 'skipped' }])
  })

  test('DOC-50, DOC-51: an upload that cannot be read has its file name as title and dreamingStatus failed', async () => {
    const errorCode = 'extract.malformed'
    expect(await read(await uploadBroken())).toMatchObject({
      title: 'scan of May.pdf',
      status: 'failed',
      dreamingStatus: 'failed',
      errorCode,
      dreamingOutcome: { ...none, outcome: 'failed', errorCode, errorMessage: expect.stringMatching(/./) },
    })
  })

  test.each([
    ['formed', null, { content: 'user: I live in Lisbon.' }],
    ['none', 'nothing_found', { content: 'user: Hello!' }],
    ['off', 'rag', { content: 'user: I live in Lisbon.', taskType: 'rag' }],
  ])('DOC-81: memoryState can be %s, for the reason %s', async (state, reason, document) => {
    const { id } = await addDone(document)
    const { memoryState } = await dreamed(id)
    expect(memoryState).toMatchObject({ state, reason })
    expect(memoryState.message === null).toBe(state === 'formed')
  })

  test('DOC-81: memoryState says that a document waits, and that it failed', async () => {
    const id = await say(`I live in Lisbon. ${prose(30_000)}`)
    expect((await read(id)).memoryState).toMatchObject({ state: 'waiting' })
    expect((await read(await uploadBroken())).memoryState).toMatchObject({
      state: 'failed',
      reason: 'processing_failed',
      message: expect.stringMatching(/./),
    })
  })

  test('DOC-52: attempts include one at dreaming, unless the document is rag', async () => {
    const attemptsOf = async (id: string) => {
      await dreamed(id)
      return (await get(`/v3/documents/${id}/attempts`)).body.attempts
    }
    const ended = { outcome: 'done', endedAt: expect.any(String), revision: 1, errorCode: null }
    expect(await attemptsOf(await say('user: I live in Lisbon.'))).toMatchObject([
      { ...ended, stage: 'dreaming' },
      { ...ended, stage: 'indexing' },
    ])
    const rag = await add({ content: 'user: I live in Lisbon.', containerTag: newTag(), taskType: 'rag' })
    expect(await attemptsOf(rag)).toMatchObject([{ ...ended, stage: 'indexing' }])
  })
})

describe('retry and reprocess', () => {
  test('DOC-53: retry queues a failed document again, and returns 409 for one that did not fail', async () => {
    const id = await uploadBroken()
    expect(await post(`/v3/documents/${id}/retry`)).toMatchObject({
      status: 202,
      body: { id, status: 'queued' },
    })
    const { body } = await until(
      () => get(`/v3/documents/${id}/attempts`),
      answer => answer.body.attempts.length > 1 && answer.body.attempts[0].outcome === 'failed',
    )
    // A new attempt at the same content, not a new revision.
    expect(body.attempts).toMatchObject([
      { outcome: 'failed', revision: 1, errorCode: 'extract.malformed' },
      { outcome: 'failed', revision: 1, errorCode: 'extract.malformed' },
    ])
    const done = await addDone({ content: 'A text.', containerTag: newTag(), taskType: 'rag' })
    expect(await post(`/v3/documents/${done.id}/retry`)).toMatchObject({
      status: 409,
      body: { code: 'request.conflict', error: expect.stringContaining('done') },
    })
    expect((await post('/v3/documents/nobody/retry')).status).toBe(404)
  })

  test('DOC-74, DOC-75, DOC-76: retry of many queues failed documents by code, time and container', async () => {
    const containerTag = newTag('retries')
    const id = await uploadBroken(containerTag)
    const other = await addDone({ content: 'A text.', containerTag, taskType: 'rag' })
    const scoped = (await post('/v3/auth/scoped-key', { containerTag })).body.key
    const retry = (body: object, by?: string) =>
      post('/v3/documents/retry', body, by === undefined ? {} : { key: by })
    const nobody = { status: 202, body: { count: 0, after: null } }
    expect(await retry({ codes: ['embed.*'], containerTag })).toMatchObject(nobody)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect(await retry({ since: tomorrow, containerTag })).toMatchObject(nobody)
    expect((await retry({ containerTags: [newTag()] }, scoped)).status).toBe(403)
    expect(await retry({ codes: ['extract.*'] }, scoped)).toMatchObject({
      status: 202,
      body: { count: 1, after: null },
    })
    const { body } = await until(
      () => get(`/v3/documents/${id}/attempts`),
      answer => answer.body.attempts.length > 1 && answer.body.attempts[0].outcome === 'failed',
    )
    expect(body.attempts).toHaveLength(2)
    expect(await retry({ containerTag, after: id })).toMatchObject(nobody)
    expect((await get(`/v3/documents/${other.id}`)).body.status).toBe('done')
    expect((await retry({ codes: ['not a code'] })).status).toBe(400)
  })

  test('DOC-54: reprocess queues documents once, and search finds them meanwhile', async () => {
    const containerTag = newTag('again')
    const { id } = await addDone({ content: 'Kilns are hot.', containerTag, taskType: 'rag' })
    const reprocess = (body: object) => post('/v3/documents/reprocess', body)
    expect(await reprocess({ containerTags: [containerTag] })).toMatchObject({
      status: 202,
      body: { count: 1, after: null },
    })
    expect((await reprocess({ ids: [id] })).body.count).toBe(0)
    const { results } = (await post('/v3/search', { q: 'kilns', containerTag })).body
    expect(results).toMatchObject([{ documentId: id }])
    expect(await untilDone(id)).toMatchObject({ latestRevision: 1 })
    expect((await reprocess({})).status).toBe(400)
    expect((await reprocess({ ids: [id], from: 'nowhere' })).status).toBe(400)
  })

  test('DOC-55: reprocess continues after the document that after names', async () => {
    const containerTag = newTag('after')
    const ids: string[] = []
    for (const content of ['One.', 'Two.', 'Three.'])
      ids.push((await addDone({ content, containerTag, taskType: 'rag' })).id)
    const { body } = await post('/v3/documents/reprocess', { containerTag, after: ids[1] })
    expect(body).toEqual({ count: 1, after: null })
    for (const id of ids.slice(0, 2)) expect((await read(id)).status).toBe('done')
    const last = await post('/v3/documents/reprocess', { containerTag, after: ids[2] })
    expect(last.body).toEqual({ count: 0, after: null })
    const unknown = await post('/v3/documents/reprocess', { containerTag, after: 'nobody' })
    expect([unknown.status, unknown.body.error]).toEqual([400, expect.stringContaining('after')])
  })

  test('DOC-56: a scoped key reprocesses only documents of its own container', async () => {
    const [own, other] = [newTag('own'), newTag('other')]
    await addDone({ content: 'Ours.', containerTag: own, taskType: 'rag' })
    const theirs = await addDone({ content: 'Theirs.', containerTag: other, taskType: 'rag' })
    const scoped = { key: (await post('/v3/auth/scoped-key', { containerTag: own })).body.key as string }
    const reprocess = (body: object) => post('/v3/documents/reprocess', body, scoped)
    expect((await reprocess({ containerTags: [other] })).status).toBe(403)
    expect((await reprocess({ ids: [theirs.id] })).body).toMatchObject({
      count: 0,
      errors: [{ id: theirs.id }],
    })
    expect((await reprocess({})).body).toMatchObject({ count: 1 })
    expect((await post(`/v3/documents/${theirs.id}/retry`, undefined, scoped)).status).toBe(404)
  })

  test('MEM-40: dreaming reads a long text to its end and cites positions in the whole text', async () => {
    const containerTag = newTag('long')
    const filler = 'The sky over the old harbour stayed grey for the whole of that long and quiet afternoon. '
    const content = `My dog is called Bruno. ${filler.repeat(300)}I am allergic to peanuts.`
    const id = await say(content, containerTag)
    expect((await dreamed(id)).dreamingOutcome).toEqual({ ...none, outcome: 'formed', memories: 2 })
    const { memoryEntries } = (await post('/v4/memories/list', { containerTags: [containerTag] })).body
    const last = memoryEntries.find(({ memory }: { memory: string }) => memory.includes('peanuts'))
    const [{ spans }] = (await get(`/v4/memories/${last.id}`)).body.citations
    expect(content.slice(spans[0].start, spans[0].end)).toContain('allergic to peanuts')
  })

  test('MEM-41: dreaming stops at 1,000 facts of a text and at 40 of a file, and says so', {
    timeout: 240_000,
  }, async () => {
    const sentences = Array.from({ length: 1_100 }, (_, i) => `I like b${i}.`)
    const text = await say(sentences.join(' '))
    const people = Array.from({ length: 45 }, (_, i) => `Priya${i} Rao lives in Pune.`)
    const whole = await upload('notes.txt', people.slice(0, 20).join('\n\n'), newTag('facts'))
    const file = await upload('notes.txt', people.join('\n\n'), newTag('facts'))
    // A thousand memories take a busy machine about a minute.
    const ending = async (id: string) => (await dreamed(id, 220_000)).dreamingOutcome
    expect(await ending(whole)).toEqual({ ...none, outcome: 'formed', memories: 20, truncated: false })
    expect(await ending(file)).toEqual({ ...none, outcome: 'formed', memories: 40, truncated: true })
    expect(await ending(text)).toEqual({ ...none, outcome: 'formed', memories: 1_000, truncated: true })
  })
})
