import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestLogPage, RequestLogQuery, Reverie } from '@reverie/sdk'
import type { Config } from '../../platform/config.ts'
import { printable } from './printable.ts'
import { isPassingError, type RemoteOptions, sentenceFor, withServer } from './remote.ts'
import { style } from './style.ts'

export type LogsOptions = RemoteOptions & { follow?: boolean; limit?: number; status?: string }

type LoggedRequest = RequestLogPage['requests'][number]

const defaultLimit = 20
const pollMs = 2_000

/** Prints the requests of the organization, the oldest first, and with `follow` each that comes. */
export async function logsCommand(config: Config, options: LogsOptions): Promise<void> {
  await withServer(config, options, async (reverie, { url }) => {
    const query = { ...(options.status && { status: options.status }) }
    const requests = await readLog(reverie, query, options.limit ?? defaultLimit)
    const print = options.json
      ? (request: LoggedRequest) => console.log(JSON.stringify(request))
      : (request: LoggedRequest) => console.log(lineOf(request))
    for (const request of requests.toReversed()) print(request)
    if (options.follow) await follow({ reverie, url, query, print }, requests)
  })
}

const maxPages = 25

/**
 * Reads the latest requests, without those that read the log. `--follow` makes one every two seconds, so they would soon be
 * all that it prints.
 */
async function readLog(reverie: Reverie, query: RequestLogQuery, count: number): Promise<LoggedRequest[]> {
  const found: LoggedRequest[] = []
  let before: string | null | undefined
  for (let page = 0; page < maxPages && found.length < count && before !== null; page++) {
    const { requests, next } = await reverie.analytics.requests({
      ...query,
      ...(before && { before }),
      limit: 200,
    })
    found.push(...requests.filter(({ route }) => route !== '/v3/analytics/requests'))
    before = next
  }
  return found.slice(0, count)
}

type LogFollower = {
  reverie: Reverie
  url: string
  query: RequestLogQuery
  print: (request: LoggedRequest) => void
}

/** Rows of the log are written by the hundred and may come a little out of order, so the last seconds are read again. */
const overlapMs = 10_000

async function follow(
  { reverie, url, query, print }: LogFollower,
  seen: readonly LoggedRequest[],
): Promise<never> {
  let printed = new Set(seen.map(({ id }) => id))
  let latest = seen[0] ? Date.parse(seen[0].at) : Date.now()
  const say = onceUntilGood()
  for (;;) {
    await sleep(pollMs)
    const from = new Date(latest - overlapMs).toISOString()
    const requests = await readLog(reverie, { ...query, from }, Number.POSITIVE_INFINITY).catch(error => {
      // A server that restarts is away for some seconds.
      if (!isPassingError(error)) throw error
      say(`${sentenceFor(error, url)} Waiting for it.`)
    })
    if (!requests) continue
    say(undefined)
    for (const request of requests.toReversed()) if (!printed.has(request.id)) print(request)
    printed = new Set([...[...printed].slice(-1_000), ...requests.map(({ id }) => id)])
    latest = Math.max(latest, ...requests.map(({ at }) => Date.parse(at)))
  }
}

/** Prints a failure when it begins, and not each time that it lasts. */
function onceUntilGood(): (failure: string | undefined) => void {
  let last: string | undefined
  return failure => {
    if (failure !== undefined && last === undefined) console.error(failure)
    last = failure
  }
}

function lineOf({ at, method, route, status, durationMs, keyName }: LoggedRequest): string {
  const code = String(status)
  const shown = /^[45]/.test(code) ? style.bad(code) : style.good(code)
  const ms = `${Math.round(durationMs)} ms`.padStart(8)
  return `${style.dim(at)}  ${shown}  ${ms}  ${method.padEnd(6)} ${route}  ${style.dim(printable(keyName))}`
}
