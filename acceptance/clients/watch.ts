import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeEach, expect } from 'vitest'
import * as api from '../client.ts'

/** What a test leaves for docs/compatibility.md. */
declare module 'vitest' {
  interface TaskMeta {
    /** What the client sent, as `POST /v3/documents`. */
    requests?: string[]
    /** What is to be known of a call that does not do what its name says. */
    note?: string
  }
}

/** `status` is 0 until there is an answer. */
type Seen = { method: string; path: string; status: number }

const ours = new AsyncLocalStorage<true>()

/** Work of the suite itself, of which nothing is noted. */
export const aside = <T>(work: () => Promise<T>): Promise<T> => ours.run(true, work)

export const untilDone = (id: string) => aside(() => api.untilDone(id))
export const read = (id: string) => aside(async () => (await api.get(`/v3/documents/${id}`)).body)

const direct = globalThis.fetch
let seen: Seen[] = []
let faults: unknown[] = []

// Clients are given nothing of this. Some take hold of `fetch` when they are made, so it is in place before any is.
globalThis.fetch = async (input, init) => {
  const { origin, pathname, search } = new URL(input instanceof Request ? input.url : input)
  if (ours.getStore() || origin !== new URL(api.baseUrl).origin) return direct(input, init)
  const sent: Seen = { method: (init?.method ?? 'GET').toUpperCase(), path: pathname + search, status: 0 }
  seen.push(sent)
  const response = await direct(input, init)
  sent.status = response.status
  await check(sent, response.clone())
  return response
}

async function check(sent: Seen, response: Response): Promise<void> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const contract = await aside(api.readContract)
  try {
    contract.check({ ...sent, text, body: isJson ? JSON.parse(text) : text })
  } catch (fault) {
    faults.push(fault)
  }
}

/**
 * Notes what the clients of these tests send, and holds every answer they get against the server's description of
 * itself.
 */
export function watch(): { seen(): Seen[] } {
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
