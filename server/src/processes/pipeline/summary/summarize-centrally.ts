import { dot } from '../../../platform/lib/dot.ts'
import type { TextRange } from '../../../platform/lib/text-range.ts'
import type { Turn } from '../../../platform/lib/turn.ts'
import { saysSomething } from '../../../platform/providers/embedding/encode-tokens.ts'
import { type Sentence, spokenByUser, standAlone } from '../chunking/stand-alone.ts'

/** The longest summary, for reading in a list. */
const maxChars = 400
const maxSentences = 3

/** A text up to this length is its own summary. */
const shortChars = 400

/** Sentences of a long text are taken from the chunks nearest to its mean, plus its first chunk. */
const centralChars = 6_000
const maxCandidates = 60

/** The last sentence of a text up to this length is often its conclusion; that of a longer one seldom is. */
const concludingChars = 3_000

/** Only the beginning of a longer text is summarized: finding the speakers in 10 MB took seconds. */
const readChars = 1_000_000

/** A sentence that shares this much of its words with those already taken repeats them. */
const repeats = 0.6

/** A chunk and its vector, in pgvector's text form. */
export type EmbeddedRange = TextRange & { vector: string }

/** Candidate sentences of a summary, with all their scores except the one by vector. */
export type SummaryCandidates = {
  sentences: Sentence[]
  words: ReadonlySet<string>[]
  byWords: number[]
  byPlace: number[]
  /** The mean vector of the whole text. */
  mean: Float32Array
}

/**
 * Proposes sentences for a summary: from the central chunks, each understandable alone. Undefined when there are too
 * few to choose from.
 */
export function proposeSentences(
  whole: string,
  all: readonly EmbeddedRange[],
  turns?: readonly Turn[] | null,
): SummaryCandidates | undefined {
  if (whole.length <= shortChars) return undefined
  const text = whole.slice(0, readChars)
  const chunks = text.length < whole.length ? all.filter(({ end }) => end <= text.length) : all
  const spoken = spokenByUser(text, turns)
  const heard = sample([...new Set(overlaps(spoken, chunks).map(({ of }) => chunks[of]!))])
  if (heard.length === 0) return undefined
  const vectors = heard.map(({ vector }) => Float32Array.from(JSON.parse(vector) as number[]))
  const mean = meanOf(vectors)
  const central = centralOf(
    heard,
    vectors.map(vector => dot(vector, mean)),
  )
  const sentences = [...standAlone(text, overlaps(spoken, central))].slice(0, maxCandidates)
  if (sentences.length < 2) return undefined
  const words = sentences.map(({ shown }) => wordsOf(shown))
  const last = text.length <= concludingChars && spoken.length === 1 ? sentences.length - 1 : 0
  const byPlace = sentences.map((_, i) => (i === 0 || i === last ? 0.5 : 0))
  return { sentences, words, byWords: weighWords(words), byPlace, mean }
}

/** The subject of a megabyte shows in this many of its chunks, sampled evenly. */
const sampledChunks = 64

function sample<T>(chunks: readonly T[]): T[] {
  const count = Math.min(chunks.length, sampledChunks)
  return Array.from({ length: count }, (_, i) => chunks[Math.floor((i * chunks.length) / count)]!)
}

/** The chunks nearest to the mean, in the order of the text; the first is always included. */
function centralOf(chunks: readonly TextRange[], nearness: readonly number[]): TextRange[] {
  const order = [...chunks.keys()].sort((a, b) => (a === 0 || b === 0 ? a - b : nearness[b]! - nearness[a]!))
  let chars = 0
  const taken = order.filter((chunk, i) => {
    chars += chunks[chunk]!.end - chunks[chunk]!.start
    return i === 0 || chars <= centralChars
  })
  return taken.sort((a, b) => a - b).map(i => chunks[i]!)
}

/** Intersects two lists of ranges, both in the order of the text. `of` is the index of the other range. */
function overlaps(
  ranges: readonly TextRange[],
  others: readonly TextRange[],
): (TextRange & { of: number })[] {
  const common = []
  for (let [i, of] = [0, 0]; i < ranges.length && of < others.length; ) {
    const [range, other] = [ranges[i]!, others[of]!]
    const [start, end] = [Math.max(range.start, other.start), Math.min(range.end, other.end)]
    if (start < end) common.push({ start, end, of })
    if (range.end < other.end) i++
    else of++
  }
  return common
}

/** Words by their first letters: `effect`, `effects` and `effective` are one, in most languages. */
const stemChars = 6

function wordsOf(sentence: string): Set<string> {
  const found = sentence.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return new Set(found.filter(saysSomething).map(word => word.slice(0, stemChars)))
}

/** Scores sentences by words that other sentences repeat. Long sentences get no advantage. */
function weighWords(sentences: readonly ReadonlySet<string>[]): number[] {
  const times = new Map<string, number>()
  for (const words of sentences) for (const word of words) times.set(word, (times.get(word) ?? 0) + 1)
  const sums = sentences.map(words => {
    let sum = 0
    for (const word of words) sum += Math.log(times.get(word)!)
    return sum / Math.sqrt(Math.max(6, words.size))
  })
  return toUnit(sums)
}

/** Scales values so that the least is 0 and the greatest is 1. */
export function toUnit(values: readonly number[]): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return values.map(value => (most > least ? (value - least) / (most - least) : 0))
}

/** Takes the best sentences that fit, in the order of the text, without repetition. */
export function chooseSentences({ sentences, words }: SummaryCandidates, scores: readonly number[]): string {
  const chosen: number[] = []
  let chars = 0
  const order = [...scores.keys()].filter(i => scores[i]! > Number.NEGATIVE_INFINITY)
  for (const i of order.sort((a, b) => scores[b]! - scores[a]!)) {
    const { length } = sentences[i]!.shown
    if (chosen.length === maxSentences) break
    if (chars + length + chosen.length > maxChars) continue
    if (chosen.some(other => words[i]!.intersection(words[other]!).size > repeats * words[i]!.size)) continue
    chosen.push(i)
    chars += length
  }
  const inOrder = chosen.sort((a, b) => a - b)
  return inOrder.map(i => sentences[i]!.shown).join(' ')
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]!.length)
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]! / vectors.length
  return sum
}
