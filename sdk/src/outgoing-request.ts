import type { Outgoing } from './send.ts'

/** A request as openapi-fetch makes it, that still knows what it was made of: its own signal and body are used up by then. */
export class OutgoingRequest extends Request {
  readonly #init: RequestInit

  constructor(...[input, init]: ConstructorParameters<typeof Request>) {
    super(input, init)
    this.#init = { ...init }
  }

  /** With the headers of now: middleware may have added some. */
  get outgoing(): Outgoing {
    return { url: this.url, init: { ...this.#init, method: this.method, headers: this.headers } }
  }
}
