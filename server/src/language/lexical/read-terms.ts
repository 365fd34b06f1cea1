import type { Db } from '../../platform/db/tx.ts'
import { EventLoopYield } from '../../platform/lib/event-loop-yield.ts'
import { stemmers } from './languages.ts'
import { splitWords, type Word } from './split-words.ts'
import { stemWords } from './stem-store.ts'
import { type TermCounts, termId } from './term-vector.ts'

/** A text, and the language whose stemmer its words get. */
export type TextToStem = { text: string; stemLanguage: string }

/**
 * Stems never change and most words recur: after a few hundred texts hardly any lookup is needed. At some 60 bytes an
 * entry, memory is bounded to a few megabytes per language.
 */
const most = 50_000
const remembered = new Map<string, Map<string, string | null>>()

/** Counts of each term in each text. Indexing and querying both use this. */
export async function readTerms(
  db: Db,
  texts: readonly TextToStem[],
  pauses = new EventLoopYield(),
): Promise<TermCounts[]> {
  return (await readTermSequences(db, texts, pauses)).map(countTerms)
}

/** The terms of each text in order; undefined for stop words. */
export async function readTermSequences(
  db: Db,
  texts: readonly TextToStem[],
  pauses = new EventLoopYield(),
): Promise<(number | undefined)[][]> {
  const split: Word[][] = []
  for (const { text, stemLanguage } of texts) {
    split.push(splitWords(text, stemLanguage))
    await pauses.yieldIfDue()
  }
  const stemsOf = new Map<string, Stems>()
  for (const [stemLanguage, indices] of Map.groupBy(texts.keys(), i => texts[i]!.stemLanguage)) {
    const words = indices.flatMap(i => split[i]!)
    stemsOf.set(stemLanguage, await learnStems(db, stemLanguage, words))
  }
  const sequences: (number | undefined)[][] = []
  for (const [i, words] of split.entries()) {
    sequences.push(words.map(word => toTerm(word, stemsOf.get(texts[i]!.stemLanguage)!)))
    await pauses.yieldIfDue()
  }
  return sequences
}

type Stems = ReadonlyMap<string, string | null>

/** Stems that include those of these words. Empty for a language without a stemmer, whose words are their own stems. */
async function learnStems(db: Db, stemLanguage: string, words: readonly Word[]): Promise<Stems> {
  const dictionary = stemmers[stemLanguage]
  if (dictionary === undefined) return new Map()
  const known = rememberedFor(stemLanguage)
  const unknown = new Set(
    words.filter(word => word.stemmable && !known.has(word.text)).map(({ text }) => text),
  )
  if (unknown.size === 0) return known
  const found = await stemWords(db, dictionary, [...unknown])
  for (const [i, word] of [...unknown].entries()) known.set(word, found[i]!)
  return known
}

/** Starts over when full. That is simpler than tracking rare words, and 50,000 stems are learnt again in a second. */
function rememberedFor(stemLanguage: string): Map<string, string | null> {
  const known = remembered.get(stemLanguage)
  if (known && known.size < most) return known
  const fresh = new Map<string, string | null>()
  remembered.set(stemLanguage, fresh)
  return fresh
}

/** A stop word has no term; a word without a stem is its own term. */
function toTerm({ text, stemmable }: Word, stems: Stems): number | undefined {
  const stem = stemmable ? stems.get(text) : undefined
  return stem === null ? undefined : termId(stem ?? text)
}

function countTerms(terms: readonly (number | undefined)[]): TermCounts {
  const counts = new Map<number, number>()
  for (const term of terms) if (term !== undefined) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}
