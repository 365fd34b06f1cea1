import type { DatedFact } from '../../../language/english/fact.ts'
import { BoundedMap } from '../../../platform/lib/bounded-map.ts'
import type { PairJudgement, PairQuestion } from '../../../platform/lib/judgement.ts'
import type { Judge } from '../../../platform/providers/judge/judge.ts'

/** These pairs must be judged before the work can be repeated. */
export class MissingVerdicts extends Error {
  readonly pairs: readonly PairQuestion[]

  constructor(pairs: readonly PairQuestion[]) {
    super(`${pairs.length} pairs of facts are not judged yet`)
    this.pairs = pairs
  }
}

/**
 * What the judge says of pairs of facts. A transaction must not wait for it, so the work goes on without the verdicts
 * that are missing, is rolled back if there were any, and is repeated once they are known. A verdict follows from the
 * words alone: whoever asks, in whatever order, gets the same.
 */
export class Verdicts {
  readonly #known: BoundedMap<string, PairJudgement>
  readonly #missing = new Map<string, PairQuestion>()

  constructor(known: BoundedMap<string, PairJudgement>) {
    this.#known = known
  }

  of(older: DatedFact, newer: DatedFact): PairJudgement | undefined {
    const question = { earlier: wordsOf(older), later: wordsOf(newer) }
    const name = nameOf(question)
    const judgement = this.#known.get(name)
    if (!judgement) this.#missing.set(name, question)
    return judgement
  }

  assertComplete(): void {
    if (this.#missing.size > 0) throw new MissingVerdicts([...this.#missing.values()])
  }
}

const nameOf = ({ earlier, later }: PairQuestion): string => `${earlier}\0${later}`

const wordsOf = ({ said, text }: DatedFact): string => said ?? text

/** Verdicts of recent pairs: about 400 bytes each. */
const kept = 50_000

/** Keeps verdicts for the process. */
export class VerdictBook {
  readonly #judge: Pick<Judge, 'judgePairs'>
  readonly #known = new BoundedMap<string, PairJudgement>(kept)

  constructor(judge: Pick<Judge, 'judgePairs'>) {
    this.#judge = judge
  }

  open(): Verdicts {
    return new Verdicts(this.#known)
  }

  async judge(pairs: readonly PairQuestion[]): Promise<void> {
    const judgements = await this.#judge.judgePairs(pairs)
    for (const [i, pair] of pairs.entries()) this.#known.set(nameOf(pair), judgements[i]!)
  }
}
