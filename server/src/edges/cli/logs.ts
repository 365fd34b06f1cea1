import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestLogPage, RequestLogQuery, Reverie } from '@reverie/sdk'
import type { Config } from '../../platform/config.ts'
import { printable } from './printable.ts'
import { type RemoteOptions, withServer } from './remote.ts'
import { style } from './style.ts'

export type LogsOptions = RemoteOptions & { follow?: boolean; limit?: number; status?: string }

type LoggedRequest = RequestLogPage['requests'][number]

const defaultLimit = 20
const pollMs = 2_000

/** Prints the requests of the organization, the oldest first, and with `follow` each that comes. */
export async function logsCommand(config: Config, options: LogsOptions): Promise<void> {
  await withServer(config, options, async reverie => {
    const query = { ...(options.status && { status: options.status }) }
    const { requests } = await reverie.analytics.requests({ ...query, limit: options.limit ?? defaultLimit })
    const print = options.json
      ? (request: LoggedRequest) => console.log(JSON.stringify(request))
      : (request: LoggedRequest) => console.log(lineOf(request))
    for (const request of requests.toReversed()) print(request)
    if (options.follow) await follow(reverie, query, requests, print)
  })
}

/** Rows of the log are written by the hundred and may come a little out of order, so the last seconds are read again. */
const overlapMs = 10_000

async function follow(
  reverie: Reverie,
  query: RequestLogQuery,
  seen: readonly LoggedRequest[],
  print: (request: LoggedRequest) => void,
): Promise<never> {
  let printed = new Set(seen.map(({ id }) => id))
  let latest = seen[0] ? Date.parse(seen[0].at) : Date.now()
  for (;;) {
    await sleep(pollMs)
    const from = new Date(latest - overlapMs).toISOString()
    const { requests } = await reverie.analytics.requests({ ...query, from, limit: 200 })
    for (const request of requests.toReversed()) if (!printed.has(request.id)) print(request)
    printed = new Set([...[...printed].slice(-1_000), ...requests.map(({ id }) => id)])
    latest = Math.max(latest, ...requests.map(({ at }) => Date.parse(at)))
  }
}

function lineOf({ at, method, route, status, durationMs, keyName }: LoggedRequest): string {
  const code = String(status)
  const shown = /^[45]/.test(code) ? style.bad(code) : style.good(code)
  const ms = `${Math.round(durationMs)} ms`.padStart(8)
  return `${style.dim(at)}  ${shown}  ${ms}  ${method.padEnd(6)} ${route}  ${style.dim(printable(keyName))}`
}
