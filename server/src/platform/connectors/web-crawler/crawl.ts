import { type Batch, type Change, SourceError } from '../connector.ts'
import type { Crawl, CrawlCheckpoint, CrawlSource } from './crawl-state.ts'
import { beginCrawl, resumeCrawl } from './open-crawl.ts'
import type { PageRecord } from './page-table.ts'
import { readRobots } from './robots.ts'
import { fail, type Visit, visitPage } from './visit-page.ts'

/** Pages that wait in memory to be stored. */
const maxBatchBytes = 8_000_000
const maxChanges = 100
/** A slow site saves its progress this often. */
const maxBatchMs = 10_000
/** Failures in a row after which the site is asked whether it is up at all. */
const maxFailures = 5

/** Visits what is to be visited, the nearest pages first, and reports what changed. */
export async function* crawlSite(
  source: CrawlSource,
  last: CrawlCheckpoint | undefined,
): AsyncGenerator<Batch<CrawlCheckpoint>> {
  const isResumed = last?.isOpen && last.startUrl === source.settings.startUrl
  const { crawl, gone } = isResumed
    ? { crawl: await resumeCrawl(source, last), gone: [] }
    : await beginCrawl(source, last)
  yield* batchesOf(gone, crawl)
  const pending = new PendingBatch(crawl)
  try {
    for (let record = nextPage(crawl); record; record = nextPage(crawl)) {
      pending.add(await visit(crawl, record))
      if (pending.isFull()) yield pending.take(true)
    }
  } catch (error) {
    // What was read before the site failed is stored.
    if (error instanceof SourceError && !source.signal.aborted) yield pending.take(true)
    throw error
  }
  for (const record of crawl.table.all()) if (record.isTodo) crawl.table.delete(record)
  yield pending.take(false)
}

/** When the site has as many pages as it may, only those are visited. */
function nextPage(crawl: Crawl): PageRecord | undefined {
  for (let record = crawl.table.next(); record; record = crawl.table.next()) {
    const hasRoom = crawl.table.documents < crawl.source.settings.maxPages
    if (hasRoom || record.kind === 'page') return record
  }
  return undefined
}

async function visit(crawl: Crawl, record: PageRecord): Promise<Visit> {
  try {
    const visited = await visitPage(crawl, record)
    crawl.failuresInARow = 0
    return visited
  } catch (error) {
    const isPassing =
      error instanceof SourceError && ['provider_unavailable', 'source_gone'].includes(error.code)
    if (!isPassing || crawl.source.signal.aborted) throw error
    crawl.failuresInARow++
    // Throws if the site is down. Otherwise only these pages are broken, by a redirect in a circle for example.
    if (crawl.failuresInARow % maxFailures === 0) await readRobots(crawl.source, crawl.origin)
    return fail(crawl, record, 'item_unreadable', error.message)
  }
}

function* batchesOf(gone: readonly string[], crawl: Crawl): Generator<Batch<CrawlCheckpoint>> {
  for (let start = 0; start < gone.length; start += maxChanges)
    yield {
      changes: gone.slice(start, start + maxChanges).map(externalId => ({ kind: 'deleted', externalId })),
      checkpoint: crawl.save(true),
      isLast: false,
    }
}

class PendingBatch {
  readonly #crawl: Crawl
  #changes: Change[] = []
  #bytes = 0
  #since = performance.now()

  constructor(crawl: Crawl) {
    this.#crawl = crawl
  }

  add({ changes, bytes }: Visit): void {
    this.#changes.push(...changes)
    this.#bytes += bytes
  }

  isFull(): boolean {
    // A visit brings up to two changes.
    const isLong = performance.now() - this.#since > maxBatchMs
    return this.#changes.length >= maxChanges - 1 || this.#bytes >= maxBatchBytes || isLong
  }

  take(isOpen: boolean): Batch<CrawlCheckpoint> {
    const { visits, table } = this.#crawl
    const changes = this.#changes
    this.#changes = []
    this.#bytes = 0
    this.#since = performance.now()
    return {
      changes,
      checkpoint: this.#crawl.save(isOpen),
      progress: { seen: visits, total: visits + table.waiting },
      isLast: !isOpen,
    }
  }
}
