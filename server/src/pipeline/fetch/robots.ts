import robotsParser from 'robots-parser'

/** The package is CommonJS, and its types say it is not. */
const parse = robotsParser as unknown as typeof robotsParser.default

/** Whether a robots.txt, found at its address, lets whoever calls itself so have a page. */
export function mayCrawl(robots: { url: string; text: string }, page: string, userAgent: string): boolean {
  return !parse(robots.url, robots.text).isDisallowed(page, userAgent)
}
