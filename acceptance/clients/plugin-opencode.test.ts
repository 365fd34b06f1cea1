import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { baseUrl, get, post } from '../client.ts'
import { type Forwarder, startForwarder } from './forwarder.ts'
import { agree, joinAs, pluginKey } from './log-in.ts'
import { OpenCode } from './opencode.ts'
import { addMemories } from './seed.ts'
import { nameOf } from './versions.ts'
import { aside, untilDone, watch } from './watch.ts'

describe(nameOf('opencode-supermemory'), () => {
  watch()
  let forwarder: Forwarder
  let machine: OpenCode
  let projectTag: string
  beforeAll(async () => {
    forwarder = await startForwarder()
    const key = await pluginKey('opencode')
    machine = new OpenCode({ SUPERMEMORY_API_URL: forwarder.url, SUPERMEMORY_API_KEY: key })
    projectTag = await machine.findProjectTag()
  })
  afterAll(async () => {
    machine.remove()
    await forwarder.close()
  })

  const know = (content: string) =>
    addMemories(projectTag, { content, isStatic: true, metadata: { sm_scope: 'personal' } })

  test('login opens the page of the server and stores the key and the address', async () => {
    const fresh = new OpenCode({ SUPERMEMORY_AUTH_URL: `${baseUrl}/auth/agent-connect` })
    const { url, ended } = await fresh.logIn()
    const key = await agree(url, await joinAs('member'))
    expect(await ended).toContain('Successfully authenticated')
    const stored = JSON.parse(
      readFileSync(join(fresh.home, '.supermemory-opencode/credentials.json'), 'utf8'),
    )
    expect(stored).toMatchObject({ apiKey: key, apiBaseUrl: baseUrl })
    expect((await fresh.command('logout')).printed).toContain('Logged out')
    fresh.remove()
  })

  test('status works', async () => {
    const { code, printed } = await machine.command('status')
    expect([code, printed]).toEqual([0, expect.stringContaining('Connected: yes')])
    // Every command asks for its own filter. The organization keeps the one that it has chosen.
    const { body } = await aside(() => get('/v3/settings'))
    expect(body.filterPrompt ?? '').not.toMatch(/coding agent/i)
  })

  test('session start works', async () => {
    await know('The user prefers tabs to spaces.')
    const [parts] = (await machine.run([{ message: 'Hello there.' }])) as [string[]]
    expect(parts[0]).toContain('[SUPERMEMORY]')
    expect(parts[0]).toContain('The user prefers tabs to spaces.')
    expect(parts.at(-1)).toBe('Hello there.')
  })

  test('session start with recall works', async () => {
    await know('The staging database is called heron.')
    machine.configure({ autoRecallEveryPrompt: true })
    const [parts] = (await machine.run([{ message: 'Which database does staging use?' }])) as [string[]]
    expect(parts[0]).toMatch(/Relevant Memories:[\s\S]*heron/)
  })

  test('a request to remember works', async () => {
    const [parts] = (await machine.run([{ message: 'Remember that we deploy on Fridays.' }])) as [string[]]
    expect(parts.join('\n')).toContain('[MEMORY TRIGGER DETECTED]')
  })

  test('tool add, search, list and forget work', async () => {
    const [added] = (await machine.run([
      { tool: { mode: 'add', content: 'The build needs Node 24.', type: 'project-config' } },
    ])) as [{ success: boolean; id: string }]
    expect(added.success).toBe(true)
    await untilDone(added.id)
    const [found, listed, forgotten, after] = (await machine.run([
      { tool: { mode: 'search', query: 'Which Node does the build need?', scope: 'project' } },
      { tool: { mode: 'list' } },
      { tool: { mode: 'forget', memoryId: added.id } },
      { tool: { mode: 'list' } },
    ])) as [Found, Listed, { success: boolean }, Listed]
    expect(found.results[0]!.content).toContain('Node 24')
    expect(listed.memories.map(({ id }) => id)).toContain(added.id)
    expect(forgotten.success).toBe(true)
    expect(after.memories.map(({ id }) => id)).not.toContain(added.id)
  })

  test('tool profile works', async () => {
    await know('The user reviews code in the morning.')
    const [answer] = (await machine.run([{ tool: { mode: 'profile' } }])) as [
      { profile: { static: string[] } },
    ]
    expect(answer.profile.static).toContain('The user reviews code in the morning.')
  })

  test('capture at compaction works', async () => {
    const sessionID = 'session'
    const summary = `The user moved the API to Fastify. ${'It took a week of work. '.repeat(6)}`
    const assistant = {
      info: {
        role: 'assistant',
        summary: true,
        finish: true,
        sessionID,
        providerID: 'scripted',
        modelID: 'scripted',
        tokens: { input: 190_000, output: 1_000, cache: { read: 0 } },
      },
      parts: [{ type: 'text', text: summary }],
    }
    const full = { ...assistant.info, summary: false }
    await machine.run(
      [
        { event: { type: 'message.updated', properties: { info: full } } },
        { event: { type: 'message.updated', properties: { info: assistant.info } } },
      ],
      { messages: [assistant] },
    )
    const { body } = await aside(() =>
      post('/v3/documents/list', { containerTags: [projectTag], includeContent: true }),
    )
    const texts: string[] = body.memories.map(({ content }: { content: string }) => content)
    expect(texts).toContain(`[Session Summary]\n${summary}`)
  })
})

type Found = { results: { content: string }[] }
type Listed = { memories: { id: string }[] }
