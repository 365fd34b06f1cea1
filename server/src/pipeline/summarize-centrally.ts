import { dot } from '../lib/dot.ts'
import type { TextRange } from '../lib/text-range.ts'
import type { Turn } from '../lib/turn.ts'
import { saysSomething } from '../providers/encode-tokens.ts'
import { type Sentence, spokenByUser, standAlone } from './stand-alone.ts'

/** At most, as people read it in a list. */
const maxChars = 400
const maxSentences = 3

/** A text of this length is its own summary. */
const shortChars = 400

/** Of a long text the sentences are taken from the chunks nearest to its mean, beside the one it begins with. */
const centralChars = 6_000
const maxCandidates = 60

/** The last sentence of a text of this length is often its conclusion, that of a longer one seldom. */
const concludingChars = 3_000

/** Only the beginning of a longer text is summarized: finding the speakers in 10 MB took seconds. */
const readChars = 1_000_000

/** So much of a sentence's words in those already taken, and it says the same again. */
const repeats = 0.6

/** A chunk and its vector, in pgvector's text form. */
export type Embedded = TextRange & { vector: string }

/** Sentences a summary may be made of, and what speaks for each but its vector. */
export type Candidates = {
  sentences: Sentence[]
  words: ReadonlySet<string>[]
  byWords: number[]
  byPlace: number[]
  /** Of what is spoken of as a whole. */
  mean: Float32Array
}

/**
 * The sentences that a text may be summarized by: of its central chunks, each to be understood alone. Undefined when
 * there is too little to choose from.
 */
export function proposeSentences(
  whole: string,
  all: readonly Embedded[],
  turns?: readonly Turn[] | null,
): Candidates | undefined {
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

/** What a megabyte is about shows in so many of its chunks, taken evenly. */
const sampledChunks = 64

function sample<T>(chunks: readonly T[]): T[] {
  const count = Math.min(chunks.length, sampledChunks)
  return Array.from({ length: count }, (_, i) => chunks[Math.floor((i * chunks.length) / count)]!)
}

/** The nearest to the mean, in the order of the text; the first is always one of them. */
function centralOf(chunks: readonly TextRange[], nearness: readonly number[]): TextRange[] {
  const order = [...chunks.keys()].sort((a, b) => (a === 0 || b === 0 ? a - b : nearness[b]! - nearness[a]!))
  let chars = 0
  const taken = order.filter((chunk, i) => {
    chars += chunks[chunk]!.end - chunks[chunk]!.start
    return i === 0 || chars <= centralChars
  })
  return taken.sort((a, b) => a - b).map(i => chunks[i]!)
}

/** What two lists of parts have in common, both in the order of the text; `of` is which of the others it lies in. */
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

/** By the words that come again in other sentences. Long sentences are not better for being long. */
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

/** Scaled so that the least is 0 and the most is 1. */
export function toUnit(values: readonly number[]): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return values.map(value => (most > least ? (value - least) / (most - least) : 0))
}

/** The best that fit, in the order of the text; none that says again what another does. */
export function chooseSentences({ sentences, words }: Candidates, scores: readonly number[]): string {
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
