import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { desktop, openBrowser, openPage } from '../e2e/browser.ts'
import { framesOfLargeGraph } from '../e2e/operate-pages.ts'
import { setUp, signInWith } from '../e2e/people-pages.ts'
import { fillSample } from '../e2e/sample/fill.ts'
import { startServer } from '../e2e/server.ts'
import type { Stage } from '../e2e/stage.ts'
import { interactions } from './interactions.ts'
import { archive, loadOrganization } from './load-organization.ts'
import { pageGoals } from './page-goals.ts'

/**
 * Measures the console on a large organization: every page's first useful paint, the interactions of every list, and the frames
 * of a graph of 5,000 nodes. The last line is one JSON object; `ok` says whether every goal is reached.
 *
 *   node console/bench/run.ts                     fills a database, measures, drops it; eight minutes
 *   node console/bench/run.ts --keep              fills a database and prints its name
 *   node console/bench/run.ts --database NAME     measures on it; four minutes
 *   --documents N --memories N                    other sizes
 *   --only TEXT                                   only pages and interactions whose name has this text
 */
const { values } = parseArgs({
  options: {
    keep: { type: 'boolean', default: false },
    database: { type: 'string' },
    documents: { type: 'string', default: '100000' },
    memories: { type: 'string', default: '50000' },
    only: { type: 'string', default: '' },
  },
})
const shape = { documents: Number(values.documents), memories: Number(values.memories) }
const goals = { paintMs: 1_000, interactionMs: 200, framesPerSecond: 30 }
const rounds = 5
const mostMs = 20_000

type Times = { median: number; worst: number }

const say = (text: string) => process.stderr.write(`${text}\n`)
const server = await startServer(() => ({}), {
  name: values.database,
  isKept: values.keep || values.database !== undefined,
})
const browser = await openBrowser()
const stage: Stage = { server, browser, faults: [] }
try {
  const owner = values.database === undefined ? await fill() : await signIn()
  if (values.keep) console.log(new URL(server.databaseUrl).pathname.slice(1))
  else await measure(owner)
} finally {
  await browser.close()
  await server.close()
}

async function fill(): Promise<Page> {
  const page = await setUp(stage)
  await fillSample(server, await createKey(page))
  say('The sample is remembered; multiplying it')
  await loadOrganization(server.databaseUrl, shape)
  return page
}

async function signIn(): Promise<Page> {
  const page = await openPage(browser, desktop, stage.faults)
  await page.goto(server.url)
  await signInWith(page)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  return page
}

async function measure(owner: Page): Promise<void> {
  const pages = await measurePages(await openPage(browser, await signedIn(owner), stage.faults))
  const lists = await measureLists(await openPage(browser, await signedIn(owner), stage.faults))
  const graph = await measureGraph(owner)
  const missed = [
    ...Object.keys(pages).filter(name => pages[name]!.median >= goals.paintMs),
    ...Object.keys(lists).filter(name => lists[name]!.median >= goals.interactionMs),
    ...(graph.framesPerSecond < goals.framesPerSecond ? ['frames of the graph'] : []),
  ]
  const ok = missed.length === 0 && stage.faults.length === 0
  console.log(JSON.stringify({ ...shape, goals, pages, lists, graph, missed, faults: stage.faults, ok }))
  process.exitCode = ok ? 0 : 1
}

function isWanted([name]: [string, unknown]): boolean {
  return name.includes(values.only)
}

async function signedIn(page: Page) {
  return { ...desktop, storageState: await page.context().storageState() }
}

function timesOf(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b)
  return { median: Math.round(sorted[sorted.length >> 1]!), worst: Math.round(sorted.at(-1)!) }
}

/** Times something six times; the first one does not count. A failure is a fault of the run, and the others go on. */
async function timing(
  results: Record<string, Times>,
  name: string,
  once: (round: number) => Promise<number>,
): Promise<void> {
  const times: number[] = []
  try {
    for (let round = 0; round <= rounds; round++) times.push(await once(round))
    results[name] = timesOf(times.slice(1))
    say(`${name}: ${results[name].median} ms, at worst ${results[name].worst} ms`)
  } catch (error) {
    stage.faults.push(`${name}: ${error}`)
    say(`${name}: ${error}`)
  }
}

/** From the start of the navigation until the page shows what it is for. The scripts are in the browser's cache, as on a second visit. */
async function measurePages(page: Page): Promise<Record<string, Times>> {
  const results: Record<string, Times> = {}
  for (const [name, { path, shows }] of Object.entries(pageGoals(archive)).filter(isWanted)) {
    await timing(results, name, async () => {
      await page.goto(server.url + path, { waitUntil: 'commit' })
      return firstPaintOf(page, shows)
    })
  }
  return results
}

/** The time of the frame in which something shows, since the navigation began. */
async function firstPaintOf(page: Page, selector: string): Promise<number> {
  const shown = await page.waitForFunction(
    wanted => (document.querySelector(wanted) ? performance.now() : false),
    selector,
    { polling: 'raf', timeout: mostMs },
  )
  return (await shown.jsonValue()) as number
}

async function measureLists(page: Page): Promise<Record<string, Times>> {
  const results: Record<string, Times> = {}
  for (const [name, { path, shows, run }] of Object.entries(interactions(archive)).filter(isWanted)) {
    await timing(results, name, async round => {
      await page.goto(server.url + path)
      await page.locator(shows).first().waitFor({ timeout: mostMs })
      await page.waitForTimeout(300)
      return run(page, round)
    })
  }
  return results
}

async function measureGraph(page: Page): Promise<{ framesPerSecond: number; nodes: number }> {
  const frames = await framesOfLargeGraph(page, server.url)
  say(`graph: ${frames.toFixed(1)} frames a second`)
  return { framesPerSecond: Math.round(frames * 10) / 10, nodes: 5_000 }
}

async function createKey(page: Page): Promise<string> {
  return page.evaluate(async address => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(address, { method: 'POST', headers, body: '{"name":"bench"}' })
    return (await answer.json()).key as string
  }, `${server.url}/v3/auth/keys`)
}
