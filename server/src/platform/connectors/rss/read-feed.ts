import { type AnyFeed, parseFeed } from 'feedsmith'
import { charsetOf, decodeText } from '../../extraction/decode-text.ts'
import { shortHash } from '../short-hash.ts'

/** A feed of any format. */
export type Feed = {
  title: string | undefined
  entries: FeedEntry[]
  /** Older entries: the next page of a paged feed, or the archive before this document (RFC 5005). */
  nextPage: string | undefined
  previousArchive: string | undefined
  /** Ids of entries that the feed says are deleted (RFC 6721). */
  deleted: string[]
}

/** All fields are as written in the feed. */
export type FeedEntry = {
  id: string
  link: string | undefined
  title: string | undefined
  /** HTML or plain text, the longest that the feed has. */
  content: string
  published: string | undefined
  updated: string | undefined
  authors: string[]
  tags: string[]
}

/** The document is no feed, or its end is missing. */
export class FeedError extends Error {
  readonly reason: 'not_a_feed' | 'truncated'

  constructor(reason: 'not_a_feed' | 'truncated', message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** A feed has at most this many entries; a longer one is read up to here. */
const maxEntries = 10_000

/** Reads RSS 0.9 to 2.0, Atom, RDF and JSON Feed in any encoding. Throws `FeedError`. */
export function readFeed(bytes: Uint8Array, contentType: string, url: string): Feed {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1]
  const text = decodeText(bytes, charsetOf(contentType) ?? declared).trim()
  refuseTruncated(text)
  const parsed = parse(text)
  return { ...toFeed(parsed, url), deleted: text.includes('deleted-entry') ? readTombstones(text) : [] }
}

/** The parser repairs what it can, so a cut off feed would look like one with fewer entries. */
function refuseTruncated(text: string): void {
  const root = /<((?:\w+:)?(?:rss|feed|rdf))\b/i.exec(text.slice(0, 5_000))?.[1]
  if (
    root !== undefined &&
    !new RegExp(`</${root}\\s*>\\s*(?:<!--[^>]*-->\\s*)*$`, 'i').test(text.slice(-2_000))
  )
    throw new FeedError('truncated', 'The end of the feed is missing')
}

function parse(text: string): AnyFeed {
  try {
    return parseFeed(text, { maxItems: maxEntries })
  } catch (error) {
    const isTruncated = text.startsWith('{') && !text.endsWith('}')
    if (isTruncated) throw new FeedError('truncated', 'The end of the feed is missing', { cause: error })
    throw new FeedError('not_a_feed', 'The address does not lead to a feed', { cause: error })
  }
}

type Link = { href?: string; rel?: string; type?: string }

function toFeed({ format, feed }: AnyFeed, url: string): Omit<Feed, 'deleted'> {
  const absolute = (address: string | undefined) => toAddress(address, url)
  if (format === 'json')
    return {
      title: feed.title,
      entries: (feed.items ?? []).map(item => finish(jsonEntry(item), absolute)).filter(isWhole),
      nextPage: absolute(feed.next_url),
      previousArchive: undefined,
    }
  const links: Link[] = format === 'atom' ? (feed.links ?? []) : (feed.atom?.links ?? [])
  const linked = (rel: string) => absolute(links.find(link => link.rel === rel)?.href)
  const entries: EntryParts[] =
    format === 'atom'
      ? (feed.entries ?? []).map(atomEntry)
      : format === 'rss'
        ? (feed.items ?? []).map(rssEntry)
        : (feed.items ?? []).map(rdfEntry)
  return {
    title: format === 'atom' ? feed.title?.value : feed.title,
    entries: entries.map(entry => finish(entry, absolute)).filter(isWhole),
    nextPage: linked('next'),
    previousArchive: linked('prev-archive'),
  }
}

type Parsed<Format extends AnyFeed['format']> = Extract<AnyFeed, { format: Format }>['feed']
type EntryParts = {
  ids: (string | undefined)[]
  link: string | undefined
  title: string | undefined
  contents: (string | undefined)[]
  published: string | undefined
  updated: string | undefined
  authors: (string | undefined)[]
  tags: (string | undefined)[]
}

function rssEntry(item: NonNullable<Parsed<'rss'>['items']>[number]): EntryParts {
  const permalink =
    item.guid?.isPermaLink !== false && isAddress(item.guid?.value) ? item.guid?.value : undefined
  return {
    ids: [item.guid?.value, item.link],
    link: item.link ?? permalink ?? item.atom?.links?.[0]?.href,
    title: item.title ?? item.dc?.titles?.[0],
    contents: [item.content?.encoded, item.description, item.itunes?.summary],
    published: item.pubDate ?? item.dc?.dates?.[0] ?? item.dcterms?.created?.[0],
    updated: item.atom?.updated ?? item.dcterms?.modified?.[0],
    authors: [...(item.authors ?? []).map(({ name, email }) => name ?? email), ...(item.dc?.creators ?? [])],
    tags: (item.categories ?? []).map(({ name }) => name),
  }
}

function rdfEntry(item: NonNullable<Parsed<'rdf'>['items']>[number]): EntryParts {
  return {
    ids: [item.rdf?.about, item.link],
    link: item.link ?? item.rdf?.about,
    title: item.title,
    contents: [item.content?.encoded, item.description],
    published: item.dc?.dates?.[0],
    updated: undefined,
    authors: item.dc?.creators ?? [],
    tags: item.dc?.subjects ?? [],
  }
}

function atomEntry(entry: NonNullable<Parsed<'atom'>['entries']>[number]): EntryParts {
  const links: Link[] = entry.links ?? []
  const link =
    links.find(({ rel }) => rel === undefined || rel === 'alternate') ??
    links.find(({ rel }) => rel === 'via')
  return {
    ids: [entry.id, link?.href],
    link: link?.href,
    title: entry.title?.value,
    contents: [entry.content?.value, entry.summary?.value],
    published: entry.published ?? entry.updated,
    updated: entry.updated,
    authors: (entry.authors ?? []).map(({ name, email }) => name ?? email),
    tags: (entry.categories ?? []).map(({ label, term }) => label ?? term),
  }
}

function jsonEntry(item: NonNullable<Parsed<'json'>['items']>[number]): EntryParts {
  return {
    ids: [item.id, item.url, item.external_url],
    link: item.url ?? item.external_url,
    title: item.title,
    contents: [item.content_html, item.content_text, item.summary],
    published: item.date_published,
    updated: item.date_modified,
    authors: (item.authors ?? []).map(({ name }) => name),
    tags: item.tags ?? [],
  }
}

function finish(parts: EntryParts, absolute: (address: string | undefined) => string | undefined): FeedEntry {
  const contents = parts.contents.map(content => content?.trim() ?? '')
  return {
    // An entry without an id and a link is known by its title: a changed title is a new entry.
    id: fitId(parts.ids.map(id => id?.trim()).find(id => id) ?? parts.title?.trim() ?? ''),
    link: absolute(parts.link),
    title: parts.title
      ?.replace(/<[^<>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
    // Some feeds put the whole text in the description and a teaser in the content.
    content: contents.reduce((longest, content) => (content.length > longest.length ? content : longest), ''),
    published: parts.published,
    updated: parts.updated,
    authors: unique(parts.authors),
    tags: unique(parts.tags),
  }
}

/** Some feeds use the whole text as the id. */
function fitId(id: string): string {
  return id.length <= 500 ? id : `${id.slice(0, 100)} ${shortHash(id)}`
}

function isWhole(entry: FeedEntry): boolean {
  return entry.id !== '' && (entry.content !== '' || entry.link !== undefined || Boolean(entry.title))
}

function unique(names: readonly (string | undefined)[]): string[] {
  const present = names.flatMap(name => name?.trim() || [])
  return [...new Set(present)].slice(0, 20)
}

function isAddress(text: string | undefined): boolean {
  return text !== undefined && /^https?:\/\//i.test(text)
}

function toAddress(address: string | undefined, base: string): string | undefined {
  const url = address === undefined ? null : URL.parse(address.trim(), base)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** RFC 6721: `<at:deleted-entry ref="…">`. */
function readTombstones(text: string): string[] {
  const refs = text.matchAll(/<(?:\w+:)?deleted-entry\b[^<>]*?\bref\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return [...refs]
    .map(([, double, single]) => (double ?? single ?? '').replaceAll('&amp;', '&'))
    .filter(ref => ref !== '')
}
