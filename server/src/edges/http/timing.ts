import type { Timing } from '../../platform/routing/timing.ts'
import { inSpan } from '../../platform/telemetry/work.ts'

/** Times one request and its phases, which are spans of its trace. A phase measured twice counts as the sum. */
export class RequestTiming implements Timing {
  readonly #startedAt = performance.now()
  /** Created on first use, because most requests have no phases. */
  #phases: Map<string, number> | undefined

  async measure<T>(phase: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    try {
      return await inSpan(phase, {}, work)
    } finally {
      this.#phases ??= new Map()
      this.#phases.set(phase, (this.#phases.get(phase) ?? 0) + performance.now() - startedAt)
    }
  }

  elapsedMs(): number {
    return performance.now() - this.#startedAt
  }

  /** The `Server-Timing` header: each phase in the order it first ended, then the total. */
  header(): string {
    let text = ''
    if (this.#phases) for (const [phase, ms] of this.#phases) text += `${phase};dur=${ms.toFixed(1)}, `
    return `${text}total;dur=${this.elapsedMs().toFixed(1)}`
  }
}
