import { parseArgs } from 'node:util'
import type { ApiDescription } from '../contract.ts'
import { putAway, startOneCell, startTwoCells } from '../layouts.ts'
import { type FuzzAnswer, Judge, type Verdict } from './contract-judge.ts'
import { type Endpoint, type FuzzRequest, makeRequest } from './contract-requests.ts'
import type { Schema } from './contract-values.ts'
import { type KeyName, type Send, World } from './contract-world.ts'

/** The number of requests after which deleted objects are added again. By then most of them are gone. */
const roundLength = 245
const concurrency = 8
const timeoutMs = 30_000
const examplesPrinted = 3

/** Small limits, so that a request over the limit is still cheap to send. */
const limits = {
  MAX_TEXT_BYTES: '20000',
  MAX_FILE_BYTES: '50000',
  LOG_LEVEL: 'error',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
}

/** These routes cannot succeed here: there is no source to connect to, and no inferred memory to review. */
const mayNeverSucceed = /^\/v3\/connections\/|\/inferred\/.*\/review$/

type Failure = { request: FuzzRequest; answer: FuzzAnswer; verdict: Verdict }

/**
 * Generates requests from the server's own description and checks every response against it. `--undescribed 404` leaves the
 * answers of a status out of the description, to see the fuzzer fail.
 */
export async function fuzz(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      cells: { type: 'string', default: '1' },
      undescribed: { type: 'string' },
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => putAway().finally(() => process.exit(1)))
  try {
    const { undescribed } = values
    const fuzzer = await ContractFuzzer.start(Number(values.seed), values.cells === '2', undescribed)
    if (values.only !== undefined) return await fuzzer.again(Number(values.only))
    return await fuzzer.run(Number(values.requests))
  } finally {
    await putAway()
  }
}

class ContractFuzzer {
  readonly #seed: number
  readonly #url: string
  readonly #keys: Record<KeyName, string>
  readonly #world: World
  readonly #judge: Judge
  readonly #endpoints: Endpoint[]
  readonly #schemas: Record<string, Schema>
  readonly #byStatus: Record<string, number> = {}
  readonly #succeeded = new Set<string>()
  readonly #failures: Failure[] = []
  readonly #log: () => string

  private constructor(
    seed: number,
    url: string,
    keys: Record<KeyName, string>,
    description: ApiDescription,
    log: () => string,
  ) {
    this.#seed = seed
    this.#url = url
    this.#keys = keys
    this.#log = log
    this.#judge = new Judge(description)
    this.#endpoints = listEndpoints(description)
    this.#schemas = description.components.schemas as Record<string, Schema>
    this.#world = new World(this.#sendWell)
  }

  static async start(seed: number, onTwoCells: boolean, undescribed?: string): Promise<ContractFuzzer> {
    const { server, target } = await (onTwoCells ? startTwoCells : startOneCell)(limits)
    const keys = {
      main: target.REVERIE_KEY!,
      other: target.REVERIE_OTHER_KEY!,
      disabled: target.REVERIE_DISABLED_KEY!,
      scoped: '',
      none: '',
      garbage: 'sm_garbage_garbage_garbage',
    }
    const description = (await (await fetch(`${server.url}/openapi.json`)).json()) as ApiDescription
    if (undescribed !== undefined) removeStatus(description, undescribed)
    const fuzzer = new ContractFuzzer(seed, server.url, keys, description, () => errorsIn(server.log()))
    await fuzzer.#world.begin()
    keys.scoped = fuzzer.#world.scopedKey
    return fuzzer
  }

  /** Sends `requests` requests. The last line printed is a JSON object with the result. */
  async run(requests: number): Promise<boolean> {
    const started = performance.now()
    for (let from = 0; from < requests; from += roundLength) {
      if (from > 0) await this.#world.refill()
      await this.#round(from, Math.min(requests, from + roundLength))
      if (from % (roundLength * 8) === 0) console.log(`${from} requests …`)
    }
    const seconds = Math.round((performance.now() - started) / 100) / 10
    this.#explain()
    const count = (kind: Verdict['kind']) =>
      this.#failures.filter(({ verdict }) => verdict.kind === kind).length
    // An operation that never succeeds is hardly tested. After about 40 requests each, every operation must have
    // succeeded once.
    const fruitless = this.#endpoints
      .filter(({ path }) => !mayNeverSucceed.test(path))
      .map(nameOf)
      .filter(name => !this.#succeeded.has(name))
    const ok =
      this.#failures.length === 0 && (fruitless.length === 0 || requests < this.#endpoints.length * 40)
    const figures = {
      seed: this.#seed,
      requests,
      operations: this.#endpoints.length,
      byStatus: this.#byStatus,
      serverErrors: count('server'),
      schemaViolations: count('schema'),
      neverSucceeded: fruitless,
      seconds,
      ok,
    }
    console.log(JSON.stringify(figures))
    return ok
  }

  /** Sends one request again and prints the request, the response and the log. */
  async again(index: number): Promise<boolean> {
    const request = this.#make(index)
    const answer = await this.#send(request)
    const verdict = this.#judge.judge(request, answer)
    console.log(`${describe(request, this.#url)}\n\n${answer.status} ${answer.contentType}\n${answer.text}`)
    if (verdict) console.log(`\n${verdict.reason}\n\nThe log:\n${this.#log().slice(-5_000)}`)
    console.log(JSON.stringify({ status: answer.status, ok: verdict === undefined }))
    return verdict === undefined
  }

  async #round(from: number, to: number): Promise<void> {
    let next = from
    const sender = async () => {
      while (next < to) {
        const request = this.#make(next++)
        this.#note(request, await this.#send(request))
      }
    }
    await Promise.all(Array.from({ length: concurrency }, sender))
  }

  #make(index: number): FuzzRequest {
    return makeRequest(this.#seed, index, this.#endpoints, this.#schemas, this.#world)
  }

  #note(request: FuzzRequest, answer: FuzzAnswer): void {
    this.#byStatus[answer.status] = (this.#byStatus[answer.status] ?? 0) + 1
    if (answer.status < 300) this.#succeeded.add(nameOf(request.endpoint))
    const verdict = this.#judge.judge(request, answer)
    if (verdict) this.#failures.push({ request, answer, verdict })
  }

  async #send({ endpoint, path, headers, body, key }: FuzzRequest): Promise<FuzzAnswer> {
    try {
      const response = await fetch(`${this.#url}${path}`, {
        method: endpoint.method.toUpperCase(),
        headers: { ...headers, ...(key !== 'none' && { authorization: `Bearer ${this.#keys[key]}` }) },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const contentType = response.headers.get('content-type') ?? ''
      const isStream = contentType.startsWith('text/event-stream')
      const text = isStream ? await readFirstEvent(response) : await response.text()
      return { status: response.status, contentType, text }
    } catch (error) {
      // A missing response counts as a server error.
      const { message, cause } = error as Error
      return { status: 599, contentType: '', text: `no answer: ${message} ${cause ?? ''}` }
    }
  }

  /** Sends a request that sets up the test data and must succeed. */
  readonly #sendWell: Send = async (key, method, path, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#keys[key]}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }

  /** Prints each kind of failure with its count and the command that repeats it. */
  #explain(): void {
    const groups = Map.groupBy(this.#failures, ({ request, answer, verdict }) =>
      [nameOf(request.endpoint), answer.status, verdict.reason.split('\n')[1] ?? ''].join(' '),
    )
    for (const [name, failures] of groups) {
      console.log(`\n✗ ${name}: ${failures.length} times`)
      for (const { request, verdict } of failures.slice(0, examplesPrinted)) {
        console.log(`${verdict.reason.slice(0, 1_500)}\n${describe(request, this.#url)}`)
        console.log(`again: npm run fuzz -- contract --seed ${this.#seed} --only ${request.index}\n`)
      }
    }
    if (this.#failures.length > 0) console.log(`\nThe log ends:\n${this.#log().slice(-10_000)}`)
  }
}

/** Returns the log lines of the server, without the text that it prints for people at the start. */
function errorsIn(log: string): string {
  return log
    .split('\n')
    .filter(line => line.startsWith('{'))
    .join('\n')
}

function removeStatus({ paths }: ApiDescription, status: string): void {
  for (const operation of Object.values(paths).flatMap(methods => Object.values(methods)))
    delete operation.responses[Number(status)]
}

function listEndpoints({ paths }: ApiDescription): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...(operation as object), method, path })),
  )
}

const nameOf = ({ method, path }: Endpoint) => `${method.toUpperCase()} ${path}`

/** Formats a request as a curl command, without the key. */
function describe({ endpoint, kind, fault, path, headers, body, key }: FuzzRequest, url: string): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const sent = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`)
  if (key !== 'none') sent.push(`-H "Authorization: Bearer $REVERIE_KEY" # ${key} key`)
  const data = body && ` --data-binary ${quote(new TextDecoder().decode(body).slice(0, 2_000))}`
  const command = `curl -X ${endpoint.method.toUpperCase()} ${quote((url + path).slice(0, 1_000))}${data ?? ''} ${sent.join(' ')}`
  return `${command} (${fault ?? kind})`
}

/** Reads the first event of a stream. A stream may stay open for a minute in a busy container. */
async function readFirstEvent(response: Response): Promise<string> {
  let text = ''
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part
    if (text.includes('\n\n')) break
  }
  return text
}
