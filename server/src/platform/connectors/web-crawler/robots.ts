import robotsParser from 'robots-parser'
import { ItemError, type Source, SourceError } from '../connector.ts'

/** The package is CommonJS, but its types say otherwise. */
const parse = robotsParser as unknown as typeof robotsParser.default

const maxBytes = 1_000_000
/** A longer pause would make a crawl of a thousand pages last a day. */
const maxDelayMs = 60_000

export type Robots = { delayMs: number; sitemaps: string[]; mayVisit(url: string): boolean }

const withoutRules = [400, 401, 403, 404, 405, 406, 410, 451]

/** RFC 9309: without a robots.txt everything is allowed; while its server fails, nothing is. */
export async function readRobots(
  source: Pick<Source<unknown, unknown>, 'http' | 'userAgent'>,
  origin: string,
): Promise<Robots> {
  const url = `${origin}/robots.txt`
  const rules = parse(url, await readRules(source, url))
  const { userAgent } = source
  const delay = Number(rules.getCrawlDelay(userAgent) ?? 0)
  return {
    delayMs: Number.isFinite(delay) ? Math.min(Math.max(0, delay * 1000), maxDelayMs) : 0,
    sitemaps: rules.getSitemaps(),
    mayVisit: page => rules.isAllowed(page, userAgent) !== false,
  }
}

async function readRules({ http }: Pick<Source<unknown, unknown>, 'http'>, url: string): Promise<string> {
  try {
    const response = await http.request(url, { allow: withoutRules, maxBytes })
    return withoutRules.includes(response.status) ? '' : await response.text()
  } catch (error) {
    if (!(error instanceof ItemError)) throw error
    throw new SourceError('provider_unavailable', 'The robots.txt of the site cannot be read', {
      cause: error,
    })
  }
}
