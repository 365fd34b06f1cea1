import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeEach, expect } from 'vitest'
import * as api from '../client.ts'

/** The data that a test reports for docs/compatibility.md. */
declare module 'vitest' {
  interface TaskMeta {
    /** The requests that the client sent, such as `POST /v3/documents`. */
    requests?: string[]
    /** The reason, if the call does not do what its name says. */
    note?: string
  }
}

/** `status` is 0 until the response arrives. */
type ObservedCall = { method: string; path: string; status: number }

const ours = new AsyncLocalStorage<true>()

/** Runs requests of the suite itself, which are not recorded. */
export const aside = <T>(work: () => Promise<T>): Promise<T> => ours.run(true, work)

export const untilDone = (id: string) => aside(() => api.untilDone(id))
export const read = (id: string) => aside(async () => (await api.get(`/v3/documents/${id}`)).body)

const direct = globalThis.fetch
let seen: ObservedCall[] = []
let faults: unknown[] = []

// The clients are unmodified: the suite replaces the global `fetch`. Some clients keep a reference to `fetch` when
// they are created, so it is replaced at import.
globalThis.fetch = async (input, init) => {
  const { origin, pathname, search } = new URL(input instanceof Request ? input.url : input)
  if (ours.getStore() || origin !== new URL(api.baseUrl).origin) return direct(input, init)
  const sent: ObservedCall = {
    method: (init?.method ?? 'GET').toUpperCase(),
    path: pathname + search,
    status: 0,
  }
  seen.push(sent)
  const response = await direct(input, init)
  sent.status = response.status
  await check(sent, response.clone())
  return response
}

async function check(sent: ObservedCall, response: Response): Promise<void> {
  const text = await response.text()
  // MCP answers a notification with 202 and nothing, whatever the content type.
  const isJson =
    text !== '' && (response.headers.get('content-type')?.startsWith('application/json') ?? false)
  const contract = await aside(api.readContract)
  try {
    contract.check({ ...sent, text, body: isJson ? JSON.parse(text) : text })
  } catch (fault) {
    faults.push(fault)
  }
}

/**
 * Records the requests that the clients of these tests send, and checks every response against the server's API
 * description.
 */
export function watch(): { seen(): ObservedCall[] } {
  beforeEach(() => {
    seen = []
    faults = []
  })
  afterEach(async ({ task }) => {
    const contract = await aside(api.readContract)
    const requests = seen.map(({ method, path }) => `${method} ${contract.templateOf(path) ?? path}`)
    task.meta.requests = [...new Set(requests)].sort()
    expect(faults).toEqual([])
  })
  return { seen: () => seen }
}
