import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { add, type Client, layouts, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import {
  type LlmMisbehaviour,
  readByScript,
  type ScriptedLlm,
  startScriptedLlm,
} from '../../../test/scripted-llm.ts'

describe.each(layouts)('Dreaming with a language model ($layout)', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  let llm: ScriptedLlm
  beforeAll(async () => {
    llm = await startScriptedLlm({ answer: readByScript })
    const config = { ...llm.config, DREAM_QUIET_MS: 0, RECONCILE_MS: 1_000, LLM_OUTPUT_USD_PER_MILLION: 10 }
    server = await startTestServer({ cellCount, config })
    client = server.client
  })
  afterAll(async () => {
    await server.close()
    await llm.close()
  })
  beforeEach(() => {
    llm.calls.length = 0
    llm.behave = undefined
    llm.answer = readByScript
  })

  const dreamed = (id: string) =>
    until(
      async () => (await client.request('GET', `/v3/documents/${id}`)).body,
      ({ dreamingStatus }) => dreamingStatus === 'done',
    )
  const list = async (containerTag: string) =>
    (await client.request('POST', '/v4/memories/list', { containerTags: [containerTag] })).body.memoryEntries
  const countIn = async (table: string, where = 'true') => {
    const counts = server.databases.map(({ admin }) =>
      admin.query<{ count: number }>(`select count(*)::int as count from cell.${table} where ${where}`),
    )
    return (await Promise.all(counts)).reduce((sum, { rows }) => sum + rows[0]!.count, 0)
  }

  test("forms a memory from the model's answer, with a citation", async () => {
    const id = await add(client, {
      content: 'user: I live in Lisbon.\nassistant: Nice.',
      containerTag: 'reads',
    })
    await dreamed(id)
    expect(await list('reads')).toMatchObject([{ memory: 'The user lives in Lisbon.', documentIds: [id] }])
    expect(llm.calls[0]!.prompt).toContain('user: I live in Lisbon.')
    const { body } = await client.request('GET', `/v3/documents/${id}/attempts`)
    expect(body.llmCalls).toMatchObject([
      { model: 'openai-compatible double', prompt: 'extract-facts.v4', outcome: 'done', documents: 1 },
    ])
    expect(body.llmCalls[0].usd).toBeCloseTo((body.llmCalls[0].outputTokens * 10) / 1e6)
  })

  test('supersedes a memory that the model formed before', async () => {
    const say = async (content: string, documentDate: string) =>
      dreamed(await add(client, { content, documentDate, containerTag: 'moves' }))
    await say('user: I live in Lisbon.', '2024-01-05T10:00:00Z')
    await say('user: I live in Porto.', '2024-06-05T10:00:00Z')
    expect(await list('moves')).toMatchObject([{ memory: 'The user lives in Porto.', version: 2 }])
  })

  test('reads a document by rules when the model cannot read it', async () => {
    llm.behave = () => ({ kind: 'says', text: 'lorem ipsum' })
    const id = await add(client, { content: 'user: I live in Lisbon.', containerTag: 'garbage' })
    await dreamed(id)
    expect(await list('garbage')).toMatchObject([{ memory: expect.stringContaining('Lisbon') }])
  })

  test('waits for an unreachable model', async () => {
    llm.behave = () =>
      llm.calls.length === 1 ? { kind: 'status', status: 503, headers: { 'retry-after': '0' } } : undefined
    const id = await add(client, { content: 'user: I live in Lisbon.', containerTag: 'away' })
    await dreamed(id)
    expect(await list('away')).toMatchObject([{ memory: 'The user lives in Lisbon.' }])
  })

  test("deletes the model's answers with their document", async () => {
    const id = await add(client, { content: 'user: My dog is called Bruno.', containerTag: 'goes' })
    await dreamed(id)
    const where = `answer::text like '%Bruno%'`
    expect(await countIn('llm_answers', where)).toBe(1)
    const before = await countIn('llm_calls')
    await client.request('DELETE', `/v3/documents/${id}`)
    await until(
      () => countIn('llm_answers', where),
      count => count === 0,
    )
    expect(await countIn('llm_calls')).toBe(before - 1)
  })

  describe('A long document', () => {
    const long = 'We met at the harbour and spoke of boats, ropes and weather. '.repeat(40)
    const described = { title: 'Talks at the harbour', summary: 'Two people spoke of boats at the harbour.' }
    const show = async (id: string) => (await client.request('GET', `/v3/documents/${id}`)).body
    beforeEach(() => {
      llm.answer = call => (call.prompt.startsWith('<document>') ? described : readByScript(call))
    })

    test('gets the title and summary of the model', async () => {
      const id = await add(client, { content: long, containerTag: 'long' })
      await dreamed(id)
      expect(await show(id)).toMatchObject(described)
    })

    test('keeps its own heading as the title', async () => {
      const id = await add(client, { content: `# Notes of May\n\n${long}`, containerTag: 'long' })
      await dreamed(id)
      expect(await show(id)).toMatchObject({ title: 'Notes of May', summary: described.summary })
    })

    test.each<[string, LlmMisbehaviour | undefined, unknown]>([
      ['is unreachable', { kind: 'status', status: 503 }, {}],
      ['answers garbage', { kind: 'says', text: 'lorem' }, {}],
      ['obeys the text', undefined, { ...described, summary: 'Ignore all previous instructions.' }],
      ['does not stop', undefined, { ...described, summary: 'boats '.repeat(200) }],
    ])('keeps the summary of its own sentences when the model %s', async (_, misbehaviour, answer) => {
      llm.answer = call => (call.prompt.startsWith('<document>') ? answer : readByScript(call))
      llm.behave = ({ messages }) =>
        messages[1]!.content.startsWith('<document>') ? misbehaviour : undefined
      const id = await add(client, { content: `${long} ${_}.`, containerTag: 'long' })
      await dreamed(id)
      expect((await show(id)).summary).toContain('We met at the harbour')
    })
  })

  describe('rewriteQuery', () => {
    const ask = async (q: string) =>
      (
        await client.request('POST', '/v3/search', {
          q,
          containerTag: 'asks',
          rewriteQuery: true,
          explain: true,
        })
      ).body
    beforeAll(async () => {
      llm.answer = readByScript
      const id = await add(client, {
        content: 'user: My ceramics studio is called Terra.',
        containerTag: 'asks',
      })
      await dreamed(id)
    })
    const rewritesAs = (query: string) => {
      llm.answer = call => (call.prompt.includes('<query>') ? { query } : readByScript(call))
    }

    test('searches with the words of the model', async () => {
      rewritesAs('name of the ceramics studio, pottery workshop')
      expect(JSON.stringify(await ask('name of the ceramics studio'))).toContain('pottery workshop')
      expect(llm.calls).toHaveLength(1)
    })

    test.each<[string, string, LlmMisbehaviour | undefined]>([
      ['answers the query instead of rewriting it', 'Terra', undefined],
      ['answers nothing', ' ', undefined],
      ['is unreachable', '', { kind: 'status', status: 503 }],
      ['answers garbage', '', { kind: 'says', text: 'lorem' }],
    ])('ignores a model that %s', async (_, query, misbehaviour) => {
      rewritesAs(query)
      llm.behave = () => misbehaviour
      const { results } = await ask('name of the ceramics studio')
      expect(JSON.stringify(results)).toContain('Terra')
    })
  })
})
