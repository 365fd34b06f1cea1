import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addDone, baseUrl, get, key, newTag, post, type RequestOptions, request, until } from './client.ts'
import { Agent, type AgentOptions, modes, ways } from './mcp-agent.ts'

const connect = (options: Partial<AgentOptions> = {}) => Agent.connect({ url: baseUrl, key, ...options })

const usualTools = [
  ...['search_memory', 'add_memory', 'forget_memory', 'listMemories', 'listDocuments'],
  ...['getDocument', 'listSpaces', 'whoAmI'],
]

/** A key that only reads: a viewer has given it to a plugin. */
async function readOnlyKey(): Promise<string> {
  const token = (await post('/v3/invitations', { role: 'viewer' })).body.url.split('#')[1]
  const email = `person-${randomBytes(6).toString('hex')}@example.org`
  const fromPage: RequestOptions = { key: null, headers: { origin: baseUrl } }
  const person = { token, name: 'Ada', email, password: 'a long enough password' }
  const { headers } = await post('/v3/auth/join', person, fromPage)
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  const query = new URLSearchParams({ client: 'codex', callback: 'http://127.0.0.1:1/callback' })
  return (await get(`/v3/auth/key?${query}`, { key: null, headers: { origin: baseUrl, cookie } })).body.key
}

/** Sends one message as a program without an MCP library would. */
const send = (message: object, options: RequestOptions & { path?: string } = {}) =>
  request('POST', options.path ?? '/mcp', { jsonrpc: '2.0', id: 1, ...message }, options)

describe.each(ways.flatMap(way => modes.map(mode => ({ way, mode }))))('an agent over $way, $mode', how => {
  test('MCP-1, MCP-4, MCP-5, MCP-12: adds with wait, recalls in a new conversation, and forgets', async () => {
    const tag = newTag('mcp')
    await using first = await connect({ ...how, tag })
    expect(first.client.getInstructions()).toContain('search_memory')
    const added = await first.call('add_memory', {
      content: 'I live in Lisbon with my cat Pixel.',
      wait: true,
    })
    expect(added).toMatchObject({ isError: undefined, data: { success: true, status: 'done' } })
    await using second = await connect({ ...how, tag })
    const question = { query: 'Where do I live?' }
    const found = await second.call('search_memory', question)
    expect(found.text).toContain('Lisbon')
    const memory = found.data.results.find((each: { kind: string }) => each.kind === 'memory')
    expect(memory).toMatchObject({ text: expect.stringContaining('Lisbon'), documentId: added.data.id })
    const dry = await second.call('forget_memory', { id: memory.id, dryRun: true })
    expect(dry.data).toMatchObject({ success: true, dryRun: true, candidates: [{ id: memory.id }] })
    expect((await second.call('forget_memory', { id: memory.id })).data).toMatchObject({ success: true })
    const after = (await second.call('search_memory', question)).data.results
    expect(after.map(({ id }: { id: string }) => id)).not.toContain(memory.id)
  })
})

describe('MCP', () => {
  test('MCP-1: sessions, batches and other methods are refused', async () => {
    const answer = await send({ method: 'tools/list' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('mcp-session-id')).toBeNull()
    expect((await send({ method: 'tools/list' }, { path: '/mcp/' })).body.result.tools).toHaveLength(8)
    const { status, headers } = await get('/mcp')
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
    expect((await request('POST', '/mcp', [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }])).status).toBe(
      400,
    )
    expect((await send({ method: 'tools/list' }, { key: null })).body.code).toBe('auth.missing_key')
  })

  test('MCP-2: the address with a container tag shows only that container', async () => {
    const [mine, other] = [newTag('mcp'), newTag('mcp')]
    const { id } = await addDone({ content: 'The launch code is tangerine.', containerTag: other })
    await using agent = await connect({ tag: mine })
    expect((await agent.call('listSpaces')).data.spaces).toEqual([{ name: mine, containerTag: mine }])
    expect(await agent.call('getDocument', { documentId: id })).toMatchObject({ isError: true })
    const refused = await agent.call('search_memory', { query: 'launch code', containerTag: other })
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('auth.container_mismatch') })
    const scoped = (await post('/v3/auth/scoped-key', { containerTag: mine })).body.key
    const elsewhere = await send({ method: 'tools/list' }, { key: scoped, path: `/mcp/${other}` })
    expect(elsewhere.body.code).toBe('auth.container_mismatch')
  })

  test('MCP-3: tools say what they return, what they change and when to use them', async () => {
    await using agent = await connect({ mode: 'auto' })
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(usualTools)
    for (const { name, description, annotations, inputSchema, outputSchema } of tools) {
      expect(description, name).toMatch(/\bUse it (when|at|after)\b/)
      expect([inputSchema.type, outputSchema?.type], name).toEqual(['object', 'object'])
      const changes = /^(add|forget)_/.test(name)
      expect([annotations?.readOnlyHint, annotations?.destructiveHint], name).toEqual([!changes, changes])
    }
  })

  test('MCP-5: a text that no memory says exactly forgets nothing, and names candidates', async () => {
    const containerTag = newTag('mcp')
    const memories = [{ content: 'Ada prefers green tea.' }, { content: 'Ada plays the cello.' }]
    await post('/v4/memories', { containerTag, memories })
    await using agent = await connect({ tag: containerTag })
    const vague = await agent.call('forget_memory', { text: 'What does Ada drink?' })
    expect(vague.data.success).toBe(false)
    const exact = await agent.call('add_memory', { content: 'Ada plays the cello.', action: 'forget' })
    expect(exact.data).toMatchObject({ success: true, action: 'forget' })
    const left = (await agent.call('listMemories')).data.memoryEntries
    expect(left.map(({ memory }: { memory: string }) => memory)).toEqual(['Ada prefers green tea.'])
    expect(await agent.call('forget_memory', { id: 'nonsense' })).toMatchObject({ isError: true })
  })

  test('MCP-6: a key that only reads sees only reading tools, and others refuse', async () => {
    await using agent = await connect({ key: await readOnlyKey() })
    expect(await agent.toolNames()).toEqual(usualTools.filter(name => !/^(add|forget)_/.test(name)))
    for (const [name, args] of [
      ['add_memory', { content: 'No.' }],
      ['forget_memory', { text: 'No.' }],
      ['memory', { content: 'No.', action: 'forget' }],
    ] as const)
      expect(await agent.call(name, args), name).toMatchObject({
        isError: true,
        text: expect.stringContaining('auth.role_required'),
      })
    expect((await agent.call('whoAmI')).data).toMatchObject({ role: 'viewer', permission: 'read' })
    expect((await agent.call('search_memory', { query: 'anything' })).isError).toBeUndefined()
  })

  test('MCP-7: ChatGPT sees search and fetch, and former names answer', async () => {
    const tag = newTag('mcp')
    await addDone({ content: 'The kiln reaches 1,240 degrees.', containerTag: tag })
    await using agent = await connect({ mode: 'auto', tag, name: 'openai-mcp' })
    const names = await agent.toolNames()
    expect(names).toEqual(expect.arrayContaining(['search', 'fetch', 'search_memory']))
    expect(names.length).toBeLessThanOrEqual(9)
    const found = await agent.call('search', { query: 'How hot does the kiln get?' })
    expect(JSON.parse(found.text)).toEqual(found.data)
    const [first] = found.data.results
    expect(first).toMatchObject({
      id: expect.stringMatching(/^document:/),
      url: expect.stringMatching(/^http/),
    })
    const fetched = await agent.call('fetch', { id: first.id })
    expect(fetched.data).toMatchObject({ id: first.id, text: 'The kiln reaches 1,240 degrees.' })
    await using usual = await connect({ tag })
    expect(await usual.toolNames()).toEqual(usualTools)
    expect((await usual.call('recall', { query: 'How hot does the kiln get?' })).text).toContain('1,240')
    expect((await usual.call('memory', { content: 'The glaze is blue.' })).data).toMatchObject({
      action: 'save',
    })
    expect((await usual.call('fetch', { id: first.id })).isError).toBeUndefined()
  })

  test('MCP-8: results stay within maxTokens, and a long text comes in parts', async () => {
    const containerTag = newTag('mcp')
    const memories = Array.from({ length: 40 }, (_, i) => ({ content: `Ada owns the painting number ${i}.` }))
    await post('/v4/memories', { containerTag, memories })
    await using agent = await connect({ tag: containerTag })
    for (const [name, args] of [
      ['search_memory', { query: 'Which paintings does Ada own?', limit: 50 }],
      ['listMemories', { limit: 40 }],
    ] as const) {
      const { data } = await agent.call(name, { ...args, maxTokens: 500 })
      expect(JSON.stringify(data).length, name).toBeLessThanOrEqual(500 * 4)
      expect(data.leftOut, name).toBeGreaterThan(0)
    }
    const content = Array.from({ length: 300 }, (_, i) => `Line ${i} of a long text.`).join('\n')
    const { id } = await addDone({ content, containerTag })
    let [read, offset] = ['', 0]
    while (offset !== undefined) {
      const { document } = (await agent.call('getDocument', { documentId: id, offset, maxTokens: 500 })).data
      read += document.content
      offset = document.nextOffset
    }
    expect(read).toBe(content)
  })

  test('MCP-9: profile, spaces and documents are resources, and a prompt has the profile', async () => {
    const containerTag = newTag('mcp')
    const memories = [{ content: 'Ada is a ceramics teacher.', isStatic: true }]
    await post('/v4/memories', { containerTag, memories })
    const { id } = await addDone({ content: 'Glaze recipes of the studio.', containerTag })
    await using agent = await connect({ mode: 'auto', tag: containerTag })
    const { resources } = await agent.client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(['reverie://profile', 'reverie://spaces', `reverie://documents/${id}`]),
    )
    const textAt = async (uri: string) => {
      const { contents } = await agent.client.readResource({ uri })
      return (contents[0] as { text: string }).text
    }
    expect(await textAt('reverie://profile')).toContain('ceramics teacher')
    expect(await textAt('supermemory://profile')).toContain('ceramics teacher')
    expect(await textAt('supermemory://spaces')).toContain(containerTag)
    expect(await textAt(`reverie://documents/${id}`)).toBe('Glaze recipes of the studio.')
    await expect(textAt('reverie://documents/1Cb2E6xd3spDuQv5BFZdDc')).rejects.toThrow()
    const { messages } = await agent.client.getPrompt({ name: 'context' })
    expect(JSON.stringify(messages)).toContain('ceramics teacher')
  })

  test('MCP-10: pages of other sites are refused, and pages of CORS_ORIGINS are not', async () => {
    const from = (origin: string) => send({ method: 'tools/list' }, { headers: { origin } })
    expect((await from('https://evil.example')).body.code).toBe('mcp.unknown_origin')
    expect((await from('null')).body.code).toBe('mcp.unknown_origin')
    expect((await from(baseUrl)).status).toBe(200)
    expect((await from('https://app.example.org')).status).toBe(200)
  })

  test('MCP-11: each call is in the request log with its tool and outcome, and counts for the rate limit', async () => {
    const tag = newTag('mcp')
    const limits = { containerTag: tag, rateLimitMax: 4, rateLimitTimeWindow: 3_600_000 }
    const { key: limited, id } = (await post('/v3/auth/scoped-key', limits)).body
    const call = (name: string, args: object) =>
      send({ method: 'tools/call', params: { name, arguments: args } }, { key: limited })
    expect((await call('search_memory', { query: 'kiln' })).body.result.isError).toBeUndefined()
    expect((await call('getDocument', { documentId: 'nothing' })).body.result.isError).toBe(true)
    const { status } = await until(
      () => call('whoAmI', {}),
      answer => answer.status === 429,
    )
    expect(status).toBe(429)
    const { requests } = (
      await until(
        () => get(`/v3/analytics/requests?keyId=${id}&limit=100`),
        ({ body }) => body.requests.length > 2,
      )
    ).body
    const logged = requests.map(
      ({ route, status }: { route: string; status: number }) => `${route} ${status}`,
    )
    expect(logged).toEqual(
      expect.arrayContaining(['/mcp search_memory 200', '/mcp getDocument 404', '/mcp whoAmI 200']),
    )
  })

  test('MCP-12: reverie mcp says why it cannot answer', async () => {
    await using agent = await connect({ way: 'stdio', tag: newTag('mcp') })
    await expect(agent.client.readResource({ uri: 'reverie://nothing' })).rejects.toThrow()
    await expect(connect({ way: 'stdio', key: `${key}x` })).rejects.toThrow('API key is not valid')
  })
})
