import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Supermemory from 'supermemory'
import SupermemoryV3 from 'supermemory-v3'
import { describe, expect, test } from 'vitest'
import { baseUrl, key, newTag } from '../client.ts'
import { nameOf } from './versions.ts'
import { read, untilDone, watch } from './watch.ts'

/** Both generations of the SDK. The tests use the calls that both have, with the types of the newer one. */
const sdks = [
  { name: nameOf('supermemory'), Sdk: Supermemory },
  { name: nameOf('supermemory-v3'), Sdk: SupermemoryV3 as unknown as typeof Supermemory },
]

const id = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{22}$/)

describe.each(sdks)('$name', ({ Sdk }) => {
  watch()
  const client = new Sdk({ apiKey: key, baseURL: baseUrl })

  const addDone = async (body: Parameters<typeof client.add>[0]) => {
    const added = await client.add(body)
    await untilDone(added.id)
    return added.id
  }

  test('add works', async () => {
    const containerTag = newTag()
    const metadata = { topic: 'ceramics', year: 2026, kept: true, words: ['kiln', 'glaze'] }
    const body = { content: 'Ada fires her kiln on Fridays.', containerTag, customId: 'kiln', metadata }
    const added = await client.add(body)
    expect(added).toEqual({ id, status: expect.any(String) })
    expect(await client.add(body)).toMatchObject({ id: added.id })
    expect(await read(added.id)).toMatchObject({ customId: 'kiln', metadata, containerTags: [containerTag] })
  })

  test('documents.add works', async () => {
    const containerTags = [newTag(), newTag()]
    const added = await client.documents.add({ content: 'Of two tags.', containerTags, taskType: 'superrag' })
    expect(await read(added.id)).toMatchObject({ containerTags, taskType: 'rag' })
  })

  test('documents.batchAdd works', async () => {
    const containerTag = newTag()
    const answer = await client.documents.batchAdd({
      documents: [{ content: 'One of two.', customId: 'one' }, { content: 'Two of two.' }],
      containerTag,
      metadata: { batch: 'first' },
    })
    expect(answer).toMatchObject({ success: 2, failed: 0, results: [{ id }, { id }] })
    const plain = await client.documents.batchAdd({ documents: ['A text alone.'], containerTag })
    expect(plain).toMatchObject({ success: 1, failed: 0 })
    expect(await read(answer.results[0]!.id)).toMatchObject({ customId: 'one', metadata: { batch: 'first' } })
  })

  test('documents.uploadFile works', async () => {
    const containerTag = newTag()
    const text = 'Kept in a file: owls hunt at dusk.'
    const { id } = await client.documents.uploadFile({
      file: new File([text], 'owls.txt', { type: 'text/plain' }),
      containerTags: JSON.stringify([containerTag]),
      metadata: JSON.stringify({ from: 'file' }),
    })
    expect(await untilDone(id)).toMatchObject({
      raw: text,
      type: 'text',
      metadata: { from: 'file' },
      containerTags: [containerTag],
    })
  })

  test('documents.uploadFile, as a stream works', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'reverie-client-'))
    const path = join(directory, 'owls.md')
    writeFileSync(path, '# Owls\n\nThey hunt at dusk.')
    const { id } = await client.documents.uploadFile({
      file: createReadStream(path),
      containerTags: newTag(),
    })
    rmSync(directory, { recursive: true })
    expect(await untilDone(id)).toMatchObject({ status: 'done', title: 'Owls' })
  })

  test('documents.get works', async () => {
    const added = await addDone({ content: 'To be read.', containerTag: newTag(), customId: 'read-me' })
    const document = await client.documents.get(added)
    expect(document).toMatchObject({ id: added, content: 'To be read.', status: 'done', type: 'text' })
  })

  test('documents.list works', async () => {
    const containerTag = newTag()
    for (const n of [1, 2, 3])
      await client.add({
        content: `Number ${n}.`,
        containerTag,
        metadata: { n, parity: n % 2 ? 'odd' : 'even' },
      })
    const odd = { AND: [{ key: 'parity', value: 'odd' }] }
    const { memories, pagination } = await client.documents.list({
      containerTags: [containerTag],
      filters: odd,
      includeContent: true,
      limit: 1,
      page: 2,
      order: 'asc',
      sort: 'createdAt',
    })
    expect(memories.map(({ content }) => content)).toEqual(['Number 3.'])
    expect(pagination).toEqual({ currentPage: 2, limit: 1, totalItems: 2, totalPages: 2 })
    const large = {
      key: 'n',
      value: '2',
      filterType: 'numeric',
      numericOperator: '>=',
      negate: 'false',
    } as const
    const found = await client.documents.list({ containerTags: [containerTag], filters: { OR: [large] } })
    expect(found.pagination.totalItems).toBe(2)
  })

  test('documents.listProcessing works', async () => {
    const answer = await client.documents.listProcessing()
    expect(answer).toMatchObject({ documents: expect.any(Array), totalCount: expect.any(Number) })
  })

  test('documents.update works', async () => {
    const added = await addDone({ content: 'The old words.', containerTag: newTag() })
    const answer = await client.documents.update(added, { content: 'The new words.', metadata: { n: 2 } })
    expect(answer).toEqual({ id: added, status: expect.any(String) })
    expect(await untilDone(added)).toMatchObject({ content: 'The new words.', metadata: { n: 2 } })
  })

  test('documents.delete works', async () => {
    const containerTag = newTag()
    const first = await client.add({ content: 'By its id.', containerTag })
    await client.documents.delete(first.id)
    const customId = `custom-${containerTag}`
    const second = await client.add({ content: 'By its customId.', containerTag, customId })
    await client.documents.delete(customId)
    for (const gone of [first.id, second.id])
      await expect(client.documents.get(gone)).rejects.toBeInstanceOf(Sdk.NotFoundError)
  })

  test('documents.deleteBulk works', async () => {
    const containerTag = newTag()
    const ids = []
    for (const n of [1, 2, 3]) ids.push((await client.add({ content: `Gone ${n}.`, containerTag })).id)
    const byId = await client.documents.deleteBulk({ ids: [ids[0]!, 'nobody'] })
    expect(byId).toMatchObject({ deletedCount: 1, errors: [{ id: 'nobody', error: expect.any(String) }] })
    const byTag = await client.documents.deleteBulk({ containerTags: [containerTag] })
    expect(byTag).toMatchObject({ success: true, deletedCount: 2, containerTags: [containerTag] })
  })

  describe('search', () => {
    const containerTag = newTag('search')
    const content = 'Magpies recognise themselves in a mirror.'

    test.for(['execute', 'documents'] as const)('search.%s works', async method => {
      const containerTag = newTag('search')
      await addDone({ content, containerTag, metadata: { bird: 'magpie' } })
      const answer = await client.search[method]({
        q: 'birds that know their own reflection',
        containerTags: [containerTag],
        limit: 5,
        chunkThreshold: 0,
        documentThreshold: 0,
        includeFullDocs: true,
        includeSummary: true,
        onlyMatchingChunks: false,
        filters: { AND: [{ key: 'bird', value: 'magpie' }] },
      })
      expect(answer).toMatchObject({ total: 1, timing: expect.any(Number) })
      const [result] = answer.results
      expect(result).toMatchObject({ documentId: id, content, metadata: { bird: 'magpie' }, type: 'text' })
      expect(result!.chunks[0]).toMatchObject({ content, isRelevant: true, score: expect.any(Number) })
    })

    test('search.memories, memories works', async () => {
      const memories = [{ content: 'Ada keeps magpies.', metadata: { bird: 'magpie' } }]
      await client.post('/v4/memories', { body: { containerTag, memories } })
      const answer = await client.search.memories({
        q: 'Which birds does Ada keep?',
        containerTag,
        threshold: 0.3,
        include: { documents: true, summaries: true, relatedMemories: true },
        filters: { AND: [{ key: 'bird', value: 'magpie' }] },
      })
      expect(answer).toMatchObject({ total: 1, timing: expect.any(Number) })
      expect(answer.results).toMatchObject([
        { id, memory: 'Ada keeps magpies.', similarity: expect.any(Number), metadata: { bird: 'magpie' } },
      ])
      expect(answer.results[0]!.chunk).toBeUndefined()
    })

    test.for(['hybrid', 'documents'] as const)('search.memories, %s works', async searchMode => {
      await addDone({ content, containerTag })
      const body = { q: 'magpies in a mirror', containerTag, threshold: 0.2, searchMode }
      const { results } = await client.search.memories(body)
      expect(results.some(({ chunk }) => chunk === content)).toBe(true)
      for (const { memory, chunk } of results)
        expect((memory === undefined) !== (chunk === undefined)).toBe(true)
      if (searchMode === 'documents') expect(results.every(({ memory }) => memory === undefined)).toBe(true)
    })
  })

  test('post /v4/memories and /v4/memories/list work', async () => {
    const containerTag = newTag()
    const memories = [{ content: 'Bob is left-handed.', isStatic: true }, { content: 'Bob learns Greek.' }]
    const added = await client.post('/v4/memories', { body: { containerTag, memories } })
    expect(added).toMatchObject({
      memories: [
        { id, isStatic: true },
        { id, isStatic: false },
      ],
    })
    const listed = await client.post('/v4/memories/list', { body: { containerTags: [containerTag] } })
    expect(listed).toMatchObject({ pagination: { totalItems: 2 } })
  })

  test('memories.updateMemory works', async () => {
    const containerTag = newTag()
    const body = { containerTag, memories: [{ content: 'Bob lives in Rome.' }] }
    await client.post('/v4/memories', { body })
    const content = 'Bob lives in Rome.'
    const updated = await client.memories.updateMemory({
      containerTag,
      content,
      newContent: 'Bob lives in Oslo.',
    })
    expect(updated).toMatchObject({ memory: 'Bob lives in Oslo.', version: 2, parentMemoryId: id })
  })

  test('memories.forget works', async () => {
    const containerTag = newTag()
    const body = { containerTag, memories: [{ content: 'Bob owes money.' }] }
    await client.post('/v4/memories', { body })
    const forgotten = await client.memories.forget({
      containerTag,
      content: 'Bob owes money.',
      reason: 'paid',
    })
    expect(forgotten).toEqual({ id, forgotten: true })
    const { profile } = await client.profile({ containerTag })
    expect(profile.dynamic).toEqual([])
  })

  test('profile works', async () => {
    const containerTag = newTag()
    const memories = [{ content: 'Eve is a nurse.', isStatic: true }, { content: 'Eve trains for a race.' }]
    await client.post('/v4/memories', { body: { containerTag, memories } })
    const plain = await client.profile({ containerTag })
    expect(plain).toEqual({ profile: { static: ['Eve is a nurse.'], dynamic: ['Eve trains for a race.'] } })
    const asked = await client.profile({ containerTag, q: 'What sport does Eve do?', threshold: 0.2 })
    expect(asked.searchResults).toMatchObject({ total: 2, timing: expect.any(Number) })
    expect(asked.searchResults!.results[0]).toMatchObject({ id, memory: 'Eve trains for a race.' })
  })

  test('post /v4/conversations works', async () => {
    const containerTags = [newTag()]
    const conversationId = `talk-${containerTags[0]}`
    const messages = [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: [{ type: 'text', text: 'I moved to Porto.' }] },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', content: 'ok', tool_call_id: 'c1' },
    ]
    const answer = await client.post('/v4/conversations', {
      body: { conversationId, messages, containerTags },
    })
    expect(answer).toMatchObject({ id, conversationId, status: expect.any(String) })
  })

  test('settings.get and settings.update work', async () => {
    const answer = await client.settings.update({ notionClientId: 'client', notionCustomKeyEnabled: false })
    expect(answer).toMatchObject({ orgId: expect.any(String), orgSlug: expect.any(String) })
    expect(answer.updated).toMatchObject({ notionClientId: 'client' })
    expect(await client.settings.get()).toMatchObject({ notionClientId: 'client' })
    await client.settings.update({ notionClientId: null, notionCustomKeyEnabled: null })
  })
})
