import { createHash } from 'node:crypto'

/** The identity of a model. Two vectors are comparable only when all of it is equal. */
export type EmbeddingModel = { provider: string; name: string; revision: string; dimensions: number }

/**
 * The number of a model's embedding set. It is the same in every organization, shard and cell, so nobody has to look it
 * up. It is 31 bits of a hash; `embedding_sets` stores the identity with it.
 */
export function embeddingSetOf({ provider, name, revision, dimensions }: EmbeddingModel): number {
  const identity = JSON.stringify([provider, name, revision, dimensions])
  return createHash('sha256').update(identity).digest().readUInt32BE(0) >>> 1
}

/**
 * The range of this model's cosine similarities: at or below `unrelated` a pair has nothing in common, at or above
 * `same` it says the same thing. Scores are scaled between the two, so 0.6 means the same whatever the model.
 */
export type Calibration = {
  unrelated: number
  same: number
  /** The same for single tokens; absent where the model does not return them. */
  tokens?: { unrelated: number; same: number }
}

export type EmbedOptions = {
  purpose: 'document' | 'query'
  signal?: AbortSignal
}

/** A text's vector and the vectors of its tokens, one row of `tokens` for each of `pieces`. */
export type TokenEmbedding = {
  vector: Float32Array
  tokens: Float32Array
  /** As the model's tokenizer writes them: `##ing` continues the word before it. */
  pieces: string[]
}

/** A text's vector and the codes of its tokens, as `encodeTokens` makes them. */
export type CodeEmbedding = { vector: Float32Array; codes: Buffer }

/** Turns texts into unit vectors. Implementations pass `contract-suite.ts`. */
export interface Embedder {
  readonly model: EmbeddingModel
  readonly calibration: Calibration
  /** Codes of the languages that it was trained for; undefined when it has no known limit. */
  readonly languages?: readonly string[]
  /** True when a call costs money or quota, so that results are worth storing for a retry after a crash. */
  readonly billed: boolean
  /** Returns one vector per text, in order. Throws only `EmbedError` or the abort reason. */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>
  /** Like `embed`, with the vectors of the tokens at no extra cost. Not every provider supports it. */
  embedTokens?(texts: readonly string[], options: EmbedOptions): Promise<TokenEmbedding[]>
  /** Like `embedTokens`, with the tokens encoded in the model's thread, which transfers a fiftieth of the bytes. */
  embedCodes?(texts: readonly string[], options: EmbedOptions): Promise<CodeEmbedding[]>
  close(): Promise<void>
}

/** The models that a process has open: the main one and, while there are two embedding sets, the model of the other. */
export type Embedders = { embedder: Embedder; nextEmbedder?: Embedder | undefined }

/** Finds the model of an embedding set; undefined when this process does not have it. */
export function findEmbedder({ embedder, nextEmbedder }: Embedders, set: number): Embedder | undefined {
  return [embedder, nextEmbedder].find(each => each && embeddingSetOf(each.model) === set)
}

/** Time limit for vectors in a set that is not searched: its build can make them later. */
export const besideWithinMs = 5_000

/**
 * The model to write with, and those whose sets are also kept up to date. If the active set's model is missing, the
 * main one is used.
 */
export function chooseEmbedders(
  embedders: Embedders,
  sets: { active: number; kept: readonly number[] } | undefined,
): { active: Embedder; further: Embedder[] } {
  const active = (sets && findEmbedder(embedders, sets.active)) ?? embedders.embedder
  const further = (sets?.kept ?? []).flatMap(set => findEmbedder(embedders, set) ?? [])
  return { active, further: further.filter(each => each !== active) }
}

export type EmbedErrorCode = 'embed.provider_unavailable' | 'embed.rate_limited' | 'embed.bad_response'

export class EmbedError extends Error {
  readonly code: EmbedErrorCode
  /** The wait that the provider asked for, if it gave one. */
  readonly retryAfterMs: number | undefined

  constructor(
    code: EmbedErrorCode,
    message: string,
    options: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'EmbedError'
    this.code = code
    this.retryAfterMs = options.retryAfterMs
  }
}

/** The process is stopping, and its model with it. The text is not at fault. */
export class EmbedderClosed extends EmbedError {
  constructor() {
    super('embed.provider_unavailable', 'The process that embedded it was stopped')
  }
}
