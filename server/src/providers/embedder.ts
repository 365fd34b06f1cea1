import { createHash } from 'node:crypto'

/** What makes two vectors comparable: the same model identity, to the letter. */
export type EmbeddingModel = { provider: string; name: string; revision: string; dimensions: number }

/**
 * The number of a model's embedding set: the same in every organization, shard and cell, so that nobody has to look it
 * up. Thirty-one bits of a hash; `embedding_sets` keeps the identity beside it.
 */
export function embeddingSetOf({ provider, name, revision, dimensions }: EmbeddingModel): number {
  const identity = JSON.stringify([provider, name, revision, dimensions])
  return createHash('sha256').update(identity).digest().readUInt32BE(0) >>> 1
}

/**
 * Where this model's cosine similarities lie: at or below `unrelated` a pair has nothing in common, at or
 * above `same` it says the same thing. Scores are scaled between the two, so 0.6 means the same whatever the model.
 */
export type Calibration = {
  unrelated: number
  same: number
  /** The same for tokens, compared one by one; absent where the model does not tell them. */
  tokens?: { unrelated: number; same: number }
}

export type EmbedOptions = {
  purpose: 'document' | 'query'
  signal?: AbortSignal
}

/** A text's vector and those of its tokens, one row of `tokens` for each of `pieces`. */
export type TokenEmbedding = {
  vector: Float32Array
  tokens: Float32Array
  /** As the model's tokenizer writes them: `##ing` goes on with the word before it. */
  pieces: string[]
}

/** A text's vector and the codes of its tokens, as `encodeTokens` makes them. */
export type CodeEmbedding = { vector: Float32Array; codes: Buffer }

/** Turns texts into unit vectors. Implementations pass `contract-suite.ts`. */
export interface Embedder {
  readonly model: EmbeddingModel
  readonly calibration: Calibration
  /** Languages its vectors mean something in, by code; undefined when it is not known to be limited. */
  readonly languages?: readonly string[]
  /** True when a call costs money or quota, so that results are worth keeping across a crash. */
  readonly billed: boolean
  /** One vector per text, in order. Throws `EmbedError`, never anything else but an abort. */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>
  /** As `embed`, with what the model thought of each token on its way, for no more work. Not every provider tells. */
  embedTokens?(texts: readonly string[], options: EmbedOptions): Promise<TokenEmbedding[]>
  /** As `embedTokens`, with the tokens coded where they are made: a fiftieth of what else would be handed over. */
  embedCodes?(texts: readonly string[], options: EmbedOptions): Promise<CodeEmbedding[]>
  close(): Promise<void>
}

/** The models a process has open: its main one and, while there are two sets, that of the other. */
export type Embedders = { embedder: Embedder; nextEmbedder?: Embedder | undefined }

/** The model whose vectors are in the set; undefined when this process does not have it. */
export function findEmbedder({ embedder, nextEmbedder }: Embedders, set: number): Embedder | undefined {
  return [embedder, nextEmbedder].find(each => each && embeddingSetOf(each.model) === set)
}

/** How long anybody waits for vectors in a set that is not searched: they can be made later, by its build. */
export const besideWithinMs = 5_000

/** The model to write with, and those whose sets are kept up beside. Without the active one, the main one must do. */
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
  /** How long the provider asked us to wait, when it said. */
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

/** The process stops, and its model with it: no fault of what was to be embedded. */
export class EmbedderClosed extends EmbedError {
  constructor() {
    super('embed.provider_unavailable', 'The process that embedded it was stopped')
  }
}
