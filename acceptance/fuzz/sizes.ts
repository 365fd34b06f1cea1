import { parseArgs } from 'node:util'
import type { ApiDescription } from '../contract.ts'
import { putAway, startOneCell } from '../layouts.ts'
import type { Endpoint } from './contract-requests.ts'
import type { Schema } from './contract-values.ts'
import { type Cost, Meter } from './size-meter.ts'
import { type SizedRequest, sizedRequests } from './size-requests.ts'

const mostStallMs = 250
const mostRssMb = 200
/** The maximum size of an error in bytes. A successful response may have any size. */
const mostErrorBytes = 16 * 1_024
/**
 * A request is at fault only if each of these tries is over a limit. Garbage collection or another process is not its
 * fault.
 */
const tries = 3
const timeoutMs = 60_000

/** Sizes of bodies and lists. `full` uses the default limits of the server. */
const scales = {
  small: {
    body: 500_000,
    batch: 8_000_000,
    documents: 40,
    levels: 1,
    placesOf: /^\/v[34]\/(documents|search|memories)(\/(list|batch))?$/,
  },
  full: { body: 3_000_000, batch: 33_000_000, documents: 300, levels: 3, placesOf: /./ },
}
type Scale = (typeof scales)['small']

type Result = Cost & { name: string; status: number; bytes: number; ms: number }

/**
 * Sends requests that are each huge in one respect. None may stall other requests, use much memory or get a long
 * error.
 */
export async function fuzz(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: { scale: { type: 'string', default: 'small' }, only: { type: 'string', default: '' } },
  })
  const scale = values.scale === 'full' ? scales.full : scales.small
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => putAway().finally(() => process.exit(1)))
  try {
    const { server, target } = await startOneCell({ LOG_LEVEL: 'error' })
    const { url, pid } = await server.serveOnly()
    const fuzzer = new SizeFuzzer(url, target.REVERIE_KEY!, new Meter(url, pid))
    return await fuzzer.run(scale, new RegExp(values.only))
  } finally {
    await putAway()
  }
}

class SizeFuzzer {
  readonly #url: string
  readonly #key: string
  readonly #meter: Meter
  readonly #results: Result[] = []
  readonly #faults: string[] = []

  constructor(url: string, key: string, meter: Meter) {
    this.#url = url
    this.#key = key
    this.#meter = meter
  }

  async run(scale: Scale, only: RegExp): Promise<boolean> {
    const started = performance.now()
    const description = (await (await fetch(`${this.#url}/openapi.json`)).json()) as ApiDescription
    await this.#warmUp()
    for (const request of allRequests(description, scale))
      if (only.test(request.name)) await this.#try(request)
    for (const request of largeLists(scale)) if (only.test(request.name)) await this.#try(request)
    const six = await this.#sixAtOnce()
    for (const fault of this.#faults) console.log(`✗ ${fault}`)
    for (const name of ['stallMs', 'rssMb'] as const)
      for (const each of this.#results.toSorted((a, b) => b[name] - a[name]).slice(0, 5))
        console.log(
          `${name} ${each[name]}: ${each.name} (${each.status}, ${each.bytes} bytes, ${each.ms} ms)`,
        )
    const ok = this.#faults.length === 0
    // Another program on the machine may stall the server. CI runs the command again if nothing else was wrong.
    const late = !ok && this.#results.every(result => faultOf({ ...result, stallMs: 0 }) === undefined)
    const worst = (of: 'stallMs' | 'rssMb') => this.#results.toSorted((a, b) => b[of] - a[of])[0]
    console.log(
      JSON.stringify({
        requests: this.#results.length,
        worstStall: pick(worst('stallMs'), 'stallMs'),
        worstRss: pick(worst('rssMb'), 'rssMb'),
        sixLists: six,
        byStatus: countBy(this.#results.map(({ status }) => String(status))),
        seconds: Math.round((performance.now() - started) / 1_000),
        ...(late && { late }),
        ok,
      }),
    )
    return ok
  }

  /** Warms up the process: its first requests load modules, plan statements and grow the heap. */
  async #warmUp(): Promise<void> {
    for (let n = 0; n < 5; n++) {
      await this.#send({ ...post('/v3/documents', { content: `warm ${n}` }), name: '' })
      await this.#send({ ...post('/v3/search', { q: 'warm' }), name: '' })
      await this.#send({
        ...post('/v3/documents/batch', { documents: many(300, 'warm '.repeat(2_000)) }),
        name: '',
      })
    }
  }

  async #try(request: SizedRequest): Promise<void> {
    let best: Result | undefined
    for (let n = 0; n < tries && (!best || faultOf(best)); n++) {
      const result = await this.#measure(request)
      if (!best || weight(result) < weight(best)) best = result
    }
    this.#results.push(best!)
    if (this.#results.length % 100 === 0) console.log(`${this.#results.length} requests …`)
    const fault = faultOf(best!)
    if (fault) this.#faults.push(`${best!.name}: ${fault} (${JSON.stringify(best)})`)
  }

  async #measure(request: SizedRequest): Promise<Result> {
    const body = request.body?.()
    let answer = { status: 0, bytes: 0, ms: 0 }
    const cost = await this.#meter.measure(async () => {
      answer = await this.#send({ ...request, ...(body !== undefined && { body: () => body }) })
    })
    return { name: request.name, ...answer, ...cost }
  }

  async #send({ name, method, path, headers, body }: SizedRequest) {
    const started = performance.now()
    try {
      const response = await fetch(this.#url + path, {
        method,
        headers: { authorization: `Bearer ${this.#key}`, ...headers },
        ...(body && { body: body() }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      let bytes = 0
      for await (const piece of response.body ?? []) bytes += piece.length
      return { status: response.status, bytes, ms: Math.round(performance.now() - started) }
    } catch (error) {
      console.log(`${name}: ${(error as Error).message} ${(error as Error).cause ?? ''}`)
      return { status: 599, bytes: 0, ms: Math.round(performance.now() - started) }
    }
  }

  /** Measures six of the largest lists at once. Their total cost is printed for information only. */
  async #sixAtOnce(): Promise<Cost> {
    const list = { ...post('/v3/documents/list', { limit: 1100, includeContent: true }), name: '' }
    return this.#meter.measure(() => Promise.all(Array.from({ length: 6 }, () => this.#send(list))))
  }
}

const weight = ({ status, stallMs, rssMb }: Result) =>
  (status >= 500 ? 1_000_000 : 0) + stallMs / mostStallMs + rssMb / mostRssMb

function faultOf({ status, bytes, stallMs, rssMb }: Result): string | undefined {
  if (status >= 500) return `answered ${status}`
  if (status >= 400 && bytes > mostErrorBytes) return `an error of ${bytes} bytes`
  if (stallMs > mostStallMs) return `stalled everybody for ${stallMs} ms`
  return rssMb > mostRssMb ? `took ${rssMb} MB` : undefined
}

function* allRequests({ paths, components }: ApiDescription, scale: Scale): Generator<SizedRequest> {
  const bytesFor = (path: string) => (path.endsWith('/batch') ? scale.batch : scale.body)
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const endpoint = { ...(operation as object), method, path } as Endpoint
      // Event streams are left out, because they stay open.
      if (path.endsWith('/events')) continue
      const levels = scale.placesOf.test(path) ? scale.levels : 0
      yield* sizedRequests(endpoint, components.schemas as Record<string, Schema>, bytesFor, levels)
    }
}

const many = (length: number, text: string) => Array.from({ length }, (_, n) => `${n} ${text}`)

function post(path: string, body: unknown): Omit<SizedRequest, 'name'> {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: () => JSON.stringify(body),
  }
}

/** Valid requests that are as large as the API allows. */
function* largeLists({ batch, documents }: Scale): Generator<SizedRequest> {
  const name = (what: string) => `large: ${what}`
  const each = Math.floor(batch / 620)
  yield {
    ...post('/v3/documents/batch', { documents: many(600, 'x'.repeat(each)) }),
    name: name('batch of 600'),
  }
  const cyrillic = many(600, 'д'.repeat(each / 2))
  yield { ...post('/v3/documents/batch', { documents: cyrillic }), name: name('batch of 600 in Cyrillic') }
  const metadata = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`key${n}`, `value ${n}`]))
  const rich = many(600, 'text').map(content => ({ content, metadata, filterByMetadata: metadata }))
  yield { ...post('/v3/documents/batch', { documents: rich }), name: name('batch of 600 with metadata') }
  const bad = many(600, 'text').map(content => ({
    content,
    metadata: { a: [1, 2], b: {}, c: null },
    customId: 'ü',
  }))
  yield { ...post('/v3/documents/batch', { documents: bad }), name: name('batch of 600 bad items') }
  const messages = many(10_000, 'Hello there.').map(content => ({ role: 'user', content }))
  yield { ...post('/v4/conversations', { conversationId: 'sizes', messages }), name: name('10,000 messages') }
  const inTen = Math.ceil(documents / 10)
  for (let n = 0; n < inTen; n++) {
    const texts = many(10, `${n} ${'lorem ipsum '.repeat(82_000)}`)
    yield { ...post('/v3/documents/batch', { documents: texts }), name: name('ten texts of 1 MB') }
  }
  for (const path of ['/v3/documents/list', '/v3/documents/documents'])
    yield { ...post(path, { limit: 1100, includeContent: true }), name: name(`${path} with content`) }
  yield { ...post('/v3/documents/list', { limit: 1100 }), name: name('list of 1,100') }
  yield {
    method: 'POST',
    path: '/v3/documents/file',
    body: largeForm,
    name: name('a form with large fields'),
  }
}

function largeForm(): FormData {
  const form = new FormData()
  form.append('file', new Blob(['text']), 'note.txt')
  form.append('metadata', `{${Array.from({ length: 15_000 }, (_, n) => `"k${n}":1`).join()}}`)
  for (let n = 0; n < 40; n++) form.append(`field${n}`, 'x'.repeat(200_000))
  return form
}

const pick = (result: Result | undefined, of: 'stallMs' | 'rssMb') =>
  result && { [of]: result[of], name: result.name, ms: result.ms }

const countBy = (names: string[]) =>
  Object.fromEntries(
    Array.from(
      Map.groupBy(names, name => name),
      ([name, all]) => [name, all.length],
    ),
  )
