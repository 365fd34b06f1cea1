import { beforeAll, describe, expect, test } from 'vitest'
import { baseUrl, newTag } from '../client.ts'
import { pluginKey } from './log-in.ts'
import { addMemories } from './seed.ts'
import { watch } from './watch.ts'

/**
 * The plugins of Codex and Cursor give their agent the memory tools by MCP: a small proxy sends each line of the
 * agent to `SUPERMEMORY_MCP_URL`, reads JSON or server-sent events, and adds the container of the repository to calls.
 */
class McpProxy {
  readonly #key: string
  #session: string | undefined

  constructor(key: string) {
    this.#key = key
  }

  /** Sends one line. A notification gets no answer. */
  // biome-ignore lint/suspicious/noExplicitAny: each test states what it expects
  async send(message: object): Promise<any> {
    const response = await fetch(`${baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${this.#key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...(this.#session && { 'mcp-session-id': this.#session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      signal: AbortSignal.timeout(30_000),
    })
    this.#session = response.headers.get('mcp-session-id') ?? this.#session
    const text = await response.text()
    if (response.status === 202) return undefined
    const events = text.split('\n').filter(line => line.startsWith('data:'))
    return JSON.parse(events.length > 0 ? events.at(-1)!.slice(5) : text)
  }

  async call(name: string, args: object): Promise<string> {
    const { result } = await this.send({ id: 9, method: 'tools/call', params: { name, arguments: args } })
    return JSON.stringify(result)
  }
}

describe.each(['codex', 'cursor'])('%s-supermemory replayed', client => {
  watch()
  let proxy: McpProxy
  beforeAll(async () => {
    proxy = new McpProxy(await pluginKey(client))
  })

  test('MCP proxy works', async () => {
    const containerTag = newTag()
    const opened = await proxy.send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: client, version: '1' } },
    })
    expect(opened.result.protocolVersion).toBe('2025-06-18')
    expect(await proxy.send({ method: 'notifications/initialized' })).toBeUndefined()
    const listed = await proxy.send({ id: 2, method: 'tools/list' })
    const names = listed.result.tools.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['search_memory', 'add_memory', 'listMemories']))
    await addMemories(containerTag, { content: 'The staging database is called heron.' })
    const found = await proxy.call('search_memory', { query: 'the staging database', containerTag })
    expect(found).toContain('heron')
    expect(await proxy.call('listMemories', { containerTag })).toContain('heron')
  })
})
