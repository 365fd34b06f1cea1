import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../measure/percentile.ts'

/** Duration of an answer, and whether it succeeded. */
export type ProbeAnswer = { ms: number; ok: boolean }

/** Sends a request like those of other tenants; resolves with its duration. */
export type Probe = (n: number) => Promise<ProbeAnswer>

/** Answers by kind of probe. */
export type Answers = ReadonlyMap<string, readonly ProbeAnswer[]>

export type ProbeFigures = { count: number; p50: number; p99: number; max: number; refused: number }

const usualPauseMs = 200

/** Repeats each probe, one request of a kind at a time, so that a stall shows in the request that meets it. */
export class Probes {
  readonly #answers = new Map<string, ProbeAnswer[]>()
  #isStopped = false
  readonly #loops: Promise<void>[]
  readonly #pauseMs: number

  constructor(probes: Record<string, Probe>, pauseMs = usualPauseMs) {
    this.#pauseMs = pauseMs
    this.#loops = Object.entries(probes).map(([kind, probe]) => this.#ask(kind, probe))
  }

  async #ask(kind: string, probe: Probe): Promise<void> {
    for (let n = 0; !this.#isStopped; n++) {
      const answer = await probe(n)
      const answers = this.#answers.get(kind) ?? []
      this.#answers.set(kind, answers)
      answers.push(answer)
      await sleep(this.#pauseMs)
    }
  }

  /** Waits for open requests, because the slowest may be among them. */
  async stop(): Promise<Answers> {
    this.#isStopped = true
    await Promise.all(this.#loops)
    return this.#answers
  }
}

/** Merges the answers of several rounds. */
export function together(rounds: readonly Answers[]): Answers {
  const kinds = new Set(rounds.flatMap(round => [...round.keys()]))
  return new Map([...kinds].map(kind => [kind, rounds.flatMap(round => round.get(kind) ?? [])]))
}

export function figuresOf(answers: Answers): Record<string, ProbeFigures> {
  return Object.fromEntries([...answers].map(([kind, given]) => [kind, spreadOf(given)]))
}

export const slowestOf = (answers: Answers): Record<string, number> =>
  Object.fromEntries(Object.entries(figuresOf(answers)).map(([kind, { max }]) => [kind, max]))

function spreadOf(answers: readonly ProbeAnswer[]): ProbeFigures {
  const times = answers.map(({ ms }) => ms)
  const at = (share: number) => Math.round(percentile(times, share))
  const refused = answers.filter(({ ok }) => !ok).length
  return { count: answers.length, p50: at(0.5), p99: at(0.99), max: at(1), refused }
}
