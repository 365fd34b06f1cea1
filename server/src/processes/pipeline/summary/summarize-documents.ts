import type { ChunkEmbedding } from '../../../features/embeddings/embed-chunk-texts.ts'
import { dot } from '../../../platform/lib/dot.ts'
import { type Embedder, EmbedError } from '../../../platform/providers/embedding/embedder.ts'
import type { ChunkedDraft } from '../draft.ts'
import { chooseSentences, proposeSentences, type SummaryCandidates, toUnit } from './summarize-centrally.ts'

/**
 * Sentences are embedded up to this share of the text. An abstract would be embedded whole, which more than doubles the
 * work. Fewer than the minimum are not worth a call.
 */
const embeddedShare = 0.08
const [fewest, most] = [6, 24]

/**
 * Summarizes each document by its most central sentences. They are chosen by recurring words and by position. In long
 * texts, where it costs little, the vectors of the sentences replace the words. A short text, or one without suitable
 * sentences, keeps its beginning, which the draft has.
 */
export async function summarizeDocuments(
  embedder: Embedder,
  drafts: readonly (ChunkedDraft & { embeddings: readonly ChunkEmbedding[] })[],
  signal: AbortSignal,
): Promise<(string | null)[]> {
  const proposed = drafts.map(({ document, text, chunks, embeddings }) =>
    proposeSentences(
      text,
      chunks.map(({ start, end }, i) => ({ start, end, vector: embeddings[i]!.vector })),
      document.turns,
    ),
  )
  // A revised text is embedded only where it is new, and so are its sentences, so that they are not embedded again and
  // again.
  const weighed = proposed.map((candidates, i) =>
    candidates && drafts[i]!.document.revision === 1 ? withinShare(candidates, drafts[i]!.text.length) : [],
  )
  const nearness = await embedNearness(embedder, proposed, weighed, signal)
  return drafts.map((draft, i) => {
    const candidates = proposed[i]
    return candidates ? chooseSentences(candidates, scoresOf(candidates, nearness?.[i] ?? [])) : draft.summary
  })
}

/** The candidates to embed, best by their words first; none when too few would fit. */
function withinShare({ sentences, byWords, byPlace }: SummaryCandidates, chars: number): number[] {
  let left = embeddedShare * chars
  const order = [...sentences.keys()].sort((a, b) => byWords[b]! + byPlace[b]! - byWords[a]! - byPlace[a]!)
  const fitting = order.slice(0, most).filter(i => {
    left -= sentences[i]!.shown.length
    return left >= 0
  })
  return fitting.length < fewest ? [] : fitting
}

type NearSentence = { index: number; cosine: number }

/** Computes how near sentences are to the whole of their text, in one call for all. Undefined when the embedder fails. */
async function embedNearness(
  embedder: Embedder,
  proposed: readonly (SummaryCandidates | undefined)[],
  weighed: readonly number[][],
  signal: AbortSignal,
): Promise<NearSentence[][] | undefined> {
  const texts = weighed.flatMap((indexes, i) => indexes.map(index => proposed[i]!.sentences[index]!.shown))
  if (texts.length === 0) return undefined
  try {
    const vectors = (await embedder.embed(texts, { purpose: 'document', signal })).values()
    return weighed.map((indexes, i) =>
      indexes.map(index => ({ index, cosine: dot(vectors.next().value!, proposed[i]!.mean) })),
    )
  } catch (error) {
    if (signal.aborted || !(error instanceof EmbedError)) throw error
    return undefined
  }
}

function scoresOf(
  { sentences, byWords, byPlace }: SummaryCandidates,
  near: readonly NearSentence[],
): number[] {
  if (near.length === 0) return sentences.map((_, i) => byWords[i]! + byPlace[i]!)
  const scores = sentences.map(() => Number.NEGATIVE_INFINITY)
  const byVector = toUnit(near.map(({ cosine }) => cosine))
  for (const [i, { index }] of near.entries()) scores[index] = byVector[i]! + byPlace[index]!
  return scores
}
