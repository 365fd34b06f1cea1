import { randomBytes } from 'node:crypto'
import { type ApiDescription, Contract } from './contract.ts'

/** The address and key of the server under test. The suite knows nothing else about it. */
export const baseUrl = required('REVERIE_URL').replace(/\/$/, '')
export const key = required('REVERIE_KEY')
/** A key of another organization, a disabled key, and one that has expired. Tests that need a missing key are skipped. */
export const otherKey = process.env.REVERIE_OTHER_KEY
export const disabledKey = process.env.REVERIE_DISABLED_KEY
export const expiredKey = process.env.REVERIE_EXPIRED_KEY
/** A key of an empty organization with a quota of 100 tokens. */
export const limitedKey = process.env.REVERIE_LIMITED_KEY
/** The number of cells over which the organization under test is spread. */
export const cells = Number(process.env.REVERIE_CELLS ?? 1)

/** A local address from which the server may fetch. Without it the tests of links are skipped. */
export const fetchableHost = process.env.REVERIE_FETCHES

/** The address to which the server's router may forward. Without it the tests of the router are skipped. */
export const routedProvider = process.env.REVERIE_ROUTES_TO

export type ApiResponse = {
  status: number
  headers: Headers
  text: string
  /** Parsed if it is JSON. It has no type, because each test states what it expects. */
  // biome-ignore lint/suspicious/noExplicitAny: a black box may answer anything
  body: any
}

export type RequestOptions = {
  /** Sent in place of the suite's key; null sends no key. */
  key?: string | null
  headers?: Record<string, string>
  /** Sent unchanged in place of a JSON body. */
  raw?: string | Uint8Array<ArrayBuffer>
}

let contract: Promise<Contract> | undefined

/** Fetches the API description of the server. */
export async function readDescription(): Promise<ApiDescription> {
  const response = await fetch(`${baseUrl}/openapi.json`)
  return (await response.json()) as ApiDescription
}

export function readContract(): Promise<Contract> {
  contract ??= readDescription().then(description => new Contract(description))
  return contract
}

/** Sends one request and checks the response against `/openapi.json`. */
export async function request(
  method: string,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<ApiResponse> {
  const answer = await send(method, path, body, options)
  ;(await readContract()).check({ method, path, ...answer })
  return answer
}

async function send(
  method: string,
  path: string,
  body: unknown,
  { key: given = key, headers = {}, raw }: RequestOptions,
): Promise<ApiResponse> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      ...(given !== null && { authorization: `Bearer ${given}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { body: payload }),
  })
  const type = response.headers.get('content-type') ?? ''
  const text = await readText(response, type)
  const isJson = type.startsWith('application/json')
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : text }
}

/** Of an event stream only the head is read, because the events of the overview have no end. */
async function readText(response: Response, type: string): Promise<string> {
  if (!type.startsWith('text/event-stream')) return response.text()
  await response.body?.cancel()
  return ''
}

export const get = (path: string, options?: RequestOptions) => request('GET', path, undefined, options)
export const post = (path: string, body?: unknown, options?: RequestOptions) =>
  request('POST', path, body, options)
export const remove = (path: string, body?: unknown, options?: RequestOptions) =>
  request('DELETE', path, body, options)

/** Returns a container tag that was never used, so that the suite can run repeatedly on one server. */
export function newTag(purpose = 'tag'): string {
  return `acceptance_${purpose}_${randomBytes(6).toString('hex')}`
}

/** Adds a document and returns its id. */
export async function add(body: Record<string, unknown>, options?: RequestOptions): Promise<string> {
  const answer = await post('/v3/documents', body, options)
  if (answer.status !== 200) throw new Error(`POST /v3/documents returned ${answer.status}: ${answer.text}`)
  return answer.body.id
}

/** Adds a document, waits until it is `done`, and returns the body of GET. */
export async function addDone(body: Record<string, unknown>, options?: RequestOptions) {
  return untilDone(await add(body, options), options)
}

export async function untilDone(id: string, options?: RequestOptions) {
  const finished = ({ body }: ApiResponse) => body.status === 'done' || body.status === 'failed'
  const { body } = await until(() => get(`/v3/documents/${id}`, options), finished)
  if (body.status !== 'done') throw new Error(`document ${id} ended ${body.status}`)
  return body
}

/** Repeats `ask` until its value satisfies the condition. Fails with the last value after `withinMs`. */
export async function until<T>(
  ask: () => Promise<T>,
  satisfies: (value: T) => boolean,
  withinMs = 50_000,
): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const value = await ask()
    if (satisfies(value)) return value
    if (Date.now() > deadline)
      throw new Error(
        `The condition was not met within ${withinMs} ms. Last value: ${JSON.stringify(value).slice(0, 500)}`,
      )
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set. Run the suite with: npm run acceptance`)
  return value
}
