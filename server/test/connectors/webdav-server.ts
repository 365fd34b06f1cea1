import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Answer = { status: number; headers?: Record<string, string>; body?: string }
type Node = { id: number; etag: number; content: string | undefined }

/**
 * A WebDAV server on the loopback with a tree in memory.
 * - `nextcloud`: file ids, and folders whose ETag changes with everything below them
 * - `plain`: neither, as Apache
 * - `sync`: as `plain`, with the report `sync-collection` (RFC 6578)
 */
export class WebdavServer {
  readonly kind: 'nextcloud' | 'plain' | 'sync'
  readonly nodes = new Map<string, Node>([['', { id: 1, etag: 1, content: undefined }]])
  /** `PROPFIND /dav/a`, with all methods. */
  readonly requests: string[] = []
  password = 'secret'
  /** Answers instead of the server. */
  fault:
    | ((
        method: string,
        path: string,
      ) => { status: number; headers?: Record<string, string>; body?: string } | undefined)
    | undefined
  /** Responses in one answer of `sync-collection`. */
  perReport = 100
  url = ''
  #next = 2
  readonly #changes: { at: number; path: string }[] = []
  #expiredBefore = 0
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  private constructor(kind: WebdavServer['kind']) {
    this.kind = kind
  }

  static async start(kind: WebdavServer['kind']): Promise<WebdavServer> {
    const server = new WebdavServer(kind)
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    server.url = `http://127.0.0.1:${(server.#server.address() as AddressInfo).port}/dav/`
    return server
  }

  write(path: string, content: string): void {
    for (const folder of parentsOf(path))
      if (!this.nodes.has(folder)) this.nodes.set(folder, this.#node(undefined))
    const known = this.nodes.get(path)
    this.nodes.set(path, { ...this.#node(content), ...(known && { id: known.id }) })
    this.#touch(path)
  }

  /** Removes a file, or a folder with all that is in it. */
  remove(path: string): void {
    for (const one of this.nodes.keys())
      if (one === path || one.startsWith(`${path}/`)) this.nodes.delete(one)
    this.#touch(path)
  }

  move(from: string, to: string): void {
    for (const [path, node] of [...this.nodes])
      if (path === from || path.startsWith(`${from}/`)) {
        this.nodes.delete(path)
        this.nodes.set(to + path.slice(from.length), node)
      }
    this.#touch(from)
    this.#touch(to)
  }

  files(): Record<string, string> {
    const files = [...this.nodes].flatMap(([path, { content }]) =>
      content === undefined ? [] : [[path, content]],
    )
    return Object.fromEntries(files.sort())
  }

  expireTokens(): void {
    this.#expiredBefore = this.#next
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #node(content: string | undefined): Node {
    return { id: this.#next, etag: this.#next++, content }
  }

  #touch(path: string): void {
    this.#changes.push({ at: this.#next, path })
    for (const folder of parentsOf(path)) {
      const node = this.nodes.get(folder)
      if (node) node.etag = this.#next
    }
    this.#next++
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(request.url!).replace(/^\/dav\/|\/$/g, '')
    const method = request.method!
    this.requests.push(`${method} ${path}`)
    const body = await text(request)
    const answer = this.fault?.(method, path) ?? this.#answer(request, method, path, body)
    response.writeHead(answer.status, answer.headers)
    response.end(answer.body)
  }

  #answer(request: IncomingMessage, method: string, path: string, body: string): Answer {
    const expected = `Basic ${Buffer.from(`ada:${this.password}`).toString('base64')}`
    if (request.headers.authorization !== expected) return { status: 401 }
    if (method === 'REPORT') return this.#report(body)
    const node = this.nodes.get(path)
    if (!node) return { status: 404 }
    if (method === 'GET') return { status: 200, body: node.content ?? '' }
    if (method !== 'PROPFIND') return { status: 405 }
    if (body.includes('supported-report-set')) return multistatus(this.#reports())
    const children = [...this.nodes.keys()].filter(one => one !== '' && parentOf(one) === path)
    const shown = request.headers.depth === '1' && node.content === undefined ? [path, ...children] : [path]
    return multistatus(shown.map(one => this.#response(one, this.nodes.get(one)!)).join(''))
  }

  #response(path: string, { id, etag, content }: Node): string {
    const isFolder = content === undefined
    const tag = isFolder && this.kind !== 'nextcloud' ? '' : `<d:getetag>"${etag}"</d:getetag>`
    const fileId = this.kind === 'nextcloud' ? `<oc:fileid>${id}</oc:fileid>` : ''
    const type = isFolder
      ? '<d:resourcetype><d:collection/></d:resourcetype>'
      : `<d:resourcetype/><d:getcontentlength>${content.length}</d:getcontentlength><d:getcontenttype>text/plain</d:getcontenttype>`
    return `<d:response><d:href>${hrefOf(path)}${isFolder ? '/' : ''}</d:href><d:propstat><d:prop>${type}${tag}${fileId}<d:getlastmodified>Tue, 17 Nov 2026 10:00:00 GMT</d:getlastmodified></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat><d:propstat><d:prop><d:creationdate/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>`
  }

  #reports(): string {
    const offered =
      this.kind === 'sync'
        ? '<d:supported-report><d:report><d:sync-collection/></d:report></d:supported-report>'
        : ''
    return `<d:response><d:href>/dav/</d:href><d:propstat><d:prop><d:supported-report-set>${offered}</d:supported-report-set><d:sync-token>t:${this.#next}</d:sync-token></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`
  }

  #report(body: string): Answer {
    const since = Number(/sync-token>t:(\d+)</.exec(body)?.[1] ?? 0)
    if (this.kind !== 'sync') return { status: 415 }
    if (since < this.#expiredBefore)
      return { status: 403, body: '<d:error xmlns:d="DAV:"><d:valid-sync-token/></d:error>' }
    const changes = this.#changes.filter(({ at }) => at >= since)
    const part = changes.slice(0, this.perReport)
    const isWhole = part.length === changes.length
    const responses = part.map(({ path }) => {
      const status = this.nodes.has(path)
        ? '<d:propstat><d:prop/><d:status>HTTP/1.1 200 OK</d:status></d:propstat>'
        : '<d:status>HTTP/1.1 404 Not Found</d:status>'
      return `<d:response><d:href>${hrefOf(path)}</d:href>${status}</d:response>`
    })
    if (!isWhole)
      responses.push(
        '<d:response><d:href>/dav/</d:href><d:status>HTTP/1.1 507 Insufficient Storage</d:status></d:response>',
      )
    const token = isWhole ? this.#next : part.at(-1)!.at + 1
    return multistatus(`${responses.join('')}<d:sync-token>t:${token}</d:sync-token>`)
  }
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const hrefOf = (path: string) => `/dav/${path.split('/').map(encodeURIComponent).join('/')}`

function parentsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return ['', ...parts.map((_, i) => parts.slice(0, i + 1).join('/'))]
}

function multistatus(inner: string): Answer {
  return {
    status: 207,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns">${inner}</d:multistatus>`,
  }
}
