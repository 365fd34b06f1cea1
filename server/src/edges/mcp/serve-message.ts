import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { buildServer, type ServerChoice } from './build-server.ts'
import type { Caller } from './caller.ts'

export type ServedMessage = ServerChoice & {
  /** Headers of the request that the protocol defines. */
  headers: Record<string, string>
  signal: AbortSignal
  onError(error: Error): void
}

/**
 * Answers one JSON-RPC message, of the revision 2026-07-28 or of a client from before it. Both are answered without a
 * session, by a server of its own, as JSON: nothing is left that another process would have to know.
 */
export async function serveMessage(served: ServedMessage, caller: Caller): Promise<Response> {
  const { message, signal, onError } = served
  const headers = {
    ...served.headers,
    'content-type': 'application/json',
    // Some clients accept only one of both, and a refusal would send them to look for a sign-in page.
    accept: 'application/json, text/event-stream',
  }
  const request = new Request('http://mcp.invalid/', { method: 'POST', headers, signal })
  if (await isLegacyRequest(request, message)) return serveFormer(request, served, caller)
  const handler = createMcpHandler(() => buildServer(caller, served), {
    legacy: 'reject',
    // There is nothing to subscribe to, and a stream would stay open for nothing.
    maxSubscriptions: 0,
    onerror: onError,
  })
  return handler.fetch(request, { parsedBody: message })
}

async function serveFormer(request: Request, served: ServedMessage, caller: Caller): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = buildServer(caller, served)
  server.server.onerror = served.onError
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: served.message })
  } finally {
    await server.close()
  }
}
