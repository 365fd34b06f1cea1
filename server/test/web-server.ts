import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Page = {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** The answer at a path: a constant, a function called each time, or a handler that answers by itself. */
export type Site = Record<
  string,
  Page | ((request: IncomingMessage, response: ServerResponse) => Page | undefined)
>

export type WebServer = {
  port: number
  /** The server's URL by IP address. */
  url: string
  site: Site
  /** The requested paths, each with its host. */
  visits: { host: string; path: string; headers: IncomingMessage['headers'] }[]
  close(): Promise<void>
}

/** A web server on the loopback that plays the internet for tests. */
export async function startWebServer(site: Site = {}, host = '127.0.0.1', port = 0): Promise<WebServer> {
  const server = createServer((request, response) => {
    const path = request.url!
    web.visits.push({ host: request.headers.host!, path, headers: request.headers })
    const found = web.site[path] ?? web.site[path.split('?')[0]!]
    const page = typeof found === 'function' ? found(request, response) : (found ?? { status: 404 })
    if (!page) return
    response.writeHead(page.status ?? 200, { 'content-type': 'text/html', ...page.headers })
    response.end(page.body)
  })
  server.listen(port, host)
  await once(server, 'listening')
  const bound = (server.address() as AddressInfo).port
  const web: WebServer = {
    port: bound,
    url: `http://${host}:${bound}`,
    site,
    visits: [],
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return web
}
