/** A message between a worker and a box: a JSON head and a binary body. */
export type Frame = { head: unknown; body: Buffer }

/** Two lengths of 32 bits, of head and body, come before them. */
const prefixBytes = 8

export class FrameTooLarge extends Error {}

/** Prefix and head only: the sender writes the body after them, so that a file is not copied. */
export function toFrame(head: unknown, bodyBytes = 0): Buffer {
  const json = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(prefixBytes)
  prefix.writeUInt32LE(json.length, 0)
  prefix.writeUInt32LE(bodyBytes, 4)
  return Buffer.concat([prefix, json])
}

/**
 * Assembles frames from the chunks in which they arrive. A frame longer than `maxBytes` throws before it is buffered.
 */
export class FrameReader {
  readonly #maxBytes: number
  readonly #onFrame: (frame: Frame) => void
  #prefix = Buffer.alloc(prefixBytes)
  #target = this.#prefix
  #filled = 0

  constructor(maxBytes: number, onFrame: (frame: Frame) => void) {
    this.#maxBytes = maxBytes
    this.#onFrame = onFrame
  }

  push(chunk: Buffer): void {
    let offset = 0
    while (offset < chunk.length) {
      const taken = chunk.copy(this.#target, this.#filled, offset)
      offset += taken
      this.#filled += taken
      if (this.#filled === this.#target.length) this.#complete()
    }
  }

  #complete(): void {
    const filled = this.#target
    this.#filled = 0
    if (filled === this.#prefix) {
      const bytes = filled.readUInt32LE(0) + filled.readUInt32LE(4)
      if (bytes > this.#maxBytes) throw new FrameTooLarge(`A message of ${bytes} bytes`)
      this.#target = Buffer.allocUnsafeSlow(bytes)
      return
    }
    const headBytes = this.#prefix.readUInt32LE(0)
    this.#target = this.#prefix
    this.#onFrame({
      head: JSON.parse(filled.toString('utf8', 0, headBytes)),
      body: filled.subarray(headBytes),
    })
  }
}
