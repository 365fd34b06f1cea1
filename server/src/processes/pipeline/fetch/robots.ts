import robotsParser from 'robots-parser'

/** The package is CommonJS, but its types say otherwise. */
const parse = robotsParser as unknown as typeof robotsParser.default

/** Whether a robots.txt allows this user agent to fetch a page. */
export function mayCrawl(robots: { url: string; text: string }, page: string, userAgent: string): boolean {
  return !parse(robots.url, robots.text).isDisallowed(page, userAgent)
}
