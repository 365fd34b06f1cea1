import type { Outgoing } from './send.ts'

/** A request of openapi-fetch that keeps what it was made from. A retry needs the body and signal that the request has used up. */
export class OutgoingRequest extends Request {
  readonly #init: RequestInit

  constructor(...[input, init]: ConstructorParameters<typeof Request>) {
    super(input, init)
    this.#init = { ...init }
  }

  /** With the current headers: middleware may have added some. */
  get outgoing(): Outgoing {
    const headers = new Headers(this.headers)
    // A form gets a new boundary each time it is sent, so the content type must be made with it.
    if (this.#init.body instanceof FormData) headers.delete('content-type')
    return { url: this.url, init: { ...this.#init, method: this.method, headers } }
  }
}
