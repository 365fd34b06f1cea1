const isClosed = 0
const isInside = 1

/**
 * A thread that is ended while it is inside the ONNX runtime takes the whole process with it: the runtime's binding
 * throws where nothing can catch, and Node aborts. Node ends threads on `terminate()` and on every exit of the process.
 * So a thread marks when it is inside, and its owner keeps it out before ending it.
 */
export class NativeSection {
  readonly memory: SharedArrayBuffer
  readonly #cells: Int32Array

  constructor(memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory
    this.#cells = new Int32Array(memory)
  }

  /** In the thread: runs the work, unless the section has been closed. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    // First set the mark, then check. The other side does it in the opposite order, so one of the two notices.
    Atomics.store(this.#cells, isInside, 1)
    try {
      if (Atomics.load(this.#cells, isClosed) === 1) throw new Error('The thread is being ended')
      return await work()
    } finally {
      this.leave()
    }
  }

  /** The owner also calls it when the thread has died inside the section, so no thread waits for it. */
  leave(): void {
    Atomics.store(this.#cells, isInside, 0)
    Atomics.notify(this.#cells, isInside)
  }

  /** In the owner: closes the section and resolves when the thread is outside. */
  async close(): Promise<void> {
    Atomics.store(this.#cells, isClosed, 1)
    await Atomics.waitAsync(this.#cells, isInside, 1).value
  }

  /** The same for code that can no longer await. */
  closeBlocking(timeoutMs: number): void {
    Atomics.store(this.#cells, isClosed, 1)
    Atomics.wait(this.#cells, isInside, 1, timeoutMs)
  }
}
