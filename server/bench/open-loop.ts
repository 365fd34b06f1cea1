import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../measure/percentile.ts'
import { seeded } from '../measure/seeded.ts'

/** Status 0: no answer. `afterMs`: when in a run of `shootAt` the request was due. `ms` counts from the moment at which the request was due, whenever it was sent. */
export type LoadAnswer = {
  status: number
  ms: number
  retryAfterSeconds: number | undefined
  afterMs?: number
}

export type Shot = { method: string; path: string; body?: unknown }

/** Sends requests of one client over connections that stay open. `fetch` takes three times the CPU, which is the server's. */
export class Shooter {
  readonly #url: URL
  readonly #key: string
  readonly #agent = new Agent({ keepAlive: true })

  constructor({ url, key }: { url: string; key: string }) {
    this.#url = new URL(url)
    this.#key = key
  }

  /** `dueAt`: when the request should have been sent, by `performance.now()`. */
  send({ method, path, body }: Shot, dueAt = performance.now()): Promise<LoadAnswer> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    return new Promise(resolve => {
      const end = (status: number, retryAfter?: string) =>
        resolve({
          status,
          ms: performance.now() - dueAt,
          retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
        })
      const sent = request(
        {
          ...{ host: this.#url.hostname, port: this.#url.port, agent: this.#agent, method, path },
          headers: {
            authorization: `Bearer ${this.#key}`,
            ...(text !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(text),
            }),
          },
          timeout: patienceMs,
        },
        response => {
          response.resume()
          response.once('end', () => end(response.statusCode ?? 0, response.headers['retry-after']))
          response.once('error', () => end(0))
        },
      )
      sent.once('timeout', () => sent.destroy())
      sent.once('error', () => end(0))
      sent.end(text)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

const patienceMs = 30_000
/** Bounds the sockets and the memory of a run in which the server stops answering. */
const mostOpen = 4_000

/**
 * Sends requests at a rate that does not depend on the answers (open loop), at random moments (Poisson). A client that waits
 * for each answer would send less as the server gets slower, and leave out the times that matter (coordinated omission).
 */
export async function shootAt(
  rate: number,
  forMs: number,
  shoot: (n: number, dueAt: number) => Promise<LoadAnswer>,
): Promise<LoadAnswer[]> {
  const random = seeded(Math.round(rate * 1_000))
  const open = new Set<Promise<LoadAnswer>>()
  const answers: LoadAnswer[] = []
  const started = performance.now()
  let dueAt = started
  for (let n = 0; dueAt < started + forMs; n++) {
    dueAt += (-Math.log(1 - random()) / rate) * 1_000
    const waitMs = dueAt - performance.now()
    if (waitMs > 1) await sleep(waitMs)
    if (open.size >= mostOpen) {
      answers.push({ status: 0, ms: patienceMs, retryAfterSeconds: undefined, afterMs: dueAt - started })
      continue
    }
    const one = shoot(n, dueAt)
    const afterMs = dueAt - started
    open.add(one)
    void one.then(answer => {
      open.delete(one)
      answers.push({ ...answer, afterMs })
    })
  }
  await Promise.all(open)
  return answers
}

/** Requests answered in a second by `width` clients that each wait for their answers (closed loop). */
export async function capacityOf(
  width: number,
  forMs: number,
  shoot: (n: number) => Promise<LoadAnswer>,
): Promise<number> {
  const started = performance.now()
  let [sent, answered] = [0, 0]
  const clients = Array.from({ length: width }, async () => {
    while (performance.now() - started < forMs) {
      const { status } = await shoot(sent++)
      if (status === 200) answered++
      else await sleep(100)
    }
  })
  await Promise.all(clients)
  return answered / ((performance.now() - started) / 1_000)
}

export type LoadFigures = {
  sent: number
  accepted: number
  refused: number
  /** Neither answered nor refused as promised: no answer, another status, or no Retry-After. */
  broken: number
  p50: number
  p95: number
  max: number
  refusedP95: number
}

const isRefusal = ({ status, retryAfterSeconds }: LoadAnswer) =>
  (status === 429 || status === 503) && retryAfterSeconds !== undefined

export function loadFigures(answers: readonly LoadAnswer[]): LoadFigures {
  const accepted = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(isRefusal)
  const at = (of: readonly LoadAnswer[], share: number) =>
    Math.round(
      10 *
        percentile(
          of.map(({ ms }) => ms),
          share,
        ),
    ) / 10
  return {
    sent: answers.length,
    accepted: accepted.length,
    refused: refused.length,
    broken: answers.length - accepted.length - refused.length,
    p50: at(accepted, 0.5),
    p95: at(accepted, 0.95),
    max: at(accepted, 1),
    refusedP95: refused.length === 0 ? 0 : at(refused, 0.95),
  }
}
