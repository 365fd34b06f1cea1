import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

// biome-ignore lint/suspicious/noExplicitAny: the model looks into answers of every kind
export type Answer = { status: number; body: any; headers: Headers; repeats: number }

export type Request = {
  method: string
  path: string
  body?: unknown
  /** Statuses that end the request. Any other one below 500 is a violation. */
  wanted: readonly number[]
  /** Sends it with an Idempotency-Key, as routes that add accept it. */
  once?: boolean
  /** Sends it twice at the same time, as a proxy that repeats requests does. */
  twice?: boolean
  key?: string
}

/** An answer that no sequence of events explains. */
export class Violated extends Error {}

const attemptMs = 10_000
const patienceMs = 90_000
const pauseMs = 60

/** Calls the API as a patient client: what may succeed later is sent again until there is a definite answer. */
export class Caller {
  readonly #url: string
  readonly #key: string
  /** How often each answer came, by status and code. */
  readonly answers: Record<string, number> = {}
  /** The request that took longest until its definite answer. */
  slowest = { ms: 0, what: '' }

  constructor(url: string, key: string) {
    this.#url = url
    this.#key = key
  }

  async send(request: Request): Promise<Answer> {
    const headers = request.once ? { 'idempotency-key': randomUUID() } : {}
    const [answer, other] = await Promise.all([
      this.#untilDefinite(request, headers),
      request.twice ? this.#untilDefinite(request, headers) : undefined,
    ])
    return other ? sameAnswer(request, answer, other) : answer
  }

  async #untilDefinite(request: Request, headers: Record<string, string>): Promise<Answer> {
    const started = Date.now()
    const until = started + patienceMs
    for (let repeats = 0; ; repeats++) {
      const answer = await this.#attempt(request, headers)
      const { status, body } = answer
      const label = status === 0 ? 'none' : [status, body?.code].join(' ').trim()
      this.answers[label] = (this.answers[label] ?? 0) + 1
      if (request.wanted.includes(status) && !mayChange(answer)) {
        this.#noteTime(Date.now() - started, request, repeats)
        return { ...answer, repeats }
      }
      const what = `${request.method} ${request.path} answered ${status} ${JSON.stringify(body)?.slice(0, 400)}`
      if (status === 500) throw new Violated(what)
      if (!mayChange(answer))
        throw new Violated(`${what}; expected ${request.wanted.join(' or ')} (repeat ${repeats})`)
      if (Date.now() > until) throw new Violated(`${what}, after ${patienceMs / 1000} s of trying`)
      await sleep(pauseMs * Math.min(repeats + 1, 8))
    }
  }

  #noteTime(ms: number, { method, path }: Request, repeats: number): void {
    if (ms > this.slowest.ms) this.slowest = { ms, what: `${method} ${path}, repeated ${repeats} times` }
  }

  async #attempt(
    { method, path, body, key }: Request,
    headers: Record<string, string>,
  ): Promise<Omit<Answer, 'repeats'>> {
    const isForm = body instanceof FormData
    try {
      const response = await fetch(path.startsWith('http') ? path : this.#url + path, {
        method,
        headers: {
          ...headers,
          authorization: `Bearer ${key ?? this.#key}`,
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(attemptMs),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: readJson(text) }
    } catch {
      return { status: 0, headers: new Headers(), body: undefined }
    }
  }
}

/** The second of two equal requests finds the result of the first. Both must return the same ids. */
function sameAnswer({ method, path }: Request, one: Answer, other: Answer): Answer {
  const isSame = one.status >= 300 || other.status >= 300 || idsOf(one) === idsOf(other)
  if (!isSame) throw new Violated(`${method} ${path}, sent twice, made ${idsOf(one)} and ${idsOf(other)}`)
  return { ...(one.status < 300 ? one : other), repeats: one.repeats + other.repeats + 1 }
}

const idsOf = ({ body }: Answer) =>
  JSON.stringify(body?.results?.map(({ id }: { id: string }) => id) ?? body?.id ?? null)

/** Whether the same request may get another answer later. A batch may be stored in part. */
function mayChange({ status, headers, body }: Omit<Answer, 'repeats'>): boolean {
  if (status === 0 || [408, 429, 502, 503, 504, 507].includes(status)) return true
  if (status === 409) return headers.get('x-should-retry') === 'true' || body?.code === 'merge.busy'
  return (
    Array.isArray(body?.results) &&
    body.results.some((result: { retryable?: boolean }) => result.retryable === true)
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
