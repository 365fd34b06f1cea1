import { gunzipSync } from 'node:zlib'
import { eachElement, findAll, textOf } from '../../extraction/xml/xml.ts'
import { ItemError, type Source, SourceError } from '../connector.ts'

/** A page of a sitemap, as written. */
export type ListedPage = { url: string; lastmod: string }

/** The standard allows 50 MB, which would stop this process for seconds. 50,000 addresses take about 8 MB. */
const maxBytes = 20_000_000
const maxSitemaps = 200
const maxDepth = 3

const refusals = [400, 401, 403, 404, 405, 406, 410, 451]

/**
 * Reads sitemaps and indexes of sitemaps, plain or compressed, XML or lines of text, up to `maxPages` pages. A sitemap that
 * is missing or broken gives the pages that could be read. Returns whether all that exist were read.
 */
export async function readSitemaps(
  source: Pick<Source<unknown, unknown>, 'http' | 'signal'>,
  starts: readonly string[],
  maxPages: number,
  pace: () => Promise<void>,
): Promise<{ pages: ListedPage[]; isWhole: boolean }> {
  const pages: ListedPage[] = []
  const queue = starts.map(url => ({ url, depth: 0 }))
  const seen = new Set(starts)
  let isWhole = true
  for (const { url, depth } of queue) {
    if (pages.length >= maxPages) break
    await pace()
    const bytes = await fetchSitemap(source, url)
    if (bytes === 'failed') isWhole = false
    if (typeof bytes === 'string') continue
    const read = readSitemap(bytes)
    isWhole &&= read.isWhole
    pages.push(...read.pages.slice(0, maxPages - pages.length))
    for (const nested of read.sitemaps)
      if (
        depth + 1 < maxDepth &&
        !seen.has(nested) &&
        queue.length < maxSitemaps &&
        isSameHost(nested, url)
      ) {
        seen.add(nested)
        queue.push({ url: nested, depth: depth + 1 })
      }
  }
  return { pages, isWhole }
}

/** A sitemap that fails for now is left out: the next crawl asks again. */
async function fetchSitemap(
  { http, signal }: Pick<Source<unknown, unknown>, 'http' | 'signal'>,
  url: string,
): Promise<Uint8Array | 'none' | 'failed'> {
  try {
    const response = await http.request(url, { allow: refusals, maxBytes })
    if (refusals.includes(response.status)) return 'none'
    const bytes = await response.bytes()
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: maxBytes }) : bytes
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SourceError && error.code === 'rate_limited') throw error
    const isOfSitemap = error instanceof SourceError || error instanceof ItemError || isInflateError(error)
    if (!isOfSitemap) throw error
    return 'failed'
  }
}

function isInflateError(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^(?:Z_|ERR_BUFFER_TOO_LARGE|ERR_OUT_OF_RANGE)/.test(code)
}

export function readSitemap(bytes: Uint8Array): {
  pages: ListedPage[]
  sitemaps: string[]
  isWhole: boolean
} {
  const pages: ListedPage[] = []
  const sitemaps: string[] = []
  if (!/^\s*(?:\ufeff|ï»¿)?\s*</.test(Buffer.from(bytes.subarray(0, 200)).toString('latin1')))
    return { pages: readLines(bytes), sitemaps, isWhole: true }
  try {
    eachElement(bytes, new Set(['url', 'sitemap']), element => {
      const url = textOf(findAll(element, ['loc'])[0]).trim()
      const lastmod = textOf(findAll(element, ['lastmod'])[0])
        .trim()
        .slice(0, 40)
      if (url === '') return
      if (element.name === 'sitemap') sitemaps.push(url)
      else pages.push({ url, lastmod })
    })
  } catch {
    // Cut off or broken: the entries before that place count.
    return { pages, sitemaps, isWhole: false }
  }
  return { pages, sitemaps, isWhole: true }
}

function readLines(bytes: Uint8Array): ListedPage[] {
  const lines = Buffer.from(bytes).toString('utf8').split(/\s+/)
  return lines.filter(line => /^https?:\/\//.test(line)).map(url => ({ url, lastmod: '' }))
}

/** Anyone may list pages of a site, but only its own host says where its sitemaps are. */
function isSameHost(one: string, other: string): boolean {
  return URL.parse(one)?.host === URL.parse(other)?.host
}
