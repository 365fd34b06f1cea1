import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { webCrawler } from '../../src/platform/connectors/web-crawler.ts'
import { PulledItems, pullIntoMap } from '../../test/connectors/pull-into-map.ts'
import { testSource } from '../../test/connectors/test-source.ts'

/**
 * Crawls a made-up site twice and prints one JSON object: throughput beside bare requests for the same pages, memory, the size
 * of the checkpoint, and the cost of a run that changes nothing. By hand:
 *
 *   node server/bench/connectors/crawl.ts --pages 20000
 *   node server/bench/connectors/crawl.ts --url http://127.0.0.1:8080/ --pages 20000     a site of your own, such as nginx
 */
const { values } = parseArgs({
  options: { pages: { type: 'string', default: '2000' }, url: { type: 'string' } },
})
const count = Number(values.pages)

const letters = (n: number) => [...String(n)].map(digit => 'abcdefghij'[Number(digit)]).join('')

/** About 4 KB: navigation, a text of its own, links to three deeper pages. */
function pageOf(n: number): string {
  const links = [3 * n + 1, 3 * n + 2, 3 * n + 3].filter(next => next < count)
  const text = Array.from(
    { length: 60 },
    (_, i) => `word${letters(n * 61 + i)} and some more of the story`,
  ).join(' ')
  const anchors = links
    .map(next => `<a href="/articles/section-${next % 40}/article-${next}.html">${next}</a>`)
    .join(' ')
  return `<!doctype html><html lang="en"><head><title>Article ${letters(n)}</title></head><body><nav><a href="/">Home</a></nav><p>${text}</p>${anchors}</body></html>`
}

const server = createServer((request, response) => {
  const n =
    request.url === '/'
      ? 0
      : Number(/^\/articles\/section-\d+\/article-(\d+)\.html$/.exec(request.url!)?.[1] ?? Number.NaN)
  if (Number.isNaN(n) || n >= count) {
    response.writeHead(404).end()
    return
  }
  const etag = `"${(n * 7_919 + 1_000_003).toString(16)}-${(n % 977).toString(16)}"`
  const isKnown = request.headers['if-none-match'] === etag
  response.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html', etag })
  response.end(isKnown ? undefined : pageOf(n))
})
server.listen(0, '127.0.0.1')
await new Promise(resolve => server.once('listening', resolve))
const startUrl = values.url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

const sourceAt = (now: string) =>
  testSource(webCrawler, {
    settings: { startUrl, maxPages: Math.min(20_000, count), maxDepth: 50 } as never,
    now,
  })

async function timed<T>(run: () => Promise<T>): Promise<number> {
  const started = performance.now()
  await run()
  return Math.round(performance.now() - started)
}

/** Forgets texts, so that the memory is that of the crawler. */
class CountedItems extends PulledItems {
  forget(): void {
    for (const item of this.items.values()) item.text = ''
  }
}

const pulled = new CountedItems()
const first = sourceAt('2026-11-18T12:00:00Z')
const before = process.memoryUsage().rss
const firstMs = await timed(() => pullIntoMap(webCrawler, first, pulled))
const mostRss = process.resourceUsage().maxRSS * 1024
pulled.forget()
const bare = sourceAt('2026-11-18T12:00:00Z')
const bareMs = await timed(async () => {
  for (const id of pulled.ids()) await bare.http.request(id)
})
const second = sourceAt('2026-11-19T12:00:00Z')
const secondMs = await timed(() => pullIntoMap(webCrawler, second, pulled))
const third = sourceAt('2026-12-01T12:00:00Z')
const thirdMs = await timed(() => pullIntoMap(webCrawler, third, pulled))
server.close()
console.log(
  JSON.stringify({
    ok: pulled.items.size === count && pulled.reads === count,
    pages: pulled.items.size,
    firstMs,
    bareMs,
    pagesPerSecond: Math.round((count / firstMs) * 1000),
    ofBare: Math.round((bareMs / firstMs) * 100) / 100,
    nextDay: {
      ms: secondMs,
      requests: second.http.sent.length,
      share: Math.round((secondMs / firstMs) * 10_000) / 10_000,
    },
    whenDue: {
      ms: thirdMs,
      requests: third.http.sent.length,
      share: Math.round((thirdMs / firstMs) * 10_000) / 10_000,
    },
    checkpointBytes: pulled.largestCheckpoint,
    checkpointsWritten: pulled.checkpointsWritten,
    mbBefore: Math.round(before / 1e6),
    mbMost: Math.round(mostRss / 1e6),
  }),
)
