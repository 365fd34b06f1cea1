import { type CrawlCheckpoint, type CrawlSource, isInScope } from './crawl-state.ts'
import { PageTable } from './page-table.ts'

/** A page or sitemap that cannot be read in this many crawls in a row is broken, and no reason to keep others any longer. */
const mostFailures = 3

/**
 * Pages that only a broken page or sitemap leads to are not met by a crawl from the beginning, and are no less there. What the
 * settings leave out is hidden by nothing.
 */
export function mayHide(
  { settings }: CrawlSource,
  state: CrawlCheckpoint,
): ((url: string) => boolean) | undefined {
  const { unreadSitemaps = 0, origin, pages } = state
  const isSitemapHiding = unreadSitemaps > 0 && unreadSitemaps < mostFailures
  const isHiding = isSitemapHiding || hasUnread(new PageTable(settings.maxPages, pages))
  return isHiding ? url => url.startsWith(`${origin}/`) && isInScope(settings, state, url) : undefined
}

/** Pages that were visited and never read. */
const hasUnread = (table: PageTable): boolean =>
  table.all().some(({ kind, isTodo, strikes }) => kind === 'queued' && !isTodo && strikes < mostFailures)
