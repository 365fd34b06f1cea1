/** Counts the requests being answered, so that a stopping server knows when it may close the rest. */
export class Traffic {
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

  /** From now on the server is draining; true when every request was answered within the time. */
  async drain(timeoutMs: number): Promise<boolean> {
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
