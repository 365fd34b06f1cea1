import { parseArgs } from 'node:util'
import { webCrawler } from '../../src/platform/connectors/web-crawler.ts'
import { PulledItems, pullIntoMap } from '../../test/connectors/pull-into-map.ts'
import { testSource } from '../../test/connectors/test-source.ts'
import { startMadeUpSite } from './made-up-site.ts'

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

const site = await startMadeUpSite(count)
const startUrl = values.url ?? `${site.url}/`

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
site.close()
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
