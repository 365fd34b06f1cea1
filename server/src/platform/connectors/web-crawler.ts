import { type Change, type Connector, SourceError } from './connector.ts'
import { crawlSite } from './web-crawler/crawl.ts'
import { type CrawlCheckpoint, type CrawlSource, checkpoint } from './web-crawler/crawl-state.ts'
import { mayHide } from './web-crawler/may-hide.ts'
import { readStart } from './web-crawler/open-crawl.ts'
import { requestPage, toItem } from './web-crawler/request-page.ts'
import { readRobots } from './web-crawler/robots.ts'
import { type CrawlSettings, settings } from './web-crawler/settings.ts'

export const webCrawler: Connector<CrawlSettings, undefined, CrawlCheckpoint> = {
  describe: {
    provider: 'web-crawler',
    title: 'Web site',
    summary: 'The pages of a web site, found by its sitemap and links, and read again as they change.',
    settings,
    credentials: { kind: 'none' },
    checkpoint,
    everyMinutes: 24 * 60,
    requestsPerSecond: 10,
    sharesPace: true,
  },
  async check(source) {
    const start = await readStart(source)
    await readRobots(source, start.origin)
    return { account: new URL(start.origin).host }
  },
  pull: crawlSite,
  mayHide,
  fetch: fetchPages,
}

/** Reads single pages again. One that is missing by now is deleted. */
async function* fetchPages(source: CrawlSource, urls: string[]): AsyncGenerator<Change> {
  for (const url of urls) yield await fetchPage(source, url)
}

async function fetchPage(source: CrawlSource, url: string): Promise<Change> {
  try {
    const answer = await requestPage(source, url)
    const isPage = (answer.kind === 'html' || answer.kind === 'pdf') && answer.mayIndex
    if (isPage) return { kind: 'upsert', item: toItem(url, answer, source.now()) }
    if (answer.kind === 'refused')
      return { kind: 'failed', externalId: url, code: answer.error.code, message: answer.error.message }
    return { kind: 'deleted', externalId: url }
  } catch (error) {
    const isOfPage = error instanceof SourceError && error.code === 'provider_unavailable'
    if (!isOfPage) throw error
    return { kind: 'failed', externalId: url, code: 'item_unreadable', message: error.message }
  }
}
