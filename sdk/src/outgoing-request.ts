import type { Outgoing } from './send.ts'

/** A request of openapi-fetch that keeps its parts. A retry needs the body and signal, which the first attempt uses up. */
export class OutgoingRequest extends Request {
  readonly #init: RequestInit

  constructor(...[input, init]: ConstructorParameters<typeof Request>) {
    super(input, init)
    this.#init = { ...init }
  }

  /** The parts with the current headers, because middleware may have added some. */
  get outgoing(): Outgoing {
    const headers = new Headers(this.headers)
    // A form gets a new boundary for each attempt, so `fetch` must set the content type.
    if (this.#init.body instanceof FormData) headers.delete('content-type')
    return { url: this.url, init: { ...this.#init, method: this.method, headers } }
  }
}
