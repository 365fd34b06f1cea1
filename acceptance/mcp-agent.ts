import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

export const modes = ['legacy', 'auto', 'pinned'] as const
export type Mode = (typeof modes)[number]
export const ways = ['http', 'stdio'] as const

export type AgentOptions = {
  /** The server and its key. */
  url: string
  key: string
  mode?: Mode
  way?: (typeof ways)[number]
  /** The `reverie` that speaks over stdio. Default: the one of this repository. */
  program?: string
  /** The only container of the connection. */
  tag?: string
  /** The name that the client gives itself. */
  name?: string
  headers?: Record<string, string>
}

// biome-ignore lint/suspicious/noExplicitAny: each test states what it expects
export type ToolAnswer = { isError?: boolean | undefined; text: string; data: any }

/** An agent with the published MCP client. A new one is a new conversation: it knows nothing of earlier ones. */
export class Agent {
  readonly client: Client

  private constructor(client: Client) {
    this.client = client
  }

  static async connect(options: AgentOptions): Promise<Agent> {
    const { mode = 'legacy', name = 'scripted-agent' } = options
    const client = new Client(
      { name, version: '1.0.0' },
      { versionNegotiation: { mode: mode === 'pinned' ? { pin: '2026-07-28' } : mode } },
    )
    await client.connect(options.way === 'stdio' ? overStdio(options) : overHttp(options))
    return new Agent(client)
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const { content, structuredContent, isError } = await this.client.callTool({ name, arguments: args })
    const [first] = content as { type: string; text: string }[]
    return { isError: isError as boolean | undefined, text: first?.text ?? '', data: structuredContent }
  }

  async toolNames(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close()
  }
}

function overHttp({ url, key, tag, headers }: AgentOptions): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(`${url}/mcp${tag === undefined ? '' : `/${tag}`}`), {
    requestInit: { headers: { authorization: `Bearer ${key}`, ...headers } },
  })
}

const ownProgram = join(import.meta.dirname, '../reverie')

function overStdio({ url, key, tag, program = ownProgram }: AgentOptions): StdioClientTransport {
  const { PATH = '', HOME = '' } = process.env
  return new StdioClientTransport({
    command: program,
    args: ['mcp', ...(tag === undefined ? [] : ['--tag', tag])],
    env: { PATH, HOME, REVERIE_URL: url, REVERIE_KEY: key },
  })
}
