import { createHash, createHmac, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { baseUrl, get, newTag } from '../client.ts'
import { agree, joinAs, pluginKey } from './log-in.ts'
import { addMemories } from './seed.ts'
import { aside, read, untilDone, watch } from './watch.ts'

/**
 * Plugins that are not on npm. The tests send the same requests as the sources of each plugin, in the same order, and
 * read the same fields of the answers.
 */

const entityContext = 'Shared coding-agent memory for one software repository.'
const repository = () => `repo_demo__${createHash('sha256').update(newTag()).digest('hex').slice(0, 16)}`

/** Sends a request as a hook does, with `x-sm-source` and the key of the plugin. A hook treats any error as no memory. */
function sender(
  source: string,
  key: () => string,
  more: (tag: string) => Record<string, string> = () => ({}),
) {
  // biome-ignore lint/suspicious/noExplicitAny: each test states what it expects
  return async (method: string, path: string, body: Record<string, unknown>): Promise<any> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key()}`,
        'Content-Type': 'application/json',
        'x-sm-source': source,
        ...more(`${body.containerTag}`),
      },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(3_000),
    })
    if (response.status !== 200) throw new Error(`${path} ${response.status}: ${await response.text()}`)
    return response.json()
  }
}

const scoped = (value: string) => ({ AND: [{ key: 'sm_scope', value, filterType: 'metadata' }] })
const personal = { sm_scope: 'personal' }

/** The last turn of a session in the form of Claude Code and Cursor. */
const delimited = (user: string, assistant: string) =>
  [
    `<|turn_start|>${new Date().toISOString()}`,
    `<|start|>user<|message|>${user}<|end|>`,
    `<|start|>assistant<|message|>${assistant}<|end|>`,
    '<|turn_end|>',
  ].join('\n\n')

/** A session of three turns, each sent once. All must be in one document, and found. */
async function captureAll(
  capture: (turn: string) => Promise<{ id: string }>,
  write: (user: string, assistant: string) => string,
) {
  const turns = ['the heron', 'the otter', 'the badger'].map(animal =>
    write(
      `The release train is now called ${animal}, please use that name in the notes.`,
      'I will use that name from now on in the notes of every release.',
    ),
  )
  const ids = new Set<string>()
  for (const turn of turns) ids.add((await capture(turn)).id)
  expect(ids.size).toBe(1)
  const [id] = ids
  await untilDone(id!)
  const { content } = await read(id!)
  for (const animal of ['heron', 'otter', 'badger']) expect(content).toContain(animal)
  return id!
}

describe('claude-supermemory replayed', () => {
  watch()
  let key: string
  let send: ReturnType<typeof sender>
  beforeAll(async () => {
    key = await pluginKey('claude_code')
    send = sender('claude-code', () => key)
  })

  test('session start works', async () => {
    const tag = repository()
    await addMemories(tag, { content: 'The user prefers tabs.', isStatic: true })
    const tags = [tag, 'repo_demo', newTag(), newTag(), newTag(), newTag()]
    const profiles = await Promise.all(
      tags.map(containerTag => send('POST', '/v4/profile', { containerTag, q: 'demo' })),
    )
    expect(profiles[0].profile.static).toEqual(['The user prefers tabs.'])
  })

  test('prompt recall works', async () => {
    const containerTag = repository()
    await addMemories(containerTag, { content: 'The staging database is called heron.' })
    const q = 'What is the staging database called?'
    const { searchResults } = await send('POST', '/v4/profile', { containerTag, q })
    const [hit] = searchResults.results
    // The hook drops hits below this, and shows the first of these fields that it finds.
    expect(hit.similarity).toBeGreaterThanOrEqual(0.55)
    expect(hit.memory ?? hit.chunk ?? hit.content ?? hit.text).toContain('heron')
    // Versions of July 2026 read only these.
    expect(hit.content ?? hit.context).toContain('heron')
  })

  test('search skill works', async () => {
    const containerTag = repository()
    await addMemories(containerTag, { content: 'The deploy script is in ops.', metadata: personal })
    const { results } = await send('POST', '/v4/search', {
      q: 'Where is the deploy script?',
      containerTag,
      limit: 10,
      searchMode: 'hybrid',
      filters: scoped('personal'),
    })
    expect(results[0].content ?? results[0].memory).toContain('ops')
  })

  test('capture of every turn under one customId works', async () => {
    const [containerTag, customId] = [repository(), randomUUID()]
    const metadata = {
      sm_source: 'claude-code',
      type: 'session_turn',
      project: 'demo',
      sm_project_id: '0'.repeat(16),
      sm_capture_mode: 'automatic',
      ...personal,
    }
    const capture = (content: string) =>
      send('POST', '/v3/documents', { content, containerTag, metadata, customId, entityContext })
    const id = await captureAll(capture, delimited)
    expect(await read(id)).toMatchObject({
      customId,
      source: 'claude-code',
      metadata: { type: 'session_turn' },
    })
  })

  test('log-in works', async () => {
    const url = `${baseUrl}/auth/connect?callback=${encodeURIComponent('http://localhost:9/callback')}&client=claude_code`
    const person = await joinAs('member')
    await expect(agree(url, person)).rejects.toThrow('fetch failed') // nothing listens at this address
    expect((await aside(() => get('/v3/auth/plugins', person))).body.plugins).toEqual(['claude_code'])
  })
})

describe('codex-supermemory replayed', () => {
  watch()
  let key: string
  let send: ReturnType<typeof sender>
  beforeAll(async () => {
    key = await pluginKey('codex')
    send = sender('codex', () => key)
  })

  test('prompt recall works', async () => {
    const tag = repository()
    await addMemories(tag, { content: 'Integration tests need the flag --slow.' })
    const q = 'Which flag do integration tests need?'
    const answers = await Promise.all(
      [tag, newTag('codex_user')].map(containerTag => send('POST', '/v4/profile', { containerTag, q })),
    )
    expect(answers[0].searchResults.results[0].memory).toContain('--slow')
    expect(answers[1].profile).toEqual({ static: [], dynamic: [] })
  })

  test('capture of every turn under one customId works', async () => {
    const [containerTag, sessionId] = [newTag('codex_user'), randomUUID()]
    const write = (user: string, assistant: string) =>
      `[Session ${sessionId}]\n1. [user] ${user}\n2. [assistant] ${assistant}`
    const metadata = { type: 'conversation', sessionId, entryCount: 2, sm_capture_mode: 'turn' }
    await captureAll(
      content =>
        send('POST', '/v3/documents', {
          content,
          containerTag,
          metadata,
          customId: sessionId,
          entityContext,
        }),
      write,
    )
  })

  test('search, save and forget skills work', async () => {
    const containerTag = repository()
    await addMemories(containerTag, { content: 'The linter is Biome.' })
    const search = { q: 'Which linter?', containerTag, threshold: 0.6, limit: 5, searchMode: 'hybrid' }
    expect((await send('POST', '/v4/search', search)).results[0].memory).toBe('The linter is Biome.')
    const saved = { content: 'We use Biome.', containerTag, metadata: { type: 'preference' }, entityContext }
    expect(await send('POST', '/v3/documents', saved)).toMatchObject({ status: 'queued' })
    const forgotten = await send('DELETE', '/v4/memories', { content: 'The linter is Biome.', containerTag })
    expect(forgotten).toMatchObject({ forgotten: true })
  })

  test('log-in hands over the address of the server', async () => {
    const query = { callback: 'http://127.0.0.1:9/callback?state=abc', client: 'codex', hostname: 'box' }
    const url = `${baseUrl}/auth/agent-connect?${new URLSearchParams(query)}`
    const person = await joinAs('member')
    await expect(agree(url, person)).rejects.toThrow('fetch failed')
    const { callback, client } = query
    const { body } = await aside(() =>
      get(`/v3/auth/key?${new URLSearchParams({ callback, client })}`, person),
    )
    const redirect = new URL(body.redirectTo)
    expect(redirect.searchParams.get('api_url')).toBe(baseUrl)
    expect(redirect.searchParams.get('state')).toBe('abc')
  })
})

describe('cursor-supermemory replayed', () => {
  watch()
  let key: string
  let send: ReturnType<typeof sender>
  beforeAll(async () => {
    key = await pluginKey('cursor')
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
    send = sender(
      'cursor',
      () => key,
      tag => {
        const signed = createHmac('sha256', 'seed')
          .update(`${sha256(key)}:${sha256(tag)}:1`)
          .digest('base64url')
        return { 'X-Content-Hash': sha256(tag), 'X-Request-Integrity': `v1.${signed}` }
      },
    )
  })

  test('session start and prompt recall work', async () => {
    const containerTag = repository()
    const content = 'The user wants short commit messages.'
    await addMemories(containerTag, { content, isStatic: true, metadata: personal })
    const filters = scoped('personal')
    const { profile } = await send('POST', '/v4/profile', { containerTag, filters })
    expect(profile.static).toEqual([content])
    const q = 'How long should commit messages be?'
    const { searchResults } = await send('POST', '/v4/profile', { containerTag, q, filters })
    expect(searchResults.results[0].memory).toBe(content)
  })

  test('capture works', async () => {
    const containerTag = repository()
    const customId = `cursor:capture:${createHash('sha256').update(containerTag).digest('hex')}`
    const content = delimited('The release train is now called heron.', 'I will use that name.')
    const metadata = { sm_source: 'cursor', type: 'conversation', sm_capture_mode: 'stop', ...personal }
    const { id } = await send('POST', '/v3/documents', {
      content,
      containerTag,
      metadata,
      customId,
      entityContext,
    })
    await untilDone(id)
    expect(await read(id)).toMatchObject({ customId, content })
  })

  test('list and forget work', async () => {
    const containerTag = repository()
    await addMemories(containerTag, { content: 'The linter is Biome.' })
    const listed = await send('POST', '/v3/documents/list', {
      containerTags: [containerTag],
      limit: 100,
      page: 1,
    })
    expect(listed.memories).toEqual([])
    const body = { containerTag, content: 'The linter is Biome.' }
    expect(await send('DELETE', '/v4/memories', body)).toMatchObject({ forgotten: true })
  })

  test('log-in finds the organization of the key', async () => {
    const headers = { Authorization: `Bearer ${key}`, 'x-sm-source': 'cursor' }
    const session = await (await fetch(`${baseUrl}/v3/session`, { headers })).json()
    expect(session).toMatchObject({ org: { id: expect.any(String), name: expect.any(String) } })
  })
})

describe('openclaw-supermemory replayed', () => {
  watch()
  let key: string
  let send: ReturnType<typeof sender>
  beforeAll(async () => {
    key = await pluginKey('openclaw')
    send = sender('openclaw', () => key)
  })

  test('recall before a prompt works', async () => {
    const containerTag = newTag('openclaw')
    await addMemories(containerTag, { content: 'The user runs on Sundays.' })
    const q = 'When does the user run?'
    expect((await send('POST', '/v4/profile', { containerTag, q })).searchResults.results).toHaveLength(1)
    const { results } = await send('POST', '/v4/search', { q, containerTag, limit: 5 })
    const forgotten = await send('DELETE', '/v4/memories', { containerTag, id: results[0].id })
    expect(forgotten).toMatchObject({ id: results[0].id, forgotten: true })
  })

  test('capture of every turn under one customId works', async () => {
    const containerTag = newTag('openclaw')
    const write = (user: string, assistant: string) =>
      `[role: user]\n${user}\n[user:end]\n\n[role: assistant]\n${assistant}\n[assistant:end]`
    const customId = `session_${containerTag}`
    const metadata = { source: 'openclaw', timestamp: new Date().toISOString() }
    await captureAll(
      content => send('POST', '/v3/documents', { content, containerTag, metadata, customId, entityContext }),
      write,
    )
    const listed = await send('POST', '/v3/documents/list', {
      containerTags: [containerTag],
      limit: 100,
      page: 1,
    })
    const ids = listed.memories.map(({ id }: { id: string }) => id)
    expect(await send('DELETE', '/v3/documents/bulk', { ids })).toMatchObject({ deletedCount: 1 })
  })
})

describe('hermes-agent replayed', () => {
  watch()
  let key: string
  let send: ReturnType<typeof sender>
  beforeAll(async () => {
    key = await pluginKey('hermes')
    send = sender('hermes', () => key)
  })

  test('prefetch, search and forget work', async () => {
    const containerTag = newTag('hermes')
    await addMemories(containerTag, { content: 'The user drives a tram.' })
    const q = 'What does the user drive?'
    const { profile, searchResults } = await send('POST', '/v4/profile', { containerTag, q })
    expect([...profile.static, ...profile.dynamic]).toEqual(['The user drives a tram.'])
    expect(searchResults.results[0].memory).toBe('The user drives a tram.')
    const body = { q, containerTag, limit: 5, searchMode: 'hybrid' }
    const { id } = (await send('POST', '/v4/search', body)).results[0]
    expect(await send('DELETE', '/v4/memories', { containerTag, id })).toMatchObject({ forgotten: true })
  })

  test('store works', async () => {
    const body = {
      content: 'The user likes rain.',
      containerTags: [newTag('hermes')],
      metadata: { type: 'fact' },
    }
    expect(await send('POST', '/v3/documents', { ...body, entityContext })).toMatchObject({
      status: 'queued',
    })
  })

  test('session end works', async () => {
    const [tag, conversationId] = [newTag('hermes'), randomUUID()]
    const messages = [
      { role: 'user', content: 'I have moved to the tram depot in Ghent.' },
      { role: 'assistant', content: 'Good luck there.' },
    ]
    const metadata = {
      sm_source: 'hermes',
      type: 'full_session',
      session_id: conversationId,
      message_count: 2,
    }
    const { id } = await send('POST', '/v4/conversations', {
      conversationId,
      messages,
      containerTags: [tag],
      metadata,
    })
    await untilDone(id)
    expect((await read(id)).content).toContain('tram depot in Ghent')
  })
})
