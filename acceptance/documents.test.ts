import { describe, expect, test } from 'vitest'
import { add, addDone, get, newTag, post, remove, until, untilDone } from './client.ts'
import { prose } from './prose.ts'

const idPattern = /^[1-9A-HJ-NP-Za-km-z]{22}$/
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

const documentFields = [
  'activeContentUpdateId',
  'connectionId',
  'containerTags',
  'content',
  'createdAt',
  'customId',
  'dreamingOutcome',
  'dreamingStatus',
  'errorCode',
  'errorMessage',
  'filepath',
  'id',
  'latestRevision',
  'memoryCount',
  'memoryState',
  'metadata',
  'ogImage',
  'raw',
  'source',
  'status',
  'summary',
  'taskType',
  'title',
  'tombstonedAt',
  'type',
  'updatedAt',
  'url',
]

async function read(id: string) {
  return (await get(`/v3/documents/${id}`)).body
}

async function addStatus(fields: Record<string, unknown>): Promise<number> {
  const { status } = await post('/v3/documents', { content: 'A text.', containerTag: newTag(), ...fields })
  return status
}

async function search(containerTag: string, q: string) {
  const { body } = await post('/v3/search', { q, containerTag })
  return body.results
}

describe('documents: adding', () => {
  test('DOC-1: POST returns 200 with the id and the status queued', async () => {
    const { status, body } = await post('/v3/documents', { content: 'A text.', containerTag: newTag() })
    expect(status).toBe(200)
    expect(body).toEqual({ id: expect.any(String), status: 'queued' })
  })

  test('DOC-2: ids have 22 base58 characters and sort in the order of adding', async () => {
    const containerTag = newTag()
    const ids: string[] = []
    for (let i = 0; i < 12; i++) ids.push(await add({ content: `Text ${i}.`, containerTag }))
    for (const id of ids) expect(id).toMatch(idPattern)
    expect(ids).toEqual([...ids].sort())
    expect(new Set(ids).size).toBe(12)
  })

  test('DOC-3: GET finds the document immediately after the POST', async () => {
    for (let i = 0; i < 10; i++) {
      const id = await add({ content: `Text ${i}.`, containerTag: newTag() })
      const { status, body } = await get(`/v3/documents/${id}`)
      expect(status).toBe(200)
      expect(body.id).toBe(id)
    }
  })

  test('DOC-4: GET returns every field and no other, before and after processing', async () => {
    const id = await add({ content: 'A text.', containerTag: newTag() })
    expect(Object.keys(await read(id)).sort()).toEqual(documentFields)
    expect(Object.keys(await untilDone(id)).sort()).toEqual(documentFields)
  })

  const contents = [
    'Ümläüte, 漢字, עברית, emoji 👩‍👩‍👧‍👦 and 🇵🇹',
    '  leading and trailing white space \n\n',
    'line\r\nends\rof\nall\tkinds\u2028and\u00a0spaces',
    '{"not": "parsed"} \\u0041 \\ " \' <b>&amp;</b>',
    '"; drop table documents; --',
    'e\u0301 is not \u00e9',
    '\ufeffa byte order mark and a \u0007 bell',
  ]
  test.for(contents)('DOC-5: GET returns content exactly as sent: %j', async content => {
    const id = await add({ content, containerTag: newTag() })
    expect((await read(id)).content).toBe(content)
    expect((await untilDone(id)).content).toBe(content)
  })

  test('DOC-6: timestamps are ISO 8601, createdAt never changes, and updatedAt moves forward', async () => {
    const containerTag = newTag()
    const before = Date.now()
    const id = await add({ content: 'First.', containerTag, customId: 'times' })
    const early = await read(id)
    const first = await untilDone(id)
    await add({ content: 'Second.', containerTag, customId: 'times' })
    const second = await untilDone(id)
    for (const { createdAt, updatedAt } of [early, first, second]) {
      expect(createdAt).toMatch(timestamp)
      expect(updatedAt).toMatch(timestamp)
    }
    expect(Math.abs(Date.parse(early.createdAt) - before)).toBeLessThan(60_000)
    expect([first.createdAt, second.createdAt]).toEqual([early.createdAt, early.createdAt])
    expect(Date.parse(first.updatedAt)).toBeGreaterThanOrEqual(Date.parse(early.updatedAt))
    expect(Date.parse(second.updatedAt)).toBeGreaterThan(Date.parse(first.updatedAt))
  })

  test('DOC-7: GET returns customId as sent, or null without one', async () => {
    const containerTag = newTag()
    const named = await add({ content: 'A text.', containerTag, customId: 'My_id-1:a.b' })
    expect((await read(named)).customId).toBe('My_id-1:a.b')
    expect((await read(await add({ content: 'A text.', containerTag }))).customId).toBeNull()
  })
})

describe('documents: metadata', () => {
  test('DOC-8: GET returns metadata keys and values as sent', async () => {
    const metadata = {
      text: 'words',
      Text: 'other words',
      empty: '',
      'a key with spaces, 漢字 and .dots': 'yes',
      whole: 3,
      fraction: -0.25,
      large: 9007199254740991,
      small: 1e-12,
      yes: true,
      no: false,
      list: ['b', 'a', 'b'],
      none: [],
    }
    const id = await add({ content: 'A text.', containerTag: newTag(), metadata })
    expect((await read(id)).metadata).toEqual(metadata)
    expect((await untilDone(id)).metadata).toEqual(metadata)
  })

  test('DOC-8: metadata is null if none was sent, and an empty object stays an empty object', async () => {
    expect((await read(await add({ content: 'A text.', containerTag: newTag() }))).metadata).toBeNull()
    const empty = await add({ content: 'A text.', containerTag: newTag(), metadata: {} })
    expect((await read(empty)).metadata).toEqual({})
  })

  const badValues = ['{"nested":{}}', 'null', '[1]', '["a",1]', '[["a"]]', '[null]']
  test.for(badValues)('DOC-9: a metadata value of %s returns 400', async json => {
    const value = JSON.parse(json)
    for (const field of ['metadata', 'filterByMetadata']) {
      const { status, body } = await post('/v3/documents', { content: 'A text.', [field]: { key: value } })
      expect(status).toBe(400)
      expect(body.error).toContain(`${field}.key`)
    }
  })

  const badObjects = ['"text"', '7', 'true', '["a"]']
  test.for(badObjects)('DOC-9: metadata that is %s instead of an object returns 400', async json => {
    const metadata = JSON.parse(json)
    expect(await addStatus({ metadata })).toBe(400)
    expect(await addStatus({ filterByMetadata: metadata })).toBe(400)
  })
})

describe('documents: fields', () => {
  test('DOC-10: taskType is memory by default, rag if sent, and 400 for other values', async () => {
    const containerTag = newTag()
    const plain = await add({ content: 'A text.', containerTag })
    const memory = await add({ content: 'A text.', containerTag, taskType: 'memory' })
    const rag = await add({ content: 'A text.', containerTag, taskType: 'rag' })
    expect((await read(plain)).taskType).toBe('memory')
    expect((await read(memory)).taskType).toBe('memory')
    expect((await read(rag)).taskType).toBe('rag')
    expect(await addStatus({ taskType: 'other' })).toBe(400)
  })

  test('DOC-11: taskType superrag is stored as rag', async () => {
    const id = await add({ content: 'A text.', containerTag: newTag(), taskType: 'superrag' })
    expect((await read(id)).taskType).toBe('rag')
  })

  test('DOC-12: GET returns filepath as sent, or null without one', async () => {
    const containerTag = newTag()
    const id = await add({ content: 'A text.', containerTag, filepath: '/notes/a file (1).md' })
    expect((await read(id)).filepath).toBe('/notes/a file (1).md')
    expect((await read(await add({ content: 'A text.', containerTag }))).filepath).toBeNull()
    expect(await addStatus({ filepath: 7 })).toBe(400)
  })

  test('DOC-13: source is the x-sm-source header, or api without it', async () => {
    const containerTag = newTag()
    expect((await read(await add({ content: 'A text.', containerTag }))).source).toBe('api')
    const told = await add({ content: 'A text.', containerTag }, { headers: { 'x-sm-source': 'my-plugin' } })
    expect((await read(told)).source).toBe('my-plugin')
  })

  test('DOC-13: source keeps the first 255 characters of x-sm-source', async () => {
    for (const length of [255, 256, 1000]) {
      const headers = { 'x-sm-source': 's'.repeat(length) }
      const id = await add({ content: 'A text.', containerTag: newTag() }, { headers })
      expect((await read(id)).source).toBe('s'.repeat(255))
    }
  })

  test('DOC-14: a text has type text and null in the fields of files, pages and connections', async () => {
    const nothing = { connectionId: null, ogImage: null, raw: null, tombstonedAt: null, url: null }
    const id = await add({ content: 'A text.', containerTag: newTag() })
    expect(await read(id)).toMatchObject({ type: 'text', ...nothing })
    expect(await untilDone(id)).toMatchObject({ type: 'text', ...nothing })
  })

  test('DOC-15: dreaming accepts instant and dynamic and refuses other values', async () => {
    expect(await addStatus({ dreaming: 'instant' })).toBe(200)
    expect(await addStatus({ dreaming: 'dynamic' })).toBe(200)
    expect(await addStatus({ dreaming: 'later' })).toBe(400)
  })

  const dates = [
    '2024-02-29',
    '2024-05-01T12:30:00Z',
    '2024-05-01T12:30:00.123Z',
    '2024-05-01T12:30:00+05:30',
  ]
  test.for(dates)('DOC-16: documentDate %s is accepted', async documentDate => {
    expect(await addStatus({ documentDate })).toBe(200)
  })

  const badDates = [
    '2023-02-29',
    '2024-13-01',
    '01.05.2024',
    'yesterday',
    '',
    1714521600000,
    '2024-05-01T25:00:00Z',
  ]
  test.for(badDates)('DOC-16: documentDate %j returns 400', async documentDate => {
    expect(await addStatus({ documentDate })).toBe(400)
  })

  test('DOC-35: dreamingStatus starts as dreaming, or as done for rag', async () => {
    const containerTag = newTag()
    expect((await read(await add({ content: 'A text.', containerTag }))).dreamingStatus).toBe('dreaming')
    const rag = await add({ content: 'A text.', containerTag, taskType: 'rag' })
    expect((await read(rag)).dreamingStatus).toBe('done')
  })
})

describe('documents: container tags', () => {
  test('DOC-18: a document without a tag goes to sm_project_default', async () => {
    const id = await add({ content: 'A text without a tag.' })
    expect((await read(id)).containerTags).toEqual(['sm_project_default'])
    await remove(`/v3/documents/${id}`)
  })

  test('DOC-19: containerTag and containerTags are both accepted and returned in order, without duplicates', async () => {
    const [a, b, c] = [newTag('a'), newTag('b'), newTag('c')]
    const tagsOf = async (fields: object) =>
      (await read(await add({ content: 'A text.', ...fields }))).containerTags
    expect(await tagsOf({ containerTag: a })).toEqual([a])
    expect(await tagsOf({ containerTags: [b] })).toEqual([b])
    expect(await tagsOf({ containerTags: [c, a, b] })).toEqual([c, a, b])
    expect(await tagsOf({ containerTag: a, containerTags: [b, c] })).toEqual([a, b, c])
    expect(await tagsOf({ containerTag: a, containerTags: [b, a, b] })).toEqual([a, b])
    expect(await addStatus({ containerTags: a })).toBe(400)
    expect(await addStatus({ containerTag: [a] })).toBe(400)
  })
})

describe('documents: processing', () => {
  const order = ['queued', 'extracting', 'chunking', 'embedding', 'indexing', 'done']

  test('DOC-20: status moves forward from queued to done and never back', async () => {
    const id = await add({ content: prose(40_000), containerTag: newTag() })
    const seen: string[] = []
    await until(
      async () => {
        const { status } = await read(id)
        if (status !== seen.at(-1)) seen.push(status)
        return status
      },
      status => status === 'done',
    )
    // Polling may miss short stages, but not the long one.
    expect(seen).toContain('embedding')
    expect(seen).toEqual(order.filter(status => seen.includes(status)))
    await remove(`/v3/documents/${id}`)
  })

  test('DOC-21: title is the first heading, or the first line without one', async () => {
    const containerTag = newTag()
    const id = await add({ content: '# Moving to Lisbon\n\nAda moved in May.', containerTag })
    const early = await read(id)
    // The text is read after `extracting`.
    if (['queued', 'extracting'].includes(early.status)) expect(early.title).toBeNull()
    expect((await untilDone(id)).title).toBe('Moving to Lisbon')
    expect((await addDone({ content: 'Ada moved in May.\nThen she rested.', containerTag })).title).toBe(
      'Ada moved in May.',
    )
  })

  test('DOC-22: summary consists of sentences of the text, at most 400 characters', async () => {
    const { summary } = await addDone({
      content: '# Lisbon\n\nAda moved in May. She rents a flat near the river.',
      containerTag: newTag(),
    })
    expect(summary).toBe('Ada moved in May. She rents a flat near the river.')
    const long = await addDone({ content: prose(5_000), containerTag: newTag() })
    for (const sentence of long.summary.split(/(?<=\.) /)) expect(long.content).toContain(sentence)
    expect(long.summary.length).toBeLessThanOrEqual(400)
  })

  test('DOC-21, DOC-22: title and summary of a conversation use only the messages of the user', async () => {
    const turn = (n: number) =>
      `user: I glazed ${n} bowls in a deep blue this morning.\nassistant: What a wonderful colour, and how well it will shine in the light!`
    const content = [1, 2, 3, 4, 5, 6].map(turn).join('\n')
    const { title, summary } = await addDone({ content, containerTag: newTag() })
    expect(title).toBe('I glazed 1 bowls in a deep blue this morning.')
    expect(summary).toMatch(/^I glazed/)
    expect(summary).not.toContain('wonderful')
  })

  const wordless = ['🙂', '...!!!---', '```\n```', '\u200b', '---\ntitle: x\n---\n', '# ']
  test.for(wordless)('DOC-36: a text without words, %j, ends done', async content => {
    expect((await addDone({ content, containerTag: newTag() })).status).toBe('done')
  })

  test('DOC-34: attempts list the worker, stage, outcome and revision of each attempt', async () => {
    const containerTag = newTag()
    const { id } = await addDone({ content: 'First.', containerTag, customId: 'tried' })
    await add({ content: 'Second.', containerTag, customId: 'tried' })
    await untilDone(id)
    const { status, body } = await get(`/v3/documents/${id}/attempts`)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['attempts', 'llmCalls'])
    const attempt = {
      startedAt: expect.stringMatching(timestamp),
      endedAt: expect.stringMatching(timestamp),
      worker: expect.any(String),
      stage: 'indexing',
      outcome: 'done',
      errorCode: null,
      errorMessage: null,
    }
    expect(body.attempts).toEqual([
      { ...attempt, revision: 2 },
      { ...attempt, revision: 1 },
    ])
    for (const { startedAt, endedAt, worker } of body.attempts) {
      expect(Date.parse(endedAt)).toBeGreaterThanOrEqual(Date.parse(startedAt))
      expect(worker).not.toBe('')
    }
  })

  test('DOC-48: llmCalls is empty if no language model read the document', async () => {
    const { id } = await addDone({ content: 'Read by rules alone.', containerTag: newTag() })
    expect((await get(`/v3/documents/${id}/attempts`)).body.llmCalls).toEqual([])
  })

  test('DOC-34: an attempt in progress has outcome running and no end', async () => {
    const id = await add({ content: prose(200_000), containerTag: newTag() })
    const { body } = await until(
      () => get(`/v3/documents/${id}/attempts`),
      answer => answer.body.attempts.length > 0,
    )
    expect(body.attempts).toMatchObject([{ outcome: 'running', endedAt: null, revision: 1 }])
    expect(['extracting', 'chunking', 'embedding', 'indexing']).toContain(body.attempts[0].stage)
    await remove(`/v3/documents/${id}`)
  })
})

describe('documents: reading and deleting one', () => {
  test('DOC-23: a path accepts the id or the customId of a document', async () => {
    const customId = newTag('custom')
    const id = await add({ content: 'A text.', containerTag: newTag(), customId })
    const { attempts } = (await get(`/v3/documents/${id}/attempts`)).body
    expect((await get(`/v3/documents/${customId}`)).body.id).toBe(id)
    expect((await get(`/v3/documents/${customId}/attempts`)).status).toBe(200)
    expect(Array.isArray(attempts)).toBe(true)
    expect((await remove(`/v3/documents/${customId}`)).status).toBe(204)
    expect((await get(`/v3/documents/${id}`)).status).toBe(404)
  })

  test('DOC-24: a deleted document disappears at once from get, search, list and processing', async () => {
    const containerTag = newTag()
    const { id } = await addDone({ content: 'The heron nests by the weir.', containerTag })
    expect(await search(containerTag, 'heron nest')).toHaveLength(1)
    const { status, text } = await remove(`/v3/documents/${id}`)
    expect({ status, text }).toEqual({ status: 204, text: '' })
    expect((await get(`/v3/documents/${id}`)).status).toBe(404)
    expect(await search(containerTag, 'heron nest')).toEqual([])
    const list = (await post('/v3/documents/list', { containerTag })).body
    expect(list).toMatchObject({ memories: [], pagination: { totalItems: 0 } })
    const processing = (await get(`/v3/documents/processing?view=all&containerTag=${containerTag}`)).body
    expect(processing).toMatchObject({ documents: [], totalCount: 0 })
  })

  test('DOC-25: DELETE accepts a JSON body', async () => {
    const id = await add({ content: 'A text.', containerTag: newTag() })
    expect((await remove(`/v3/documents/${id}`, { reason: 'none' })).status).toBe(204)
    const other = await add({ content: 'A text.', containerTag: newTag() })
    expect((await remove(`/v3/documents/${other}`, {})).status).toBe(204)
  })

  test('DOC-26: GET, attempts and DELETE return 404 for a document that does not exist', async () => {
    const id = await add({ content: 'A text.', containerTag: newTag() })
    await remove(`/v3/documents/${id}`)
    const never = `${id.slice(0, -4)}zzzz`
    for (const missing of [id, never, 'no-such-custom-id', '1'.repeat(22), 'z'.repeat(22)]) {
      const answers = [
        await get(`/v3/documents/${missing}`),
        await get(`/v3/documents/${missing}/attempts`),
        await remove(`/v3/documents/${missing}`),
      ]
      for (const { status, body } of answers) {
        expect(status).toBe(404)
        expect(body.code).toBe('document.not_found')
      }
    }
  })

  test('DOC-27: a document deleted during processing stays deleted', async () => {
    const containerTag = newTag()
    const id = await add({ content: `The heron nests by the weir. ${prose(60_000)}`, containerTag })
    await until(
      () => read(id),
      ({ status }) => status !== 'queued',
    )
    expect((await remove(`/v3/documents/${id}`)).status).toBe(204)
    // The worker finishes the next document of the container only after it has released the first.
    await addDone({ content: 'The stork nests on the roof.', containerTag })
    expect((await get(`/v3/documents/${id}`)).status).toBe(404)
    const found = await search(containerTag, 'Where do birds nest?')
    expect(found).toHaveLength(1)
    expect(found[0].chunks[0].content).toBe('The stork nests on the roof.')
  })
})

describe('documents: the same customId again', () => {
  test('DOC-28: the same content under the same customId makes no new revision or attempt', async () => {
    const body = { content: 'The same.', containerTag: newTag(), customId: 'same' }
    const first = await addDone(body)
    const again = await post('/v3/documents', body)
    expect(again.body).toEqual({ id: first.id, status: 'done' })
    expect(await read(first.id)).toEqual(first)
    expect((await get(`/v3/documents/${first.id}/attempts`)).body.attempts).toHaveLength(1)
  })

  test('DOC-29: other content under the same customId makes a new revision of the same document', async () => {
    const containerTag = newTag()
    const first = await addDone({ content: 'First.', containerTag, customId: 'revised', metadata: { v: 1 } })
    expect(first).toMatchObject({ latestRevision: 1, activeContentUpdateId: null })
    // Long enough that it is still being processed at the next read, even on a busy machine.
    const content = prose(60_000)
    const answer = await post('/v3/documents', {
      content,
      containerTag,
      customId: 'revised',
      metadata: { v: 2 },
    })
    expect(answer.body).toEqual({ id: first.id, status: 'queued' })
    const meanwhile = await read(first.id)
    expect(meanwhile).toMatchObject({ latestRevision: 2, content, metadata: { v: 2 } })
    expect(meanwhile.activeContentUpdateId).toMatch(idPattern)
    expect(await untilDone(first.id)).toMatchObject({
      latestRevision: 2,
      activeContentUpdateId: null,
      content,
    })
    const list = (await post('/v3/documents/list', { containerTag })).body
    expect(list.pagination.totalItems).toBe(1)
  })

  test('DOC-30: search finds the old content until the new content replaces it', async () => {
    const containerTag = newTag()
    const customId = 'replaced'
    const { id } = await addDone({ content: 'The heron nests by the weir.', containerTag, customId })
    await add({ content: `Trams climb the hill. ${prose(60_000)}`, containerTag, customId })
    const during = await search(containerTag, 'heron nest weir')
    const { status } = await read(id)
    expect(status).not.toBe('done')
    expect(during[0]).toMatchObject({ documentId: id })
    expect(during[0].chunks[0].content).toBe('The heron nests by the weir.')
    await untilDone(id)
    const after = await search(containerTag, 'Trams climb the hill')
    expect(after[0].chunks[0].content).toContain('Trams climb the hill.')
    const chunks = (await search(containerTag, 'heron nest weir')).flatMap(
      (hit: { chunks: unknown[] }) => hit.chunks,
    )
    expect(JSON.stringify(chunks)).not.toContain('heron')
    await remove(`/v3/documents/${id}`)
  })

  test('DOC-37: content that begins with the stored content is appended to it', async () => {
    const containerTag = newTag()
    const beginning = 'Ada: I moved to Lisbon.'
    const whole = `${beginning}\n\nBob: Did the cat travel well?`
    const { id } = await addDone({ content: beginning, containerTag, customId: 'growing' })
    expect(await add({ content: whole, containerTag, customId: 'growing' })).toBe(id)
    expect(await untilDone(id)).toMatchObject({ content: whole, latestRevision: 2 })
    expect((await search(containerTag, 'moved to Lisbon'))[0].documentId).toBe(id)
    expect((await search(containerTag, 'cat travel'))[0].documentId).toBe(id)
  })

  test('DOC-31: the same customId in another container is another document', async () => {
    const customId = newTag('custom')
    const first = await add({ content: 'First.', containerTag: newTag(), customId })
    const second = await add({ content: 'Second.', containerTag: newTag(), customId })
    expect(second).not.toBe(first)
    expect((await read(first)).content).toBe('First.')
    expect((await read(second)).content).toBe('Second.')
  })

  test('DOC-32: the customId of a deleted document can name a new one', async () => {
    const body = { content: 'Once more.', containerTag: newTag(), customId: newTag('custom') }
    const first = await add(body)
    await remove(`/v3/documents/${first}`)
    const second = await add(body)
    expect(second).not.toBe(first)
    expect(await untilDone(second)).toMatchObject({ latestRevision: 1 })
    expect((await get(`/v3/documents/${body.customId}`)).body.id).toBe(second)
  })

  test('DOC-33: concurrent adds under one customId make one document', async () => {
    const containerTag = newTag()
    const customId = 'raced'
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, i) => add({ content: `Version ${i}.`, containerTag, customId })),
    )
    expect(new Set(ids).size).toBe(1)
    const { body } = await post('/v3/documents/list', { containerTag, includeContent: true })
    expect(body.memories).toHaveLength(1)
    expect(await untilDone(ids[0]!)).toMatchObject({ latestRevision: 8, content: body.memories[0].content })
  })
})
