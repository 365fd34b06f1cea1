import { SourceError } from '../connector.ts'
import { shortHash } from '../short-hash.ts'
import { Crawl, type CrawlCheckpoint, type CrawlSource } from './crawl-state.ts'
import { normaliseUrl } from './normalise-url.ts'
import type { PageRecord } from './page-table.ts'
import { type PageAnswer, requestPage } from './request-page.ts'
import { readRobots } from './robots.ts'
import { readSitemaps } from './sitemaps.ts'
import { mostHours } from './visit-page.ts'

/** Goes on with the crawl that a checkpoint says is under way. */
export async function resumeCrawl(source: CrawlSource, last: CrawlCheckpoint): Promise<Crawl> {
  return new Crawl(source, await readRobots(source, last.origin), last)
}

/**
 * Begins a crawl: the start page, the pages of the sitemap, pages that are due. `gone` are addresses of stored pages that no
 * longer belong to the site, because its address or the settings have changed.
 */
export async function beginCrawl(
  source: CrawlSource,
  last: CrawlCheckpoint | undefined,
): Promise<{ crawl: Crawl; gone: string[] }> {
  const start = await readStart(source)
  const isSame = last?.origin === start.origin
  const state = isSame ? { ...last, visits: 0 } : emptyState(start.origin)
  const crawl = new Crawl(source, await readRobots(source, start.origin), {
    ...state,
    startUrl: source.settings.startUrl,
    startPath: start.path,
  })
  const gone = last && !isSame ? pagesOf(source, last) : dropOutside(crawl)
  crawl.missingPage = await probeMissing(crawl, start.answer)
  for (const record of crawl.table.all()) if (isDue(record, crawl.hour)) crawl.table.schedule(record)
  await addListed(crawl)
  const first = crawl.table.get(start.path) ?? crawl.table.add(start.path, 0)
  if (first) crawl.table.schedule(first)
  return { crawl, gone }
}

function emptyState(origin: string): CrawlCheckpoint {
  return { startUrl: '', origin, startPath: '/', isOpen: true, visits: 0, traps: [], pages: '' }
}

/** The start page after redirects: `http://example.com` may lead to `https://www.example.com`, which is the site then. */
export async function readStart(
  source: CrawlSource,
): Promise<{ origin: string; path: string; answer: Extract<PageAnswer, { kind: 'html' }> }> {
  const { startUrl } = source.settings
  const answer = await requestPage(source, startUrl)
  if (answer.kind === 'gone') throw new SourceError('source_gone', 'The start page does not exist')
  if (answer.kind === 'refused')
    throw new SourceError('settings_invalid', `The start page cannot be read: ${answer.error.message}`)
  if (answer.kind !== 'html') throw new SourceError('settings_invalid', 'The start page is no web page')
  const { origin } = new URL(answer.url)
  const url = normaliseUrl(answer.url, origin, origin)
  if (url === undefined)
    throw new SourceError('settings_invalid', 'The address of the start page is too long')
  return { origin, path: url.slice(origin.length), answer }
}

function pagesOf(source: CrawlSource, last: CrawlCheckpoint): string[] {
  const { table } = new Crawl(source, { delayMs: 0, sitemaps: [], mayVisit: () => true }, last)
  return table
    .all()
    .filter(({ kind }) => kind === 'page')
    .map(({ path }) => last.origin + path)
}

function dropOutside(crawl: Crawl): string[] {
  const outside = crawl.table.all().filter(({ path }) => !crawl.isInScope(crawl.origin + path))
  const gone = outside.filter(({ kind }) => kind === 'page').map(({ path }) => crawl.origin + path)
  for (const record of outside) crawl.table.delete(record)
  return gone
}

/**
 * Asks for a page that cannot exist. A site that shows one all the same does so for every page that is gone, and its words
 * tell. A site that shows its start page, as applications in the browser do, tells nothing by it.
 */
async function probeMissing(
  crawl: Crawl,
  start: Extract<PageAnswer, { kind: 'html' }>,
): Promise<string | undefined> {
  const { source, origin } = crawl
  const url = `${origin}/${shortHash(origin, source.now().toISOString())}`
  if (!crawl.robots.mayVisit(url)) return undefined
  await crawl.pace()
  const answer = await requestPage(source, url).catch(error => {
    source.signal.throwIfAborted()
    // Some sites fail for every address that does not exist.
    if (error instanceof SourceError && error.code === 'provider_unavailable') return undefined
    throw error
  })
  if (answer?.kind !== 'html') return undefined
  return answer.page.wordsHash === start.page.wordsHash ? undefined : answer.page.wordsHash
}

/** A clock that was set back by more than a day makes every page due. */
const maxBackHours = 24

function isDue(record: PageRecord, hour: number): boolean {
  if (record.kind === 'queued') return true
  const age = hour - record.visitedHour
  // A sitemap that says when pages change is believed, but checked.
  const hours = record.lastmod === '' ? record.intervalHours * spread(record.path) : mostHours
  return age >= hours || age < -maxBackHours
}

/** 0.8 to 1.2: pages that were found together are not all due on the same day. */
function spread(path: string): number {
  return 0.8 + (Buffer.from(shortHash(path), 'base64url').readUInt16BE() / 65_535) * 0.4
}

async function addListed(crawl: Crawl): Promise<void> {
  const { source, origin, robots, table } = crawl
  const { useSitemap, maxDepth, maxPages } = source.settings
  if (!useSitemap || maxDepth < 1) return
  const starts = robots.sitemaps.length > 0 ? robots.sitemaps : [`${origin}/sitemap.xml`]
  const { pages, isWhole } = await readSitemaps(source, starts, maxPages * 2, crawl.pace)
  crawl.unreadSitemaps = isWhole ? 0 : crawl.unreadSitemaps + 1
  const listed = new Set<string>()
  for (const { url, lastmod } of pages) {
    const address = normaliseUrl(url, origin, origin)
    if (address === undefined || !crawl.isWanted(address)) continue
    const path = address.slice(origin.length)
    listed.add(path)
    const record = table.get(path) ?? table.add(path, 1)
    if (record) noteListed(crawl, record, lastmod.replace(/\s+/g, ' '))
  }
  if (isWhole && listed.size > 0) scheduleUnlisted(crawl, listed)
}

/** Compared with what the sitemap said before, and with no clock: that of the site may be wrong. */
function noteListed({ table }: Crawl, record: PageRecord, lastmod: string): void {
  if (lastmod !== record.lastmod && record.visitedHour > 0) table.schedule(record)
  record.lastmod = lastmod
  record.isListed = true
}

/** A page that has left the sitemap may be gone. */
function scheduleUnlisted({ table }: Crawl, listed: ReadonlySet<string>): void {
  for (const record of table.all())
    if (record.isListed && !listed.has(record.path)) {
      Object.assign(record, { isListed: false, lastmod: '' })
      table.schedule(record)
    }
}
