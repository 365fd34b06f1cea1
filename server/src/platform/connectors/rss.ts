import { z } from 'zod'
import {
  type Batch,
  type Change,
  type Connector,
  type Content,
  type Item,
  ItemError,
  type Source,
  SourceError,
  type SourceResponse,
} from './connector.ts'
import { readFeedDate } from './rss/feed-date.ts'
import { type Feed, type FeedEntry, FeedError, readFeed } from './rss/read-feed.ts'
import { shortHash } from './short-hash.ts'

const settings = z.strictObject({
  feedUrl: z
    .url({ protocol: /^https?$/ })
    .describe('Address of the RSS, Atom or JSON feed.')
    .meta({ title: 'Feed', example: 'https://example.com/feed.xml' }),
  content: z
    .enum(['feed', 'page'])
    .default('feed')
    .describe(
      '`feed`: store the text in the feed. `page`: fetch the linked page, for feeds that have teasers only.',
    )
    .meta({ title: 'Text' }),
  maxPages: z
    .int()
    .min(1)
    .max(1_000)
    .default(100)
    .describe('Feeds with several pages: how many to read when all entries are read. Default: 100.')
    .meta({ title: 'Pages' }),
})
type Settings = z.output<typeof settings>

/** What the last complete run saw. */
const seen = z.object({
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  /** Newest archive document (RFC 5005), which never changes: the walk back ends there. */
  archive: z.string().optional(),
  /** Hashes of the entries on the first pages. A page without any new hash ends the walk. */
  entries: z.array(z.string()),
  /** When all pages were read last, in milliseconds. */
  wholeAt: z.number(),
})
const checkpoint = z.object({
  seen: seen.optional(),
  /** A walk through pages that is not finished. */
  walk: z
    .object({ next: z.string(), page: z.number(), isWhole: z.boolean(), count: z.number(), fresh: seen })
    .optional(),
})
type Seen = z.output<typeof seen>
type Checkpoint = z.output<typeof checkpoint>
type Walk = NonNullable<Checkpoint['walk']>
type RssSource = Source<Settings, undefined>

/** Entries that are remembered: those of a usual feed, and of several pages of a paged one. 18 bytes each. */
const maxSeenEntries = 1_000

/** Pages are sorted by date, so a change of an old entry is only seen when all pages are read. */
const wholeEveryMs = 7 * 86_400_000

/** Statuses that this connector explains itself. */
const refusals = [400, 401, 403, 404, 405, 406, 410, 451]

export const rss: Connector<Settings, undefined, Checkpoint> = {
  describe: {
    provider: 'rss',
    title: 'RSS or Atom feed',
    summary: 'Entries of a blog, news site, podcast or any other feed, as they are published.',
    settings,
    credentials: { kind: 'none' },
    checkpoint,
    everyMinutes: 60,
    requestsPerSecond: 2,
    keepsUnseen: true,
  },
  async check(source) {
    const response = await request(source, source.settings.feedUrl)
    const bytes = await response.bytes()
    try {
      const feed = readFeed(bytes, contentTypeOf(response), response.url)
      return { account: feed.title ?? new URL(source.settings.feedUrl).host }
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      const linked = findLinkedFeed(Buffer.from(bytes).toString('latin1'), response.url)
      const advice = linked ? `It is a web page; its feed is ${linked}` : 'Enter the address of a feed'
      throw new SourceError('settings_invalid', `${error.message}. ${advice}`, { cause: error })
    }
  },
  pull,
  fetch: fetchEntries,
}

/**
 * A feed shows its newest entries. An entry that is no longer shown stays: only an entry that the feed calls deleted
 * is deleted.
 */
async function* pull(source: RssSource, last: Checkpoint | undefined): AsyncGenerator<Batch<Checkpoint>> {
  const walk = last?.walk ?? (yield* readFirst(source, last?.seen))
  if (walk) yield* readOlder(source, last?.seen, walk)
}

/** Reads the feed itself. Returns the walk through older pages, if there are any to read. */
async function* readFirst(
  source: RssSource,
  last: Seen | undefined,
): AsyncGenerator<Batch<Checkpoint>, Walk | undefined> {
  const { feedUrl } = source.settings
  const isWhole = last === undefined || Math.abs(source.now().getTime() - last.wholeAt) >= wholeEveryMs
  const response = await request(source, feedUrl, isWhole ? undefined : last)
  if (response.status === 304) return undefined
  const feed = await read(response)
  const fresh: Seen = {
    ...headersOf(response),
    ...(feed.previousArchive !== undefined && { archive: feed.previousArchive }),
    entries: feed.entries.map(hashOf).slice(0, maxSeenEntries),
    wholeAt: isWhole ? source.now().getTime() : last.wholeAt,
  }
  const next = nextOf(feed, last, isWhole)
  const walk: Walk | undefined =
    next === undefined ? undefined : { next, page: 1, isWhole, count: feed.entries.length, fresh }
  yield* batchesOf(source, feed, { ...(last && { seen: last }) }, after(last, walk, fresh), 0)
  return walk
}

async function* readOlder(
  source: RssSource,
  last: Seen | undefined,
  started: Walk,
): AsyncGenerator<Batch<Checkpoint>> {
  const visited = new Set<string>()
  for (let walk: Walk | undefined = started; walk; ) {
    if (walk.page >= source.settings.maxPages || visited.has(walk.next)) {
      const ended = after(last, undefined, walk.fresh)
      yield { changes: [], checkpoint: ended, progress: { seen: walk.count }, isLast: true }
      return
    }
    visited.add(walk.next)
    const feed: Feed = await read(await request(source, walk.next))
    const fresh: Seen = {
      ...walk.fresh,
      entries: [...walk.fresh.entries, ...feed.entries.map(hashOf)].slice(0, maxSeenEntries),
    }
    const next: string | undefined = nextOf(feed, last, walk.isWhole)
    const here: Walk = walk
    const following: Walk | undefined =
      next === undefined
        ? undefined
        : { ...here, next, page: here.page + 1, count: here.count + feed.entries.length, fresh }
    yield* batchesOf(source, feed, after(last, here, fresh), after(last, following, fresh), here.count)
    walk = following
  }
}

/** Reads entries that failed before. One that the feed no longer shows cannot be read again. */
async function* fetchEntries(source: RssSource, externalIds: string[]): AsyncGenerator<Change> {
  const missing = new Set(externalIds)
  const feed = await read(await request(source, source.settings.feedUrl))
  for (const change of changesOf(source, feed)) {
    const id = change.kind === 'upsert' ? change.item.externalId : change.externalId
    if (missing.delete(id)) yield change
  }
  for (const externalId of missing)
    yield { kind: 'failed', externalId, code: 'item_gone', message: 'The feed no longer shows this entry' }
}

function after(last: Seen | undefined, walk: Walk | undefined, fresh: Seen): Checkpoint {
  if (walk) return { ...(last && { seen: last }), walk }
  const entries = [...new Set([...fresh.entries, ...(last?.entries ?? [])])].slice(0, maxSeenEntries)
  return { seen: { ...fresh, entries } }
}

/** The older page to read next; none when the rest was read before. */
function nextOf(feed: Feed, last: Seen | undefined, isWhole: boolean): string | undefined {
  if (feed.previousArchive !== undefined)
    return !isWhole && feed.previousArchive === last?.archive ? undefined : feed.previousArchive
  if (isWhole) return feed.nextPage
  const known = new Set(last?.entries)
  return feed.entries.some(entry => !known.has(hashOf(entry))) ? feed.nextPage : undefined
}

/** A page in batches of 100. Only the last one moves the checkpoint: a page is read again as a whole. */
function* batchesOf(
  source: RssSource,
  feed: Feed,
  before: Checkpoint,
  checkpoint: Checkpoint,
  count: number,
): Generator<Batch<Checkpoint>> {
  const changes = changesOf(source, feed)
  for (let start = 0; start === 0 || start < changes.length; start += 100) {
    const isLast = start + 100 >= changes.length
    const part = changes.slice(start, start + 100)
    yield {
      changes: part,
      checkpoint: isLast ? checkpoint : before,
      progress: { seen: count + start + part.length },
      isLast: isLast && checkpoint.walk === undefined,
    }
  }
}

function changesOf(source: RssSource, feed: Feed): Change[] {
  const byId = new Map<string, Change>()
  for (const externalId of feed.deleted) byId.set(externalId, { kind: 'deleted', externalId })
  // Newest first: of two entries with the same id, the first one counts.
  for (const entry of feed.entries)
    if (byId.get(entry.id)?.kind !== 'upsert')
      byId.set(entry.id, { kind: 'upsert', item: toItem(source, feed, entry) })
  return [...byId.values()]
}

function toItem(source: RssSource, feed: Feed, entry: FeedEntry): Item {
  const createdAt = readFeedDate(entry.published, source.now())
  const updatedAt = readFeedDate(entry.updated, source.now())
  return {
    externalId: entry.id,
    version: hashOf(entry),
    ...(entry.title && { title: entry.title }),
    ...(entry.link && { url: entry.link }),
    ...(createdAt && { createdAt }),
    ...(updatedAt && { updatedAt }),
    metadata: {
      ...(feed.title && { feed: feed.title }),
      ...(entry.authors.length > 0 && { author: entry.authors.join(', ') }),
      ...(entry.tags.length > 0 && { tags: entry.tags }),
    },
    read: () =>
      source.settings.content === 'page' ? readPage(source, entry) : Promise.resolve(contentOf(entry)),
  }
}

function hashOf({ id, link, title, content, published, updated, authors, tags }: FeedEntry): string {
  return shortHash(JSON.stringify([id, link, title, content, published, updated, authors, tags]))
}

/** HTML goes to the extractor as a file, which reads it in the sandbox. */
function contentOf({ title, content }: FeedEntry): Content {
  if (!/<[a-z!/][^<>]*>|&#?\w+;/i.test(content)) return { kind: 'text', text: content || title || '' }
  const heading = escapeHtml(title ?? '')
  const html = `<!doctype html><html><head><meta charset="utf-8"><title>${heading}</title></head><body><article><h1>${heading}</h1>${content}</article></body></html>`
  return {
    kind: 'file',
    bytes: Buffer.from(html),
    fileName: 'entry.html',
    mimeType: 'text/html; charset=utf-8',
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The linked page; the text in the feed when the page is refused for good. */
async function readPage(source: RssSource, entry: FeedEntry): Promise<Content> {
  if (entry.link === undefined) return contentOf(entry)
  const response = await requestPage(source, entry.link)
  if (response === undefined || refusals.includes(response.status)) {
    if (entry.content === '')
      throw new ItemError('item_gone', `The linked page cannot be fetched: ${entry.link}`)
    return contentOf(entry)
  }
  const mimeType = contentTypeOf(response) || 'text/html'
  const fileName = /\/([^/]+\.\w{2,5})$/.exec(new URL(response.url).pathname)?.[1] ?? 'page.html'
  return { kind: 'file', bytes: await response.bytes(), fileName, mimeType }
}

/** Undefined if the page is refused, by robots.txt for example. A host of one page that is down does not end the run. */
async function requestPage(source: RssSource, url: string): Promise<SourceResponse | undefined> {
  try {
    return await source.http.request(url, { isCrawl: true, allow: refusals })
  } catch (error) {
    source.signal.throwIfAborted()
    if (error instanceof ItemError) return undefined
    if (error instanceof SourceError) throw new ItemError('item_unreadable', error.message, { cause: error })
    throw error
  }
}

async function request(source: RssSource, url: string, last?: Seen): Promise<SourceResponse> {
  const response = await source.http.request(url, {
    headers: {
      accept:
        'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.8',
      ...(last?.etag && { 'if-none-match': last.etag }),
      ...(last?.lastModified && { 'if-modified-since': last.lastModified }),
    },
    allow: refusals,
  })
  const { status } = response
  if (status === 401 || status === 403) throw new SourceError('auth_expired', `The feed answers ${status}`)
  if (refusals.includes(status)) throw new SourceError('source_gone', `The feed answers ${status}`)
  return response
}

async function read(response: SourceResponse): Promise<Feed> {
  try {
    return readFeed(await response.bytes(), contentTypeOf(response), response.url)
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    throw new SourceError('provider_unavailable', error.message, { cause: error })
  }
}

function headersOf(response: SourceResponse): Pick<Seen, 'etag' | 'lastModified'> {
  const etag = response.headers.get('etag')
  const lastModified = response.headers.get('last-modified')
  return {
    ...(etag && etag.length <= 1_000 && { etag }),
    ...(lastModified && lastModified.length <= 100 && { lastModified }),
  }
}

function contentTypeOf(response: SourceResponse): string {
  return response.headers.get('content-type') ?? ''
}

/** The feed that a page names in its head. */
function findLinkedFeed(html: string, url: string): string | undefined {
  for (const [tag] of html.slice(0, 200_000).matchAll(/<link\b[^<>]*>/gi)) {
    if (!/type\s*=\s*["']?application\/(?:rss\+xml|atom\+xml|feed\+json)/i.test(tag)) continue
    const href = /href\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1]
    const found = href && URL.parse(href, url)
    if (found) return found.href
  }
  return undefined
}
