import { percentile } from '../../measure/percentile.ts'
import type { LoadAnswer } from '../open-loop.ts'

/** Answers of one kind within a minute. Times are those of accepted requests, in milliseconds. */
export type MinuteOfRequests = {
  sent: number
  accepted: number
  /** 429 and 503: asked to come again. */
  refused: number
  /** Any other status, or no answer. */
  failed: number
  /** How many failed in which way. */
  failures: Record<string, number>
  p50: number | null
  p95: number | null
  p99: number | null
}

/** Collects answers by the minute in which each request was due. */
export class Minutes {
  readonly #started = performance.now()
  readonly #answers = new Map<number, LoadAnswer[]>()

  minute(at = performance.now()): number {
    return Math.floor((at - this.#started) / 60_000) + 1
  }

  add(dueAt: number, answer: LoadAnswer): void {
    const minute = this.minute(dueAt)
    const known = this.#answers.get(minute)
    if (known) known.push(answer)
    else this.#answers.set(minute, [answer])
  }

  /** The figures of a minute, whose answers are forgotten. */
  take(minute: number): MinuteOfRequests {
    const answers = this.#answers.get(minute) ?? []
    this.#answers.delete(minute)
    return figuresOf(answers)
  }
}

/** The status of a request that the client could not send, because too many were without an answer. */
export const unsentStatus = -1

const nameOf = (status: number) =>
  status === unsentStatus ? 'not sent' : status === 0 ? 'no answer' : String(status)

export function figuresOf(answers: readonly LoadAnswer[]): MinuteOfRequests {
  const isRefusal = (status: number) => status === 429 || status === 503
  const accepted = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => isRefusal(status))
  const failed = answers.filter(({ status }) => status !== 200 && !isRefusal(status))
  const times = accepted.map(({ ms }) => ms)
  const at = (share: number) => (times.length > 0 ? Math.round(10 * percentile(times, share)) / 10 : null)
  return {
    sent: answers.length,
    accepted: accepted.length,
    refused: refused.length,
    failed: failed.length,
    failures: Object.fromEntries(
      Map.groupBy(failed, ({ status }) => nameOf(status))
        .entries()
        .map(([name, of]) => [name, of.length]),
    ),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
  }
}
