import { type ProviderDouble, startProviderDouble } from '../../acceptance/provider-double.ts'
import { createLogger } from '../src/platform/telemetry/logger.ts'
import { startTestServer, type TestServer, type TestServerOptions, until } from './harness.ts'
import { LogLines } from './serve-routes.ts'

/** A key that a provider would have given out. No test may find it anywhere but at the provider. */
export const providerKey = 'sk-provider-51c0a7e2d4f94b1bb6e0'

export type RoutedOptions = {
  path?: string
  user?: string | null
  conversation?: string
  key?: string | null
  headers?: Record<string, string>
  signal?: AbortSignal
}

export type RoutedServer = TestServer & {
  provider: ProviderDouble
  log: LogLines
  /** Sends a chat through the router, as a provider's client would. */
  chat(body: unknown, options?: RoutedOptions): Promise<Response>
  /** Sends the same to the provider itself. */
  direct(body: unknown, path?: string): Promise<Response>
  /** Adds memories that can be recalled at once. */
  remember(containerTag: string, ...memories: string[]): Promise<void>
  /** The stored conversation, once it contains this text. */
  conversation(id: string, containerTag: string, text: string): Promise<{ content: string; id: string }>
}

/** A whole server whose router may forward to a double of a provider only. */
export async function startRouted(options: TestServerOptions = {}): Promise<RoutedServer> {
  const provider = await startProviderDouble()
  const log = new LogLines()
  const server = await startTestServer({
    ...options,
    logger: createLogger('trace', log),
    config: {
      ROUTER_PROVIDERS: provider.url,
      ROUTER_OPENAI_URL: `${provider.url}/v1`,
      ROUTER_ANTHROPIC_URL: `${provider.url}/v1`,
      ROUTER_HISTORY_TOKENS: 400,
      // These tests share the machine with others. The test of a slow memory sets its own limit.
      ROUTER_MEMORY_TIMEOUT_MS: 20_000,
      ...options.config,
    },
  })
  return { ...server, provider, log, ...callers(server, provider), close }

  async function close(): Promise<void> {
    await server.close()
    await provider.close()
  }
}

function callers(server: TestServer, provider: ProviderDouble) {
  const post = (url: string, body: unknown, headers: Record<string, string>, signal?: AbortSignal) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${providerKey}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(signal && { signal }),
    })
  return {
    chat(body: unknown, options: RoutedOptions = {}) {
      const { path = '/v1/chat/completions', user = 'ada', conversation, key = server.client.key } = options
      const headers = {
        ...(key !== null && { 'x-supermemory-api-key': key }),
        ...(user !== null && { 'x-sm-user-id': user }),
        ...(conversation !== undefined && { 'x-sm-conversation-id': conversation }),
        ...options.headers,
      }
      return post(server.url + path, body, headers, options.signal)
    },
    direct: (body: unknown, path = '/v1/chat/completions') => post(provider.url + path, body, {}),
    async remember(containerTag: string, ...memories: string[]) {
      const { status } = await server.client.request('POST', '/v4/memories', {
        containerTag,
        memories: memories.map(content => ({ content })),
      })
      if (status !== 201) throw new Error(`memories answered ${status}`)
    },
    async conversation(id: string, containerTag: string, text: string) {
      const path = `/v3/documents/${id}?containerTag=${containerTag}`
      const found = await until(
        () => server.client.request('GET', path),
        ({ body }) => body?.content?.includes(text),
      )
      return found.body
    },
  }
}
