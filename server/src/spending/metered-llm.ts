import { assertOutsideTransaction, type Source, unscoped } from '../db/tx.ts'
import { estimateTokens } from '../lib/tokens.ts'
import type { Circuit } from '../providers/circuit.ts'
import {
  type Generated,
  type Llm,
  LlmCircuitOpen,
  LlmError,
  type LlmRequest,
  type Tokens,
} from '../providers/llm.ts'
import { reserve, settle } from './store.ts'

export type Prices = { inputUsdPerMillion: number; outputUsdPerMillion: number }

export type MeterOptions = {
  prices: Prices
  /** What an organization may spend in a day; 0 is without limit. */
  dailyUsd: number
  /** While it is open nobody is asked, and nothing is set aside. */
  circuit?: Circuit
  onCall?(call: { outcome: string; usage: Tokens; usd: number; ms: number }): void
}

type Asked = Pick<Llm, 'name' | 'generate'>

export type Paid<T> = Generated<T> & { usd: number }

/** The organization has spent what it may today; tomorrow begins in `retryAfterMs`. */
export class OverBudget extends Error {
  readonly retryAfterMs: number

  constructor(retryAfterMs: number) {
    super('The organization has spent what it may on language models today.')
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * A language model whose calls are paid for by an organization. What a call may cost is set aside before it is made, so the
 * limit holds however many are under way; what a process that dies had set aside stays spent, as it very likely was.
 */
export class MeteredLlm {
  readonly name: string
  readonly #llm: Asked
  readonly #directory: Source
  readonly #options: MeterOptions

  constructor(llm: Asked, directory: Source, options: MeterOptions) {
    this.name = llm.name
    this.#llm = llm
    this.#directory = directory
    this.#options = options
  }

  /** The same model and budget, kept over other connections to the directory. */
  from(directory: Source): MeteredLlm {
    return new MeteredLlm(this.#llm, directory, this.#options)
  }

  /** It has stopped answering: whoever has a fallback uses it now. */
  get isDown(): boolean {
    return this.#options.circuit?.isOpen ?? false
  }

  /** Throws `OverBudget`, `LlmError`, or what the signal was aborted with. */
  async generate<T>(org: string, request: LlmRequest<T>): Promise<Paid<T>> {
    assertOutsideTransaction('the language model')
    const { circuit } = this.#options
    if (circuit?.isOpen) throw new LlmCircuitOpen(circuit.reason)
    const reserved = this.usdOf(expected(request))
    const limit = this.#options.dailyUsd
    const day = await unscoped(this.#directory, db => reserve(db, org, { usd: reserved, limit }))
    if (day === undefined) throw new OverBudget(untilTomorrow(new Date()))
    const pay = (outcome: string, usage: Tokens, ms: number) =>
      this.#pay(org, { day, reserved, outcome, usage, ms })
    const started = performance.now()
    try {
      const generated = await this.#llm.generate(request)
      circuit?.succeeded()
      return { ...generated, usd: await pay('done', generated.usage, generated.ms) }
    } catch (error) {
      noteFailure(circuit, error)
      const { code, usage } = error instanceof LlmError ? error : broken(request)
      await pay(code, usage, Math.round(performance.now() - started))
      throw error
    }
  }

  async #pay(
    org: string,
    paid: { day: string; reserved: number; outcome: string; usage: Tokens; ms: number },
  ): Promise<number> {
    const usd = this.usdOf(paid.usage)
    // A directory that is away now must not cost the answer: what was set aside for it stays spent.
    await unscoped(this.#directory, db => settle(db, org, { ...paid, usd })).catch(() => undefined)
    this.#options.onCall?.({ ...paid, usd })
    return usd
  }

  usdOf({ inputTokens, outputTokens }: Tokens): number {
    const { inputUsdPerMillion, outputUsdPerMillion } = this.#options.prices
    return (inputTokens * inputUsdPerMillion + outputTokens * outputUsdPerMillion) / 1_000_000
  }
}

/**
 * An answer that cannot be used is an answer. A rate limit has a gate of its own, and is neither. A caller who ran out of
 * time, or a page in place of an answer, may be the provider's doing or not.
 */
function noteFailure(circuit: Circuit | undefined, error: unknown): void {
  if (!(error instanceof LlmError)) circuit?.suspect()
  else if (error.code === 'provider_unavailable') circuit?.failed(error.message)
  else if (error.isNoAnswer) circuit?.suspect()
  else if (error.code !== 'rate_limited') circuit?.succeeded()
}

/** Nobody answers with more than they were asked to read, or than they may. */
function expected({ system, prompt, maxOutputTokens }: LlmRequest<unknown>): Tokens {
  const inputTokens = estimateTokens(system + prompt)
  return { inputTokens, outputTokens: Math.min(maxOutputTokens, inputTokens) }
}

/** Broken off on our side: what was sent is paid for, as far as anybody knows. */
const broken = ({ system, prompt }: LlmRequest<unknown>) => ({
  code: 'aborted',
  usage: { inputTokens: estimateTokens(system + prompt), outputTokens: 0 },
})

const dayMs = 86_400_000

const untilTomorrow = (now: Date): number => dayMs - (now.getTime() % dayMs)
