import { setTimeout as sleep } from 'node:timers/promises'

export type ApiResponse = { status: number; headers: Headers; text: string; json: Record<string, unknown> }

/** Calls the API as a newcomer does by hand. */
export class Api {
  readonly url: string
  readonly #key: string

  constructor(url: string, key: string) {
    this.url = url
    this.#key = key
  }

  async call(method: string, path: string, body?: unknown): Promise<ApiResponse> {
    const isForm = body instanceof FormData
    const response = await fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parse(text) }
  }

  async upload(name: string, content: string, type: string): Promise<string> {
    const form = new FormData()
    form.set('file', new File([content], name, { type }))
    form.set('containerTag', 'user_42')
    const { json } = await this.call('POST', '/v3/documents/file', form)
    return String(json.id)
  }

  /** Waits until processing and dreaming of the document have ended. */
  async ended(id: string): Promise<Record<string, unknown>> {
    const deadline = Date.now() + 120_000
    for (;;) {
      const { json } = await this.call('GET', `/v3/documents/${id}`)
      const isEnded =
        json.status === 'failed' || (json.status === 'done' && json.dreamingStatus !== 'dreaming')
      if (isEnded) return json
      if (Date.now() > deadline) throw new Error(`Document ${id} did not end: ${JSON.stringify(json)}`)
      await sleep(200)
    }
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
