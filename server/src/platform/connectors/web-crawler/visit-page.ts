import type { Change, ItemError } from '../connector.ts'
import { shortHash } from '../short-hash.ts'
import type { Crawl } from './crawl-state.ts'
import { normaliseUrl } from './normalise-url.ts'
import type { PageKind, PageRecord } from './page-table.ts'
import type { CrawledPage } from './read-page.ts'
import { type PageAnswer, requestPage, toItem, validatorsOf } from './request-page.ts'

/** Pages are read again every 1 to 30 days. */
const leastHours = 24
export const mostHours = 30 * 24
/** A page that looks gone, but does not say so, is deleted when it looks so twice in a row. */
const maxStrikes = 2

/** The change that a visit brought, and how many bytes it keeps in memory. */
export type Visit = { changes: Change[]; bytes: number }

/** Visits an address and notes in the table what came of it. Throws `SourceError` when the site fails for now. */
export async function visitPage(crawl: Crawl, record: PageRecord): Promise<Visit> {
  const url = crawl.origin + record.path
  if (crawl.isTrap(url) && !record.isListed && record.kind !== 'page') return settle(crawl, record, 'skipped')
  if (!crawl.robots.mayVisit(url)) return leave(crawl, record)
  await crawl.pace()
  const answer = await requestPage(crawl.source, url, record.kind === 'page' ? record : {})
  crawl.visits++
  if (answer.kind === 'gone') return settle(crawl, record, 'skipped')
  if (answer.kind === 'refused') return refuse(crawl, record, answer.error)
  const final = normaliseUrl(answer.url, url, crawl.origin)
  if (final === url) return read(crawl, record, answer)
  return follow(crawl, record, final, answer)
}

/** The page leads to another one, which was read instead. */
function follow(crawl: Crawl, record: PageRecord, final: string | undefined, answer: PageAnswer): Visit {
  const { table } = crawl
  const path = final?.slice(crawl.origin.length)
  const isWanted = final !== undefined && crawl.isWanted(final) && !crawl.isTrap(final)
  const target = isWanted ? (table.get(path!) ?? table.add(path!, record.depth)) : undefined
  // Both addresses have the same text: the page has moved, and this is no passing redirect to a sign-in page.
  const hasMoved = answer.kind === 'html' && table.hasText(record, answer.page.textHash)
  const left = hasMoved ? settle(crawl, record, 'alias') : doubt(crawl, record, 'alias')
  if (!target?.isTodo) return left
  const found = answer.kind === 'unchanged' ? { changes: [], bytes: 0 } : read(crawl, target, answer)
  return { changes: [...left.changes, ...found.changes], bytes: found.bytes }
}

function read(crawl: Crawl, record: PageRecord, answer: PageAnswer): Visit {
  if (answer.kind === 'unchanged') return keep(crawl, record, false)
  if (answer.kind === 'pdf')
    return answer.mayIndex ? store(crawl, record, answer) : settle(crawl, record, 'skipped')
  if (answer.kind !== 'html') return settle(crawl, record, 'skipped')
  return readHtml(crawl, record, answer)
}

function readHtml(crawl: Crawl, record: PageRecord, answer: Extract<PageAnswer, { kind: 'html' }>): Visit {
  const { page } = answer
  const url = crawl.origin + record.path
  const isStart = record.path === crawl.startPath
  if (!isStart && crawl.missingPage === page.wordsHash) return doubt(crawl, record, 'skipped')
  crawl.noteWords(url, page.wordsHash)
  const twin = crawl.table.findText(page.textHash)
  // A second address of the same text: neither it nor its links say anything new.
  if (!isStart && record.kind !== 'page' && twin && twin !== record) return settle(crawl, record, 'alias')
  addLinks(crawl, record, page)
  if (!answer.mayIndex) return settle(crawl, record, 'skipped')
  if (leadsToCanonical(crawl, record, page)) return settle(crawl, record, 'alias')
  return store(crawl, record, answer)
}

/** Notes new addresses, unless the page is as far away as pages may be. */
function addLinks(crawl: Crawl, record: PageRecord, page: CrawledPage): void {
  const depth = record.depth + 1
  if (depth > crawl.source.settings.maxDepth) return
  for (const link of page.links) addLink(crawl, normaliseUrl(link, page.base, crawl.origin), depth)
}

function addLink(crawl: Crawl, url: string | undefined, depth: number): void {
  if (url === undefined) return
  const path = url.slice(crawl.origin.length)
  if (crawl.table.get(path) || !crawl.isWanted(url) || crawl.isTrap(url)) return
  crawl.table.add(path, depth)
}

/**
 * The site says that this page belongs at another address. Many sites name their start page on every page by mistake,
 * and some name two pages for each other: then the page stays where it is.
 */
function leadsToCanonical(crawl: Crawl, record: PageRecord, page: CrawledPage): boolean {
  const url = page.canonical && normaliseUrl(page.canonical, page.base, crawl.origin)
  if (!url || !crawl.isWanted(url)) return false
  const path = url.slice(crawl.origin.length)
  if (path === record.path || record.path === crawl.startPath) return false
  const isBelow = record.path.split('?')[0] === path
  if (path === crawl.startPath && !isBelow && !/^\/(?:index|default|home)\.\w+/i.test(record.path))
    return false
  const target = crawl.table.get(path) ?? crawl.table.add(path, record.depth)
  return target?.kind === 'queued' || target?.kind === 'page'
}

function store(
  crawl: Crawl,
  record: PageRecord,
  answer: Extract<PageAnswer, { kind: 'html' | 'pdf' }>,
): Visit {
  const { table } = crawl
  const hash = answer.kind === 'html' ? answer.page.textHash : shortHash(answer.bytes)
  const isFirst = record.kind !== 'page'
  const isChanged = table.setText(record, hash)
  Object.assign(record, validatorsOf(answer.response))
  keep(crawl, record, isChanged, isFirst)
  if (!isChanged) return nothing
  const item = toItem(crawl.origin + record.path, answer, crawl.source.now())
  return { changes: [{ kind: 'upsert', item }], bytes: answer.bytes.length }
}

const nothing: Visit = { changes: [], bytes: 0 }

/** A page that changed is read again sooner, another one later. */
function keep(crawl: Crawl, record: PageRecord, isChanged: boolean, isFirst = false): Visit {
  const usual = crawl.source.settings.recrawlAfterDays * 24
  const before = record.intervalHours || usual
  const hours = isFirst ? usual : isChanged ? before / 2 : before * 2
  schedule(crawl, record, Math.min(mostHours, Math.max(leastHours, hours)))
  record.strikes = 0
  return nothing
}

/**
 * The address is no page, or no longer. A document of it is deleted. A page that failed may have one too: it was read again by
 * itself, which the table does not know of.
 */
function settle(crawl: Crawl, record: PageRecord, kind: Exclude<PageKind, 'page'>): Visit {
  const wasPage = record.kind === 'page' || (record.kind === 'queued' && record.visitedHour > 0)
  crawl.table.setKind(record, kind)
  record.strikes = 0
  schedule(crawl, record, mostHours)
  return wasPage
    ? { changes: [{ kind: 'deleted', externalId: crawl.origin + record.path }], bytes: 0 }
    : nothing
}

function doubt(crawl: Crawl, record: PageRecord, kind: 'alias' | 'skipped'): Visit {
  if (record.kind !== 'page' || record.strikes + 1 >= maxStrikes) return settle(crawl, record, kind)
  record.strikes++
  // The next visit must see the page, and not only that it has not changed.
  Object.assign(record, { etag: '', lastModified: '' })
  schedule(crawl, record, leastHours)
  return nothing
}

/** A stored page that may not be read now stays, and says so. */
function refuse(crawl: Crawl, record: PageRecord, { code, message }: ItemError): Visit {
  if (record.kind !== 'page' && !record.isListed) return settle(crawl, record, 'skipped')
  return fail(crawl, record, code === 'item_too_large' ? code : 'item_forbidden', message)
}

/** robots.txt forbids a visit. A page that was stored before stays as it is. */
function leave(crawl: Crawl, record: PageRecord): Visit {
  if (record.kind !== 'page') return settle(crawl, record, 'skipped')
  schedule(crawl, record, mostHours)
  return nothing
}

/** Notes an address that cannot be read now, for another attempt tomorrow. */
export function fail(
  crawl: Crawl,
  record: PageRecord,
  code: 'item_too_large' | 'item_forbidden' | 'item_unreadable',
  message: string,
): Visit {
  // A page that was never read may hide others. Of a stored one, the links are known, and strikes have another meaning.
  if (record.kind === 'queued') record.strikes++
  schedule(crawl, record, leastHours)
  return { changes: [{ kind: 'failed', externalId: crawl.origin + record.path, code, message }], bytes: 0 }
}

function schedule(crawl: Crawl, record: PageRecord, hours: number): void {
  record.intervalHours = Math.round(hours)
  record.visitedHour = crawl.hour
  crawl.table.finish(record)
}
