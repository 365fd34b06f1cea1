import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Source } from '../connector.ts'
import { isFarFuture, mayBePage, shapeOf } from './normalise-url.ts'
import { PageFamilies } from './page-families.ts'
import { PageTable } from './page-table.ts'
import type { Robots } from './robots.ts'
import type { CrawlSettings } from './settings.ts'

export type CrawlSource = Source<CrawlSettings, undefined>

export const checkpoint = z.object({
  startUrl: z.string(),
  /** The start page after redirects, below the origin of the site. */
  origin: z.string(),
  startPath: z.string(),
  /** A crawl is under way: pages are still to be visited. */
  isOpen: z.boolean(),
  visits: z.number(),
  /** Words of the page that this site shows for addresses that do not exist, if it does not say 404. */
  missingPage: z.string().optional(),
  /** Crawls in a row in which a sitemap could not be read. */
  unreadSitemaps: z.number().optional(),
  /** Families of addresses that lead nowhere. */
  traps: z.array(z.string()),
  /** What was seen of families in a crawl that is under way, packed. */
  families: z.string().optional(),
  /**
   * The table of pages, packed. A page takes 40 to 60 bytes: 20,000 stored pages and as many other addresses are below 2 MB.
   */
  pages: z.string(),
})
export type CrawlCheckpoint = z.output<typeof checkpoint>

const maxTraps = 200
/** Besides the pages themselves, the table has room for as many aliases and addresses in the queue. */
const recordsPerPage = 2

/** Whether an address of the site belongs to the crawl by its settings. */
export function isInScope(
  { include, exclude, includePdfs }: CrawlSettings,
  { origin, startPath }: Pick<CrawlCheckpoint, 'origin' | 'startPath'>,
  url: string,
): boolean {
  const path = url.slice(origin.length)
  if (path === startPath) return true
  if (include.length > 0 && !include.some(prefix => path.startsWith(prefix))) return false
  return !exclude.some(prefix => path.startsWith(prefix)) && mayBePage(url, includePdfs)
}

/** One crawl of a site, and all it knows. */
export class Crawl {
  readonly source: CrawlSource
  readonly robots: Robots
  readonly origin: string
  readonly startPath: string
  readonly table: PageTable
  missingPage: string | undefined
  unreadSitemaps: number
  visits: number
  /** Tells a site that is down from pages that are broken. */
  failuresInARow = 0
  readonly #startUrl: string
  readonly #traps: Set<string>
  readonly #families: PageFamilies
  #lastRequestAt = 0

  constructor(source: CrawlSource, robots: Robots, state: CrawlCheckpoint) {
    this.source = source
    this.robots = robots
    this.origin = state.origin
    this.startPath = state.startPath
    this.missingPage = state.missingPage
    this.unreadSitemaps = state.unreadSitemaps ?? 0
    this.visits = state.visits
    this.table = new PageTable(source.settings.maxPages * recordsPerPage, state.pages)
    this.#startUrl = state.startUrl
    this.#traps = new Set(state.traps)
    this.#families = new PageFamilies(state.families)
  }

  get hour(): number {
    return Math.floor(this.source.now().getTime() / 3_600_000)
  }

  /** Whether a page belongs to the crawl, by its settings and robots.txt. */
  isWanted(url: string): boolean {
    return this.isInScope(url) && this.robots.mayVisit(url)
  }

  isInScope(url: string): boolean {
    return isInScope(this.source.settings, this, url)
  }

  isTrap(url: string): boolean {
    return this.#traps.has(shapeOf(url)) || isFarFuture(url, this.source.now())
  }

  /** Notes whether a page of this family said anything new. */
  noteWords(url: string, wordsHash: string): void {
    const shape = shapeOf(url)
    if (this.#families.note(shape, wordsHash) && this.#traps.size < maxTraps) this.#traps.add(shape)
  }

  /** Waits as long as robots.txt asks between two requests. */
  readonly pace = async (): Promise<void> => {
    const waitMs = this.#lastRequestAt + this.robots.delayMs - performance.now()
    if (this.robots.delayMs > 0 && waitMs > 0) await sleep(waitMs, undefined, { signal: this.source.signal })
    this.#lastRequestAt = performance.now()
  }

  save(isOpen: boolean): CrawlCheckpoint {
    return {
      startUrl: this.#startUrl,
      origin: this.origin,
      startPath: this.startPath,
      isOpen,
      visits: this.visits,
      ...(this.missingPage !== undefined && { missingPage: this.missingPage }),
      ...(this.unreadSitemaps > 0 && { unreadSitemaps: this.unreadSitemaps }),
      traps: [...this.#traps],
      ...(isOpen && { families: this.#families.pack() }),
      pages: this.table.pack(),
    }
  }
}
