import type { Category } from '../../platform/lib/categories.ts'
import { dot } from '../../platform/lib/dot.ts'
import {
  type Calibration,
  type Embedder,
  embeddingSetOf,
} from '../../platform/providers/embedding/embedder.ts'
import { categoryDescriptions } from './category-descriptions.ts'

/** On the calibrated scale: how near a description must be, and how much nearer than those of any other category. */
const nearEnough = 0.15
const margin = 0.05

/** A document's subject shows in a few of its chunks, sampled evenly. */
const sampledChunks = 16

/**
 * Finds the category of each document: the one whose descriptions are nearest to its chunks, or none when that is not
 * clear. Only the descriptions are embedded, once. The chunks already have their vectors, in pgvector's text form.
 */
export async function classifyDocuments(
  embedder: Embedder,
  drafts: readonly { embeddings: readonly { vector: string }[] }[],
): Promise<(Category | null)[]> {
  const descriptions = await embedDescriptions(embedder)
  return drafts.map(({ embeddings }) =>
    embeddings.length === 0
      ? null
      : nearest(descriptions, meanOf(embeddings.map(({ vector }) => vector)), embedder.calibration),
  )
}

type Description = { category: Category | 'none'; vector: Float32Array }

/** Keyed by embedding set, because a model always gives a text the same vector. */
const described = new Map<number, Promise<Description[]>>()

async function embedDescriptions(embedder: Embedder): Promise<Description[]> {
  const set = embeddingSetOf(embedder.model)
  const known = described.get(set) ?? describe(embedder)
  described.set(set, known)
  try {
    return await known
  } catch (error) {
    described.delete(set)
    throw error
  }
}

async function describe(embedder: Embedder): Promise<Description[]> {
  const all = Object.entries(categoryDescriptions).flatMap(([category, texts]) =>
    texts.map(text => ({ category: category as Category | 'none', text })),
  )
  const vectors = await embedder.embed(
    all.map(({ text }) => text),
    { purpose: 'query' },
  )
  return all.map(({ category }, i) => ({ category, vector: vectors[i]! }))
}

function nearest(
  descriptions: readonly Description[],
  vector: Float32Array,
  { unrelated, same }: Calibration,
): Category | null {
  const scores = new Map<Category | 'none', number>()
  for (const { category, vector: description } of descriptions) {
    const score = (dot(description, vector) - unrelated) / (same - unrelated)
    scores.set(category, Math.max(score, scores.get(category) ?? Number.NEGATIVE_INFINITY))
  }
  const [first, second] = [...scores].sort(([, a], [, b]) => b - a)
  const [category, score] = first!
  const isClear = score >= nearEnough && score - second![1] >= margin
  return category !== 'none' && isClear ? category : null
}

/** The mean, scaled to length 1 like the vectors themselves. */
function meanOf(literals: readonly string[]): Float32Array {
  const step = Math.max(1, literals.length / sampledChunks)
  const count = Math.min(literals.length, sampledChunks)
  const sampled = Array.from({ length: count }, (_, i) => literals[Math.floor(i * step)]!)
  const [first, ...others] = sampled.map(literal => JSON.parse(literal) as number[])
  const sum = Float32Array.from(first!)
  for (const other of others) for (let i = 0; i < sum.length; i++) sum[i]! += other[i]!
  const length = Math.sqrt(dot(sum, sum)) || 1
  return sum.map(value => value / length)
}
