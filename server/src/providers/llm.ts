import type { z } from 'zod'
import type { Probe } from './circuit.ts'

export type Tokens = { inputTokens: number; outputTokens: number }

export type LlmRequest<T> = {
  system: string
  prompt: string
  /** What the answer must be; fields without exception, null where there is nothing to say: not every provider knows others. */
  schema: z.ZodType<T>
  maxOutputTokens: number
  signal: AbortSignal
  /** Somebody waits for it. */
  urgent?: boolean
}

/** `usage` is of every turn it took; `ms` too. */
export type Generated<T> = { value: T; usage: Tokens; ms: number }

/** A language model that answers in a shape. */
export interface Llm {
  /** Provider and model, as bills and logs name it. */
  readonly name: string
  readonly model: string
  /** Throws `LlmError`, never anything else but an abort. */
  generate<T>(request: LlmRequest<T>): Promise<Generated<T>>
  /** Whether it answers, for a few tokens at most. Throws `LlmError` when it does not. */
  readonly probe: Probe
}

export type LlmErrorCode = 'provider_unavailable' | 'rate_limited' | 'bad_response' | 'refused'

type LlmErrorOptions = { retryAfterMs?: number | undefined; usage?: Tokens; isNoAnswer?: boolean }

/** Its message names no text and no key: it goes to logs, and to the document it was about. */
export class LlmError extends Error {
  readonly code: LlmErrorCode
  /** How long the provider asked us to wait, when it said. */
  readonly retryAfterMs: number | undefined
  /** What was paid all the same. */
  readonly usage: Tokens
  /** It was no model that answered: a page of a proxy, or half of an answer. */
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

/** It was not asked, because its circuit is open. */
export class LlmCircuitOpen extends LlmError {
  constructor(reason: string) {
    super('provider_unavailable', `${reason} It is not asked until it answers a probe.`)
  }
}

export const addTokens = (a: Tokens, b: Tokens): Tokens => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
})
