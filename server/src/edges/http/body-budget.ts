import type { IncomingHttpHeaders } from 'node:http'
import { refuse } from './admission.ts'

/**
 * Bodies that are held in memory at once. Without a limit, 2,500 clients with a text of a megabyte each take more memory
 * than most machines have. Smaller bodies are not counted: the limit of connections bounds them.
 */
const usualBytes = 256 * 1024 * 1024
const smallBytes = 64 * 1024
/** A body may have the size of the largest text, so a few of those must fit. */
const largestBodies = 4

/** Bounds the memory that request bodies take from their first byte until the answer. */
export class BodyBudget {
  readonly #most: number
  readonly #bodyLimit: number
  #bytes = 0

  constructor(bodyLimit: number) {
    this.#bodyLimit = bodyLimit
    this.#most = Math.max(usualBytes, largestBodies * bodyLimit)
  }

  /** Returns the function to call at the end of the request. Throws if the body does not fit. */
  reserve(headers: IncomingHttpHeaders, bodyLimit = this.#bodyLimit): (() => void) | undefined {
    const bytes = sizeOf(headers, bodyLimit)
    if (bytes <= smallBytes) return undefined
    if (this.#bytes + bytes > this.#most) throw refuse('server.overloaded')
    this.#bytes += bytes
    return () => {
      this.#bytes -= bytes
    }
  }
}

/** A body without a Content-Length may become as large as its limit. A larger one is refused while it arrives. */
function sizeOf(headers: IncomingHttpHeaders, bodyLimit: number): number {
  if (headers['transfer-encoding'] !== undefined) return bodyLimit
  return Math.min(bodyLimit, Number(headers['content-length']) || 0)
}
