/** Counts the requests in flight, so a stopping server knows when it may close the remaining connections. */
export class Traffic {
  /** No new requests are wanted, and those that come are still answered: a load balancer has not noticed yet. */
  leaving = false
  draining = false
  #inFlight = 0
  readonly #idle = Promise.withResolvers<void>()

  begin(): void {
    this.#inFlight++
  }

  end(): void {
    this.#inFlight--
    this.#settle()
  }

  /** Starts draining. Resolves to true if every request got its answer within the time. */
  async drain(timeoutMs: number): Promise<boolean> {
    this.leaving = true
    this.draining = true
    this.#settle()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>(resolve => {
      timer = setTimeout(resolve, timeoutMs, false)
    })
    const inTime = await Promise.race([this.#idle.promise.then(() => true), late])
    clearTimeout(timer)
    return inTime
  }

  #settle(): void {
    if (this.draining && this.#inFlight === 0) this.#idle.resolve()
  }
}
