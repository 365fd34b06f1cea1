import type { z } from 'zod'
import type { Probe } from '../circuit.ts'

export type Tokens = { inputTokens: number; outputTokens: number }

export type LlmRequest<T> = {
  system: string
  prompt: string
  /**
   * The shape of the answer. Every field is required, and null where there is nothing to say, because not every
   * provider supports optional fields.
   */
  schema: z.ZodType<T>
  maxOutputTokens: number
  signal: AbortSignal
  /** True when a person waits for the answer. */
  urgent?: boolean
}

/** `usage` and `ms` cover every turn it took. */
export type LlmAnswer<T> = { value: T; usage: Tokens; ms: number }

/** A language model that answers in a given shape. */
export interface Llm {
  /** Provider and model, as in bills and logs. */
  readonly name: string
  readonly model: string
  /** Throws only `LlmError` or the abort reason. */
  generate<T>(request: LlmRequest<T>): Promise<LlmAnswer<T>>
  /** Checks whether it answers, for a few tokens at most. Throws `LlmError` when it does not. */
  readonly probe: Probe
}

export type LlmErrorCode = 'provider_unavailable' | 'rate_limited' | 'bad_response' | 'refused'

type LlmErrorOptions = { retryAfterMs?: number | undefined; usage?: Tokens; isNoAnswer?: boolean }

/** The message contains no text and no key, because it goes to logs and to the document. */
export class LlmError extends Error {
  readonly code: LlmErrorCode
  /** The wait that the provider asked for, if it gave one. */
  readonly retryAfterMs: number | undefined
  /** Tokens that were paid for in spite of the error. */
  readonly usage: Tokens
  /** True when the answer came from no model, such as a proxy's error page, or broke off. */
  readonly isNoAnswer: boolean

  constructor(code: LlmErrorCode, message: string, options: LlmErrorOptions = {}) {
    super(message)
    this.name = 'LlmError'
    this.code = code
    this.retryAfterMs = options.retryAfterMs
    this.usage = options.usage ?? { inputTokens: 0, outputTokens: 0 }
    this.isNoAnswer = options.isNoAnswer ?? false
  }
}

/** It was not called, because its circuit is open. */
export class LlmCircuitOpen extends LlmError {
  constructor(reason: string) {
    super('provider_unavailable', `${reason} It is not asked until it answers a probe.`)
  }
}

export const addTokens = (a: Tokens, b: Tokens): Tokens => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
})
