import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparable, entriesOf, exportArchive, importFile, recordsOf } from '../../../test/archives.ts'
import {
  add,
  type Client,
  layouts,
  startTestServer,
  type TestServer,
  until,
  untilFinished,
} from '../../../test/harness.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

describe.each(layouts)('an archive on $layout', ({ cellCount }) => {
  let server: TestServer
  let source: Client
  let archive: Buffer

  beforeAll(async () => {
    server = await startTestServer({
      cellCount,
      config: { ...embedder.config, DREAM_QUIET_MS: 0, DREAM_MAX_WAIT_MS: 1_000 },
    })
    source = server.client
    await fill(server, source)
    archive = await exportArchive(server, source, { vectors: true })
  })
  afterAll(() => server.close())

  test('holds every kind of record, and checksums that sha256sum can check', async () => {
    const records = await recordsOf(archive)
    const kinds = new Set(records.map(({ record }) => record))
    expect([...kinds].sort()).toEqual(
      [
        ...[
          'chunk',
          'container',
          'document',
          'fact',
          'memory',
          'question',
          'relation',
          'revision',
          'settings',
        ],
        ...['source', 'statedFact', 'undone'],
      ].sort(),
    )
    const entries = await entriesOf(archive)
    expect(entries[0]!.name).toBe('manifest.json')
    expect(entries.at(-1)!.name).toBe('checksums.txt')
    const sums = Buffer.from(entries.at(-1)!.data).toString().trimEnd().split('\n')
    expect(sums).toHaveLength(entries.length - 1)
    expect(sums[0]).toMatch(/^[0-9a-f]{64} {2}manifest\.json$/)
  })

  test('leaves out secrets', async () => {
    const [settings] = await recordsOf(archive)
    expect(settings).toEqual({
      record: 'settings',
      settings: { filterPrompt: 'Only pets.', shouldLLMFilter: false },
    })
  })

  test('is the same after an import into another organization, vectors included', async () => {
    const target = await server.newClient({ spread: cellCount > 1, homeShard: 900 })
    const job = await importFile(server, target, archive)
    expect(job).toMatchObject({ status: 'done', errorCode: null })
    const again = await exportArchive(server, target, { vectors: true })
    expect(comparable(sorted(await recordsOf(again)))).toEqual(comparable(sorted(await recordsOf(archive))))
    await sameAnswers(source, target)
  })

  test('is the same after an import without vectors, which are made again', async () => {
    const target = await server.newClient({ spread: cellCount > 1, homeShard: 901 })
    const plain = await exportArchive(server, source)
    expect((await recordsOf(plain)).some(({ vector }) => vector)).toBe(false)
    expect(await importFile(server, target, plain)).toMatchObject({ status: 'done' })
    const again = await exportArchive(server, target, { vectors: true })
    expect(comparable(sorted(await recordsOf(again)))).toEqual(comparable(sorted(await recordsOf(archive))))
    await sameAnswers(source, target)
  })

  test('changes nothing when it is imported twice, or into where it came from', async () => {
    const before = await exportArchive(server, source, { vectors: true })
    const job = await importFile(server, source, archive)
    expect(job).toMatchObject({ status: 'done' })
    expect(job.counts.documents).toBeUndefined()
    expect(job.counts.skippedDocuments).toBeGreaterThan(3)
    const after = await exportArchive(server, source, { vectors: true })
    expect(sorted(await recordsOf(after))).toEqual(sorted(await recordsOf(before)))
  })

  test('of one container is imported under another tag as a copy, once', async () => {
    const one = await exportArchive(server, source, { containerTag: 'ada' })
    const body = { containerTag: 'ada-copy' }
    const first = await importFile(server, source, one, body)
    const second = await importFile(server, source, one, body)
    expect(first.counts.documents).toBe(4)
    expect(second.counts.documents).toBeUndefined()
    expect(second.counts.skippedDocuments).toBe(4)
    const search = { q: 'hedgehog', containerTag: 'ada-copy' }
    const found = await source.request('POST', '/v3/search', search)
    const document = await source.request('GET', `/v3/documents/${found.body.results[0].documentId}`)
    expect(document.body.containerTags).toEqual(['ada-copy'])
    await source.request('DELETE', '/v3/container-tags/ada-copy')
  })

  test('brings files along', async () => {
    const target = await server.newClient({ spread: cellCount > 1, homeShard: 902 })
    await importFile(server, target, archive)
    const listed = await target.request('POST', '/v3/documents/list', { containerTags: ['ada'], limit: 50 })
    const file = listed.body.memories.find((each: any) => each.customId === 'file')
    const link = await target.request('GET', `/v3/documents/${file.id}/file-url`)
    const bytes = await (await fetch(link.body.url)).text()
    expect(bytes).toBe('# Garden\n\nThe hedgehog sleeps under the oak.')
  })
})

/** Documents and memories in two containers, with everything that an archive holds. */
async function fill(server: TestServer, client: Client): Promise<void> {
  await client.request('PATCH', '/v3/settings', {
    ...{ shouldLLMFilter: false, filterPrompt: 'Only pets.', notionClientSecret: 'very secret' },
  })
  await client.request('PATCH', '/v3/container-tags/ada', {
    name: 'Ada',
    entityContext: 'Notes of Ada.',
    profileBuckets: [{ key: 'home', description: 'Where somebody lives' }],
  })
  const bodies = [
    {
      customId: 'one',
      content: 'I live in Rome.',
      documentDate: '2024-03-01',
      metadata: { n: 1, tags: ['a', 'b'] },
    },
    {
      customId: 'two',
      content: 'I moved to Oslo last week.',
      documentDate: '2024-06-01',
      filepath: '/notes/two.md',
    },
    { customId: 'rag', content: 'A handbook about bees.', taskType: 'rag', containerTags: ['ada', 'bees'] },
    { content: 'My dog is called Rex.', containerTag: 'bob' },
  ]
  const ids = await Promise.all(bodies.map(body => add(client, { containerTag: 'ada', ...body })))
  ids.push(await upload(server, client))
  for (const id of ids) await untilFinished(client, id)
  const said = await client.request('POST', '/v4/memories', {
    containerTag: 'bob',
    memories: [
      { content: 'Bob works at Acme', isStatic: true, metadata: { source: 'test' } },
      { content: 'Bob likes tea', temporalContext: { documentDate: '2023-01-05' } },
      { content: 'Bob has a red car' },
    ],
  })
  const [work, tea, car] = said.body.memories
  const changed = await client.request('PATCH', '/v4/memories', {
    ...{ containerTag: 'bob', id: work.id, newContent: 'Bob works at Initech' },
  })
  await client.request('PATCH', '/v4/memories', {
    containerTag: 'bob',
    id: car.id,
    newContent: 'Bob has a blue car',
  })
  await client.request('DELETE', '/v4/memories', { containerTag: 'bob', id: tea.id, reason: 'wrong' })
  await client.request('PATCH', `/v3/documents/${ids[3]}`, { content: 'My dog is called Max.' })
  const gone = await add(client, { containerTag: 'bob', content: 'To be deleted.' })
  await untilFinished(client, gone)
  await client.request('DELETE', `/v3/documents/${gone}`)
  await client.request('POST', '/v3/golden-questions', {
    question: 'Where?',
    expected: [ids[0], 'two'],
    containerTag: 'ada',
  })
  await untilQuiet(client, ids)
  await client.request('POST', `/v4/memories/${changed.body.id}/undo`)
  await undoSupersession(client, 'ada')
  await untilQuiet(client, ids)
}

/** Undoes that a later statement has superseded an earlier one. */
async function undoSupersession(client: Client, tag: string): Promise<void> {
  const { body } = await client.request('POST', '/v4/memories/list', { containerTags: [tag], limit: 50 })
  const later = body.memoryEntries.find(({ version }: { version: number }) => version > 1)
  if (!later) throw new Error(`Nothing was superseded: ${JSON.stringify(body)}`)
  await client.request('POST', `/v4/memories/${later.id}/undo`)
}

async function upload(server: TestServer, client: Client): Promise<string> {
  const form = new FormData()
  form.set(
    'file',
    new Blob(['# Garden\n\nThe hedgehog sleeps under the oak.'], { type: 'text/markdown' }),
    'garden.md',
  )
  form.set('containerTag', 'ada')
  form.set('customId', 'file')
  const response = await fetch(`${server.url}/v3/documents/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.key}` },
    body: form,
  })
  return ((await response.json()) as { id: string }).id
}

/** Until everything is processed and dreamt about, and nothing has changed for two looks. */
async function untilQuiet(client: Client, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await until(
      () => client.request('GET', `/v3/documents/${id}`),
      ({ body }) => body.status === 'done' && body.dreamingStatus !== 'dreaming',
    )
  let last = ''
  await until(
    async () => {
      const lists = await Promise.all(
        ['ada', 'bob'].map(tag =>
          client.request('POST', '/v4/memories/list', { containerTags: [tag], limit: 100 }),
        ),
      )
      const seen = JSON.stringify(lists.map(({ body }) => body))
      await new Promise(resolve => setTimeout(resolve, 400))
      const isSame = seen === last
      last = seen
      return isSame
    },
    isSame => isSame,
  )
}

/** Containers of a spread organization are exported in the order of their shards, which differ. */
function sorted(lines: Awaited<ReturnType<typeof recordsOf>>) {
  const groups: (typeof lines)[] = []
  for (const line of lines) {
    if (groups.length === 0 || line.record === 'container') groups.push([])
    groups.at(-1)!.push(line)
  }
  return groups.sort((a, b) => String(a[0]!.tag ?? '').localeCompare(String(b[0]!.tag ?? ''))).flat()
}

async function sameAnswers(one: Client, other: Client): Promise<void> {
  const asks: [string, Record<string, unknown>][] = [
    ['/v3/search', { q: 'Where do I live?', containerTag: 'ada' }],
    ['/v3/search', { q: 'hedgehog oak', containerTag: 'ada', includeSummary: true }],
    ['/v4/search', { q: 'Bob works', containerTag: 'bob', threshold: 0, include: { relatedMemories: true } }],
    ['/v4/search', { q: 'dog', containerTag: 'bob', threshold: 0, searchMode: 'hybrid' }],
    ['/v4/profile', { containerTag: 'ada' }],
    ['/v4/profile', { containerTag: 'bob' }],
    ['/v4/memories/list', { containerTags: ['bob'], limit: 50 }],
    ['/v3/documents/list', { containerTags: ['ada'], limit: 50, includeContent: true }],
  ]
  for (const [path, body] of asks) {
    const [a, b] = await Promise.all([one, other].map(client => client.request('POST', path, body)))
    expect(withoutIds(b!.body), path).toEqual(withoutIds(a!.body))
  }
}

/** Ids differ in their shard; times of answering differ anyway. */
function withoutIds(body: unknown): unknown {
  const drop = new Set([
    'id',
    'documentId',
    'timing',
    'spaceId',
    'orgId',
    'parentMemoryId',
    'rootMemoryId',
    'documentIds',
  ])
  return JSON.parse(
    JSON.stringify(body, (name, value) =>
      drop.has(name) ? undefined : name === 'memoryRelations' ? Object.values(value ?? {}) : value,
    ),
  )
}
