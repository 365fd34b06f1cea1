import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../../platform/config.ts'
import { settleWithin } from '../../../platform/lib/settle-within.ts'
import { typedCommand } from '../../../platform/lib/typed-command.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { Counted, type Look } from './counted.ts'
import { toFigures } from './figures.ts'
import { type OrganizationBacklog, type OrganizationReader, openOrganizationReader } from './organizations.ts'
import { type History, render, type View } from './render.ts'
import { type Scraped, scrapeAll } from './scrape.ts'
import { Screen } from './screen.ts'

export type TopOptions = { url?: string[]; interval?: number; once?: boolean; json?: boolean }

const defaultSeconds = 2
/** The first figures come soon; later ones are rates over the whole interval. */
const firstMs = 1_000
/** Reading the backlog of organizations costs the database a little, whatever the interval. */
const organizationsEveryMs = 5_000
const organizationsWithinMs = 700
const keptHistory = 120

/** Shows what the processes of a server do now, like top: on a terminal until it is quit, else once. */
export async function topCommand(config: Config, options: TopOptions): Promise<void> {
  const watch = new Watch(config, options)
  try {
    if (options.json) await printJson(watch, options)
    else if (options.once || !process.stdout.isTTY) await printOnce(watch)
    else await showLive(watch)
  } finally {
    await watch.close()
  }
}

async function printOnce(watch: Watch): Promise<void> {
  await watch.look()
  await sleep(firstMs)
  const view = await watch.look()
  const columns = process.stdout.columns || 120
  for (const line of render(view!, { columns, rows: 1_000 })) console.log(line.trimEnd())
}

/** One line for each interval, for programs; one in all with `--once`. */
async function printJson(watch: Watch, { once }: TopOptions): Promise<void> {
  await watch.look()
  for (let isFirst = true; isFirst || !once; isFirst = false) {
    await sleep(once ? firstMs : watch.everyMs)
    const { at, processes, figures, organizations } = (await watch.look())!
    console.log(JSON.stringify({ at, processes, ...figures, organizations: organizations ?? null }))
  }
}

async function showLive(watch: Watch): Promise<void> {
  await watch.look()
  const screen = new Screen()
  const quit = new AbortController()
  let view: View | undefined
  const draw = () => view && screen.draw(render(view, screen.size))
  const handlers = {
    onResize: draw,
    onKey(key: 'quit' | 'pause') {
      if (key === 'quit') return quit.abort()
      watch.isPaused = !watch.isPaused
      if (view) view = { ...view, isPaused: watch.isPaused }
      draw()
    },
  }
  const stop = () => quit.abort()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop)
  screen.open(handlers)
  try {
    for (let waitMs = firstMs; !quit.signal.aborted; waitMs = watch.everyMs) {
      if (!watch.isPaused) view = (await watch.look()) ?? view
      draw()
      await sleep(view ? waitMs : firstMs, undefined, { signal: quit.signal }).catch(() => undefined)
    }
  } finally {
    screen.close()
  }
}

/** Looks at the processes again and again, and compares each look with the one before. */
class Watch {
  readonly everyMs: number
  isPaused = false
  readonly #config: Config
  readonly #urls: readonly string[]
  readonly #isNamed: boolean
  readonly #history: History = { requests: [], documents: [], due: [] }
  #last: Scraped | undefined
  #reader: OrganizationReader | undefined
  #organizations: OrganizationBacklog[] | undefined
  #readAtMs = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(config: Config, { url, interval = defaultSeconds }: TopOptions) {
    this.#config = config
    this.everyMs = interval * 1_000
    this.#urls = url ?? usualAddresses(config)
    this.#isNamed = url !== undefined
  }

  /** Undefined after the first look, with which there is nothing to compare. */
  async look(): Promise<View | undefined> {
    const [now, organizations] = await Promise.all([
      scrapeAll(this.#urls, this.#config.METRICS_TOKEN),
      this.#readOrganizations(),
    ])
    const before = this.#last
    if (now.scrapes.size === 0 && !before) throw noProcess(now.silent)
    this.#last = now
    return before && this.#compare(before, now, organizations)
  }

  async close(): Promise<void> {
    await this.#reader?.close()
  }

  #compare(before: Look, now: Scraped, organizations: OrganizationBacklog[] | undefined): View {
    const figures = toFigures(new Counted(before, now))
    const due = figures.lanes.reduce((sum, lane) => sum + lane.due, 0)
    remember(this.#history.requests, figures.requests.perSecond)
    remember(this.#history.documents, figures.documents.donePerSecond)
    remember(this.#history.due, due)
    // An address that nobody named and where nothing has ever answered is no process.
    const known = this.#urls.filter(url => this.#isNamed || now.scrapes.has(url) || before.scrapes.has(url))
    return {
      at: new Date(now.atMs),
      everyMs: this.everyMs,
      isPaused: this.isPaused,
      processes: known.map(url => ({ url, reason: now.silent.get(url) })),
      figures,
      organizations,
      history: this.#history,
    }
  }

  /** Waits only briefly: a database that does not answer must not stop the screen when it is needed most. */
  async #readOrganizations(): Promise<OrganizationBacklog[] | undefined> {
    if (!this.#reading && Date.now() - this.#readAtMs >= organizationsEveryMs)
      this.#reading = this.#readAgain().finally(() => {
        this.#readAtMs = Date.now()
        this.#reading = undefined
      })
    if (this.#reading) await settleWithin(this.#reading, organizationsWithinMs)
    return this.#organizations
  }

  async #readAgain(): Promise<void> {
    try {
      this.#reader ??= await openOrganizationReader(this.#config)
      this.#organizations = await this.#reader.read()
    } catch {
      // The metrics do not need a database, so they are shown without it.
      this.#organizations = undefined
    }
  }
}

function remember(values: number[], value: number): void {
  values.push(value)
  if (values.length > keptHistory) values.shift()
}

/** The processes of this machine: with METRICS_PORT, the API shows its metrics only there. */
function usualAddresses({ METRICS_PORT, METRICS_HOST, REVERIE_URL, WORKER_PORT }: Config): string[] {
  if (METRICS_PORT !== 0) return [`http://${reachable(METRICS_HOST)}:${METRICS_PORT}`]
  return [REVERIE_URL.replace(/\/+$/, ''), `http://127.0.0.1:${WORKER_PORT}`]
}

/** The address at which to call a process that listens here. Every address includes that of this machine. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

function noProcess(silent: Scraped['silent']): CommandError {
  const addresses = Array.from(silent, ([url, reason]) => `${url} (${reason})`)
  return new CommandError(
    `No process answers at ${addresses.join(' or ')}. Start one with "${typedCommand()} start", or name the addresses of its processes with --url.`,
    exitCodes.noServer,
  )
}
