import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Look } from './counted.ts'
import { parseMetrics, type Scrape } from './parse-metrics.ts'

export type Scraped = Look & {
  /** Addresses that did not answer, with the reason. */
  silent: ReadonlyMap<string, string>
}

const scrapeWithinMs = 2_000

/** Reads the metrics of all processes at once. One that does not answer is left out of this look. */
export async function scrapeAll(urls: readonly string[], token: string): Promise<Scraped> {
  const scrapes = new Map<string, Scrape>()
  const silent = new Map<string, string>()
  const read = async (url: string) => {
    try {
      scrapes.set(url, await scrapeOne(url, token))
    } catch (error) {
      if (error instanceof CommandError) throw error
      silent.set(url, reasonOf(error))
    }
  }
  await Promise.all(urls.map(read))
  return { atMs: Date.now(), scrapes, silent }
}

/** `fetch failed` says nothing; its cause says whether nobody listens, the name is unknown, or a certificate is refused. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${scrapeWithinMs / 1_000} s`
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.message
}

async function scrapeOne(url: string, token: string): Promise<Scrape> {
  const headers = { ...(token !== '' && { authorization: `Bearer ${token}` }) }
  const response = await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(scrapeWithinMs) })
  const text = await response.text()
  const isRefused = !response.ok && text.includes('auth.')
  if (isRefused)
    throw new CommandError(
      `${url} refuses to show its metrics. Set METRICS_TOKEN to the token of that server, or name its METRICS_PORT with --url.`,
      exitCodes.refused,
    )
  if (!response.ok || !text.includes('reverie_')) throw new Error('it serves no metrics of Reverie')
  return parseMetrics(text)
}
