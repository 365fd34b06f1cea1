import { assertOutsideTransaction, type Source, unscoped } from '../../platform/db/tx.ts'
import { dayMs } from '../../platform/lib/durations.ts'
import { outsidePlace } from '../../platform/lib/places.ts'
import { estimateTokens } from '../../platform/lib/tokens.ts'
import type { Circuit } from '../../platform/providers/circuit.ts'
import {
  type Llm,
  type LlmAnswer,
  LlmCircuitOpen,
  LlmError,
  type LlmRequest,
  type Tokens,
} from '../../platform/providers/llm/llm.ts'
import { inSpan } from '../../platform/telemetry/work.ts'
import { reserve, settle } from './store.ts'

export type Prices = { inputUsdPerMillion: number; outputUsdPerMillion: number }

export type MeterOptions = {
  prices: Prices
  /** The most that an organization may spend in a day; 0 is without limit. */
  dailyUsd: number
  /** While it is open the model is not called, and nothing is reserved. */
  circuit?: Circuit
  onCall?(call: { outcome: string; usage: Tokens; usd: number; ms: number }): void
}

type CallableLlm = Pick<Llm, 'name' | 'generate'>

export type PaidAnswer<T> = LlmAnswer<T> & { usd: number }

/** The organization has spent its daily limit; the next day begins in `retryAfterMs`. */
export class OverBudget extends Error {
  readonly retryAfterMs: number

  constructor(retryAfterMs: number) {
    super('The organization has spent what it may on language models today.')
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * A language model whose calls an organization pays for. The most that a call may cost is reserved before it is made,
 * so the limit holds for any number of concurrent calls. The reservation of a process that dies stays spent, because
 * the call very likely was made.
 */
export class MeteredLlm {
  readonly name: string
  readonly #llm: CallableLlm
  readonly #directory: Source
  readonly #options: MeterOptions

  constructor(llm: CallableLlm, directory: Source, options: MeterOptions) {
    this.name = llm.name
    this.#llm = llm
    this.#directory = directory
    this.#options = options
  }

  /** The same model and budget, over other connections to the directory. */
  from(directory: Source): MeteredLlm {
    return new MeteredLlm(this.#llm, directory, this.#options)
  }

  /** True when it has stopped answering, so that callers use their fallback. */
  get isDown(): boolean {
    return this.#options.circuit?.isOpen ?? false
  }

  /** Throws `OverBudget`, `LlmError`, or the abort reason. */
  async generate<T>(org: string, request: LlmRequest<T>): Promise<PaidAnswer<T>> {
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
      const generated = await this.#call(request)
      circuit?.succeeded()
      return { ...generated, usd: await pay('done', generated.usage, generated.ms) }
    } catch (error) {
      noteFailure(circuit, error)
      const { code, usage } = error instanceof LlmError ? error : broken(request)
      await pay(code, usage, Math.round(performance.now() - started))
      throw error
    }
  }

  #call<T>(request: LlmRequest<T>): Promise<LlmAnswer<T>> {
    const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': this.name }
    return inSpan('chat', { kind: 'client', attributes }, async span => {
      const generated = await outsidePlace(() => this.#llm.generate(request))
      const { inputTokens, outputTokens } = generated.usage
      span?.set({ 'gen_ai.usage.input_tokens': inputTokens, 'gen_ai.usage.output_tokens': outputTokens })
      return generated
    })
  }

  async #pay(
    org: string,
    paid: { day: string; reserved: number; outcome: string; usage: Tokens; ms: number },
  ): Promise<number> {
    const usd = this.usdOf(paid.usage)
    // A directory that is down must not cost the answer: its reservation stays spent.
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
 * An unusable answer still shows that the provider answers. A rate limit has its own gate, and counts neither as a success
 * nor as a failure. If a caller ran out of time, or a page came instead of an answer, the provider is probed.
 */
function noteFailure(circuit: Circuit | undefined, error: unknown): void {
  if (!(error instanceof LlmError)) circuit?.suspect()
  else if (error.code === 'provider_unavailable') circuit?.failed(error.message)
  else if (error.isNoAnswer) circuit?.suspect()
  else if (error.code !== 'rate_limited') circuit?.succeeded()
}

/** The tokens to reserve. An answer is assumed to be no longer than the input, nor than its limit. */
function expected({ system, prompt, maxOutputTokens }: LlmRequest<unknown>): Tokens {
  const inputTokens = estimateTokens(system + prompt)
  return { inputTokens, outputTokens: Math.min(maxOutputTokens, inputTokens) }
}

/** The call was aborted on our side. The input is probably billed. */
const broken = ({ system, prompt }: LlmRequest<unknown>) => ({
  code: 'aborted',
  usage: { inputTokens: estimateTokens(system + prompt), outputTokens: 0 },
})

const untilTomorrow = (now: Date): number => dayMs - (now.getTime() % dayMs)
