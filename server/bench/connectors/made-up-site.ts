import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type MadeUpSite = { url: string; requests(): number; close(): void }

const letters = (n: number) => [...String(n)].map(digit => 'abcdefghij'[Number(digit)]).join('')
const addressOf = (n: number) => (n === 0 ? '/' : `/articles/section-${n % 40}/article-${n}.html`)

/** The addresses of all pages, below the origin. */
export const addressesOf = (count: number): string[] => Array.from({ length: count }, (_, n) => addressOf(n))

/** About 2.5 KB: navigation, a text of its own, links to three deeper pages. */
function pageOf(n: number, count: number): string {
  const links = [3 * n + 1, 3 * n + 2, 3 * n + 3].filter(next => next < count)
  const text = Array.from(
    { length: 60 },
    (_, i) => `word${letters(n * 61 + i)} and some more of the story`,
  ).join(' ')
  const anchors = links.map(next => `<a href="${addressOf(next)}">${next}</a>`).join(' ')
  return `<!doctype html><html lang="en"><head><title>Article ${letters(n)}</title></head><body><nav><a href="/">Home</a></nav><p>${text}</p>${anchors}</body></html>`
}

/** A site of so many pages on the loopback, whose pages never change and have ETags. */
export async function startMadeUpSite(count: number): Promise<MadeUpSite> {
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    const found = /^\/articles\/section-\d+\/article-(\d+)\.html$/.exec(request.url!)?.[1]
    const n = request.url === '/' ? 0 : Number(found ?? Number.NaN)
    if (Number.isNaN(n) || n >= count) return void response.writeHead(404).end()
    const etag = `"${(n * 7_919 + 1_000_003).toString(16)}-${(n % 977).toString(16)}"`
    const isKnown = request.headers['if-none-match'] === etag
    response.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html', etag })
    response.end(isKnown ? undefined : pageOf(n, count))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () => server.close().closeAllConnections(),
  }
}

if (import.meta.main) console.log((await startMadeUpSite(Number(process.argv[2] ?? 1_000))).url)
