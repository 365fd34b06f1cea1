import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiResponse } from '../harness.ts'
import type { Fault } from '../postgres-proxy.ts'

/** Calls a server with one API key. */
export class Caller {
  readonly #url: string
  readonly #key: string

  constructor(url: string, key: string) {
    this.#url = url
    this.#key = key
  }

  send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    if (body === undefined) return this.#fetch(path, { method, headers })
    const json = { ...headers, 'content-type': 'application/json' }
    return this.#fetch(path, { method, headers: json, body: JSON.stringify(body) })
  }

  upload(
    text: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
    path = '/v3/documents/file',
  ): Promise<ApiResponse> {
    const form = new FormData()
    form.set('file', new Blob([text], { type: 'text/plain' }), 'note.txt')
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return this.#fetch(path, { method: 'POST', headers, body: form })
  }

  /** The bytes of a document's file, or the status of the refusal. */
  async download(id: string): Promise<string | number> {
    const { status, body } = await this.send('GET', `/v3/documents/${id}/file-url`)
    if (status !== 200) return status
    const response = await fetch(body.url)
    return response.ok ? response.text() : response.status
  }

  async #fetch(path: string, init: RequestInit): Promise<ApiResponse> {
    const headers = { ...init.headers, authorization: `Bearer ${this.#key}` }
    const response = await fetch(this.#url + path, { ...init, headers })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text && JSON.parse(text) }
  }
}

/** A write request, prepared: it is sent as often as needed, and then `check` lists the faults. */
export type Prepared = {
  send(): Promise<ApiResponse>
  /** The refusal that means the request was done before. */
  doneBefore?: { status: number; code: string }
  check(answer: ApiResponse): Promise<unknown[]>
}

/** `route` as in the API description; `tag` is new each time. */
export type Write = { name: string; route: string; prepare(caller: Caller, tag: string): Promise<Prepared> }

type Proxy = { arm(fault: Fault, skip?: number): void; disarm(): boolean }

export type Trial = { isCut: boolean; firstStatus: number; problem?: string }

/** As a client would: a request that may succeed later is sent again after a pause. */
const mostRepeats = 40
const pauseMs = 25

/** Loses one commit of a write, sends it again, and lists what does not agree with its answer. */
export async function loseCommit(
  { caller, proxy }: { caller: Caller; proxy: Proxy },
  write: Write,
  tag: string,
  { fault, skip }: { fault: Fault; skip: number },
): Promise<Trial> {
  const { send, doneBefore, check } = await write.prepare(caller, tag)
  proxy.arm(fault, skip)
  let answer = await send()
  const isCut = proxy.disarm()
  const firstStatus = answer.status
  for (let repeats = 0; isPassing(answer) && repeats < mostRepeats; repeats++) {
    await sleep(pauseMs)
    answer = await send()
  }
  const isDone =
    answer.status < 300 ||
    (firstStatus === 503 && answer.status === doneBefore?.status && answer.body.code === doneBefore.code)
  const trial = { isCut, firstStatus }
  if (!isDone) return { ...trial, problem: `answered ${answer.status} ${JSON.stringify(answer.body)}` }
  const wrong = await check(answer)
  return wrong.length > 0 ? { ...trial, problem: JSON.stringify(wrong) } : trial
}

const isPassing = ({ status, headers }: ApiResponse) =>
  status === 503 || (status === 409 && headers.get('x-should-retry') === 'true')

/** Differences from the expected state, by name. */
export function differences(found: Record<string, unknown>, wanted: Record<string, unknown>): unknown[] {
  return Object.keys(wanted)
    .filter(name => JSON.stringify(found[name]) !== JSON.stringify(wanted[name]))
    .map(name => ({ name, found: found[name], wanted: wanted[name] }))
}
