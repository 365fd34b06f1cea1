import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { UploadFile } from '../importing/upload-files.ts'
import type { ImportItem } from './importer.ts'
import { toDate } from './read-values.ts'
import { importers } from './registry.ts'

/** Each importer reads a realistic file of its documented shape, with the pitfalls that such files have. */
const samples = join(import.meta.dirname, '../../../../test/imports')

async function* filesOf(path: string): AsyncGenerator<UploadFile> {
  const found = await readdir(join(samples, path), { recursive: true, withFileTypes: true }).catch(
    () => undefined,
  )
  const names = found
    ?.filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(join(samples, path).length + 1))
    .sort()
  for (const name of names ?? ['']) {
    const bytes = await readFile(join(samples, path, name))
    yield { name: name || path, body: pieces(bytes) }
  }
}

/** Pieces of seven bytes, so that every text, number and letter is cut somewhere. */
async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
}

async function read(format: string, path: string): Promise<ImportItem[]> {
  const importer = importers.find(({ name }) => name === format)!
  const items: ImportItem[] = []
  for await (const item of importer.read(filesOf(path))) items.push(item)
  return items
}

const shown = (date: Date | undefined) => date?.toISOString()

describe('ChatGPT', () => {
  test('follows the current branch, and leaves out discarded answers, hidden messages, tools and thoughts', async () => {
    const [first] = await read('chatgpt', 'chatgpt')
    expect(first).toMatchObject({
      item: 'conversation',
      key: 'c0ffee00-0000-4000-8000-000000000001',
      metadata: { title: 'Moving to Lisbon' },
      messages: [
        { role: 'user', text: 'I am moving to Lisbon next month.' },
        { role: 'assistant', text: 'Lisbon is lovely in spring.' },
        { role: 'user', text: 'This is my cat Miso.' },
        { role: 'assistant', text: 'What a nice cat!' },
        { role: 'user', text: 'I moved yesterday.' },
        { role: 'assistant', text: 'Welcome home.' },
      ],
    })
    expect(shown(first!.date)).toBe('2023-11-14T22:13:20.500Z')
  })

  test('gives a message without a time that of the message before, and finds the branch without a current node', async () => {
    const items = await read('chatgpt', 'chatgpt')
    expect(items).toHaveLength(2)
    const [first, second] = items as Extract<ImportItem, { item: 'conversation' }>[]
    expect(first!.messages[2]!.date).toEqual(first!.messages[1]!.date)
    expect(second!.messages.map(({ text }) => text)).toEqual(['My sister is called Nora.', 'Noted.'])
  })
})

/** Reads texts as the files of an upload. */
async function readTexts(format: string, texts: Record<string, string | Buffer>): Promise<ImportItem[]> {
  const isWhole = Object.keys(texts).length === 1
  async function* files(): AsyncGenerator<UploadFile> {
    for (const [name, text] of Object.entries(texts)) {
      const body = pieces(typeof text === 'string' ? Buffer.from(text) : text)
      yield isWhole ? { name, body, isWhole } : { name, body }
    }
  }
  const items: ImportItem[] = []
  for await (const item of importers.find(({ name }) => name === format)!.read(files())) items.push(item)
  return items
}

const messagesOf = (items: ImportItem[]) =>
  items.map(item => (item.item === 'conversation' ? item.messages.map(({ text }) => text) : []))

describe('a conversation of ChatGPT', () => {
  const node = (id: string, parent: string | null, message: object | null, children: string[] = []) => ({
    [id]: { id, parent, children, message },
  })
  const said = (role: string, text: string, more = {}) => ({
    author: { role },
    content: { content_type: 'text', parts: [text] },
    ...more,
  })
  const conversation = (id: string, nodes: object[], more = {}) => ({
    ...{ conversation_id: id, mapping: Object.assign({}, ...nodes) },
    ...more,
  })

  test('whose current node is gone is read from its last message', async () => {
    const nodes = [
      node('a', null, said('user', 'I play the cello.', { create_time: 1 }), ['b', 'c']),
      node('b', 'a', said('assistant', 'Discarded.', { create_time: 1_700_000_000 })),
      node('c', 'a', said('assistant', 'Kept.', { create_time: 1_700_000_001 })),
    ]
    const file = JSON.stringify([conversation('x', nodes, { current_node: 'gone' })])
    expect(messagesOf(await readTexts('chatgpt', { 'conversations (1).json': file }))).toEqual([
      ['I play the cello.', 'Kept.'],
    ])
  })

  test('without a mapping is skipped, and calls of tools are left out', async () => {
    const nodes = [
      node('a', null, said('user', 'Call me Ada.', { recipient: 'all' }), ['b']),
      node('b', 'a', said('assistant', 'User is called Ada.', { recipient: 'bio' }), ['c']),
      node('c', 'b', said('assistant', 'Hello Ada.', { recipient: null })),
    ]
    const all = [{ id: 'y', mapping: null }, null, conversation('x', nodes, { current_node: 'c' })]
    expect(messagesOf(await readTexts('chatgpt', { 'conversations.json': JSON.stringify(all) }))).toEqual([
      ['Call me Ada.', 'Hello Ada.'],
    ])
  })

  test('whose messages have no times for days is dated by those around them', async () => {
    const nodes = [
      node('a', null, said('user', 'One.', { create_time: 1_700_900_000 }), ['b']),
      node('b', 'a', said('assistant', 'Two.', { create_time: null }), ['c']),
      node('c', 'b', said('user', 'Three.', { create_time: 1_700_900_060_000 })),
    ]
    const file = [conversation('x', nodes, { current_node: 'c', create_time: 1_700_000_000 })]
    const [item] = await readTexts('chatgpt', { 'conversations.json': JSON.stringify(file) })
    const { messages } = item as Extract<ImportItem, { item: 'conversation' }>
    expect(messages.map(({ date }) => date!.getTime() / 1_000)).toEqual([
      1_700_900_000, 1_700_900_000, 1_700_900_060,
    ])
  })
})

test.each([
  [1_700_000_000, '2023-11-14T22:13:20.000Z'],
  ['1700000000.5', '2023-11-14T22:13:20.500Z'],
  [1_700_000_000_000, '2023-11-14T22:13:20.000Z'],
  [1.7e15, '2023-11-14T22:13:20.000Z'],
  [1.7e18, '2023-11-14T22:13:20.000Z'],
  [-631_152_000, '1950-01-01T00:00:00.000Z'],
  [20_240_801, '2024-08-01T00:00:00.000Z'],
  ['202408011230', '2024-08-01T12:30:00.000Z'],
  [2024, '2024-01-01T00:00:00.000Z'],
  ['2024-01-05 10:00:00+00', '2024-01-05T10:00:00.000Z'],
  ['2024-01-05 10:00:00.123456-08', '2024-01-05T18:00:00.123Z'],
  ['2024-01-05 10:00:00 UTC', '2024-01-05T10:00:00.000Z'],
  ['2024-01-05T10:00:00', '2024-01-05T10:00:00.000Z'],
  [0, undefined],
  [12, undefined],
  ['12', undefined],
  ['', undefined],
  ['soon', undefined],
  ['9999-12-31T23:59:59Z', undefined],
  [null, undefined],
  [Number.NaN, undefined],
])('the time %j is %s', (value, expected) => {
  expect(shown(toDate(value))).toBe(expected)
})

test('metadata that Reverie cannot store is left out, and the memory is kept', async () => {
  const metadata = {
    ['k'.repeat(300)]: 'x',
    'a\0b': 'x',
    '': 'x',
    huge: null,
    nested: {},
    mixed: ['a', 1],
    fine: 'x',
  }
  const file = JSON.stringify([{ memory: 'Skis', metadata }]).replace('null', '1e999')
  const [item] = await readTexts('mem0', { 'memories.json': file })
  expect(item!.metadata).toEqual({ fine: 'x' })
})

test('mem0: a memory without a text is skipped, and one without the field is refused', async () => {
  const file = JSON.stringify({ results: [{ id: 'a', memory: '' }, null, { id: 'b', memory: 'Skis' }] })
  expect(await readTexts('mem0', { 'memories.json': file })).toMatchObject([{ key: 'b', content: 'Skis' }])
  await expect(readTexts('mem0', { 'x.json': '[{"id": "a", "note": "x"}]' })).rejects.toMatchObject({
    code: 'import.unrecognized',
  })
})

test.each(['zep', 'cognee'])('%s: names that every object has are no fields of the format', async format => {
  const upload = { constructor: '{"x": 1}', toString: '{"x": 1}', 'a.json': '{"constructor": [{"a": 1}]}' }
  await expect(readTexts(format, upload)).rejects.toMatchObject({ code: 'import.unrecognized' })
})

test('MCP memory and COGX in another encoding are refused, so that no letter is lost', async () => {
  const line = '{"type":"entity","name":"Zürich","entityType":"city","observations":["Zürich is large"]}\n'
  await expect(readTexts('mcp-memory', { 'memory.json': Buffer.from(line, 'latin1') })).rejects.toMatchObject(
    {
      code: 'import.malformed',
    },
  )
  expect(
    await readTexts('mcp-memory', { 'memory.json': `\uFEFF${line}`.replaceAll('\n', '\r\n') }),
  ).toHaveLength(1)
  await expect(readTexts('mcp-memory', { 'memory.json': `${line}{"type":` })).rejects.toMatchObject({
    code: 'import.malformed',
  })
})

describe('a note of a vault', () => {
  const note = async (text: string | Buffer) =>
    (await readTexts('vault', { 'Note.md': text }))[0] as Extract<ImportItem, { item: 'text' }>

  test('in Windows-1252 or UTF-16 keeps its letters', async () => {
    const text = 'Müller fährt täglich über die Brücke nach Köln.\r\n'
    for (const encoded of [Buffer.from(text, 'latin1'), Buffer.from(`\uFEFF${text}`, 'utf16le')])
      expect((await note(encoded)).content).toBe('# Note\n\nMüller fährt täglich über die Brücke nach Köln.')
  })

  test.each([
    ['an alias without an anchor', 'tags: *work'],
    ['aliases that grow without end', `a: &a [x, x]\nb: &b [${'*a,'.repeat(50)}]\nc: [${'*b,'.repeat(50)}]`],
    ['thousands of fields', 'a: [[[[[[1]]]]]]\n'.repeat(5_000)],
  ])('with %s in its front matter is kept as it is written', async (_, matter) => {
    const { content, metadata } = await note(`---\n${matter}\n---\nStill a note.`)
    expect(content).toContain('Still a note.')
    expect(content).toContain(matter.slice(0, 10))
    expect(metadata).toEqual({ title: 'Note' })
  })

  test('with empty aliases, tags and dates has none of them', async () => {
    const { date, metadata } = await note('---\naliases:\ntags: []\ndate:\ncreated: 20240801\n---\nText.')
    expect([shown(date), metadata]).toEqual(['2024-08-01T00:00:00.000Z', { title: 'Note' }])
  })
})

test('Claude.ai: blocks count where they are filled, thinking and tools are left out, documents of projects come along', async () => {
  const items = await read('claude', 'claude')
  expect(items).toMatchObject([
    {
      item: 'conversation',
      messages: [
        { text: 'I run a marathon in May.' },
        { text: 'Old export text.' },
        { text: 'My coach is Ines.' },
      ],
    },
    {
      item: 'text',
      key: 'd1',
      content: 'Tomatoes grow in bed two.',
      metadata: { project: 'Garden', title: 'beds.md' },
    },
  ])
  const [conversation] = items as Extract<ImportItem, { item: 'conversation' }>[]
  expect(conversation!.messages[2]!.date).toEqual(conversation!.messages[1]!.date)
})

test('mem0: an empty list hides no filled one; times without an offset are UTC; seconds and microseconds are told apart', async () => {
  const items = await read('mem0', 'mem0.json')
  expect(items.map(({ key, date }) => [key.slice(0, 4), shown(date)])).toEqual([
    ['7d3c', '2024-01-05T18:00:00.123Z'],
    ['8e4d', '2024-02-01T00:00:00.000Z'],
    [expect.any(String), '2024-01-01T00:00:00.000Z'],
    [expect.any(String), '2024-01-01T00:00:00.000Z'],
  ])
  expect(items).toMatchObject([
    { item: 'statement', content: 'Likes oat milk', metadata: { topic: 'food', userId: 'ada' } },
    { content: 'Works at Initech', metadata: { agentId: 'helper', categories: ['work'] } },
    { content: 'Has two children' },
    { content: 'Plays the cello' },
  ])
})

test('Zep: facts keep the time since which and until which they are true; episodes are only searched', async () => {
  const items = await read('zep', 'zep.json')
  expect(items.map(item => [item.item, item.key])).toEqual([
    ['text', 'episode:ep1'],
    ['statement', 'entity:n1'],
    ['statement', 'fact:f1'],
    ['statement', 'fact:f2'],
  ])
  const [episode, , old, current] = items
  expect(episode).toMatchObject({ isMemory: false })
  expect([old, current].map(item => [shown(item!.date), shown((item as { until?: Date }).until)])).toEqual([
    ['2020-01-01T00:00:00.000Z', '2024-03-04T12:00:00.000Z'],
    ['2024-03-04T12:00:00.000Z', undefined],
  ])
})

test('Letta: packed messages are unpacked, log-ins and tools left out, blocks are texts', async () => {
  expect(await read('letta', 'letta.af')).toMatchObject([
    {
      item: 'conversation',
      key: 'agent:agent-1',
      messages: [{ text: 'My name is Chad.' }, { text: 'Hi Chad!' }],
    },
    { item: 'text', key: 'block:block-1', content: 'Name: Chad. Likes surfing.' },
  ])
})

test('MCP memory: observations and relations become statements', async () => {
  const items = await read('mcp-memory', 'mcp-memory.jsonl')
  expect(items.map(item => (item as { content: string }).content)).toEqual([
    'John Smith: Speaks fluent Spanish',
    'John Smith graduated in 2019',
    'John Smith works at Anthropic',
  ])
})

test('Supermemory: documents and written memories come along, formed and superseded ones do not', async () => {
  expect(await read('supermemory', 'supermemory.jsonl')).toMatchObject([
    { item: 'text', key: 'note-1', content: 'We drink tea at five.', metadata: { k: 'v', title: 'Tea' } },
    { item: 'statement', key: 'm1', content: 'Prefers tea', isStatic: true },
  ])
})

test('Cognee COGX: facts and memories are kept with their times, documents are only searched', async () => {
  const items = await read('cognee', 'cognee')
  expect(items.map(({ item, key, date }) => [item, key, shown(date)])).toEqual([
    ['text', 'document:doc-1', '2025-04-01T00:00:00.000Z'],
    ['statement', 'fact:fact-1', '2025-04-02T00:00:00.000Z'],
    ['statement', 'memory:mem-1', '2025-04-01T00:00:00.000Z'],
  ])
})

test('Hindsight: facts of one document are told apart, and dated by when they happened or were mentioned', async () => {
  const items = await read('hindsight', 'hindsight')
  expect(items.map(({ item, date }) => [item, shown(date)])).toEqual([
    ['text', '2025-06-03T09:00:00.000Z'],
    ['statement', '2025-06-03T09:00:00.000Z'],
    ['statement', '2025-06-03T09:05:00.000Z'],
  ])
  expect(new Set(items.map(({ key }) => key)).size).toBe(3)
  expect(items[1]!.metadata).toMatchObject({ entities: ['team', 'Postgres'] })
})

test('a vault: front matter becomes metadata and date, settings and listings are left out', async () => {
  const items = (await read('vault', 'vault')) as Extract<ImportItem, { item: 'text' }>[]
  expect(items.map(({ filepath, content, date }) => [filepath, content, shown(date)])).toEqual([
    ['/Broken.md', expect.stringContaining('Still a note.'), undefined],
    ['/Daily 2025-01-02.md', '# Daily 2025-01-02\n\nWent to the dentist today.', undefined],
    ['/Keel.md', expect.stringContaining('The spine of a boat.'), '2024-08-02T10:00:00.000Z'],
    ['/Projects/Boat.md', '# The boat\n\nThe boat leaks near the [[Keel]].', '2024-08-01T00:00:00.000Z'],
  ])
  expect(items[3]!.metadata).toEqual({ title: 'The boat', type: 'note', tags: ['sailing', 'wood'] })
})

test.each(importers.map(({ name }) => name).filter(name => name !== 'vault'))(
  '%s refuses a file of another format',
  async format => {
    const importer = importers.find(({ name }) => name === format)!
    const name = format === 'cognee' ? 'x.txt' : format === 'hindsight' ? 'x.txt' : 'conversations.json'
    async function* other(): AsyncGenerator<UploadFile> {
      yield { name, body: pieces(Buffer.from('just some text\n')) }
    }
    const all = async () => {
      for await (const _ of importer.read(other()));
    }
    await expect(all()).rejects.toMatchObject({ code: 'import.unrecognized' })
  },
)
