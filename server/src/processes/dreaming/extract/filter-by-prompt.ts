import type { Fact } from '../../../language/english/fact.ts'
import { readWords } from '../../../language/english/words.ts'
import type { Embedder } from '../../../platform/providers/embedding/embedder.ts'
import { cosine } from '../relate/compare.ts'
import { readFilterPrompt } from './read-filter-prompt.ts'

/** The thresholds below were measured with this model; with any other, every fact is kept. */
const measuredWith = 'all-MiniLM-L6-v2'

/**
 * A fact is dropped if its similarity to the wanted subjects is below the first threshold and another subject is
 * nearer by at least the second. A fact near no subject is kept, because it may be wanted. Measured on hand-made
 * pairs (`filter-by-prompt.test.ts`).
 */
const isNotAbout = 0.09
const nearer = 0.15

/** Subjects people talk about, as alternatives to the subjects of a filter prompt. */
const subjects = [
  'health and illness',
  'food and drink',
  'money and finances',
  'work and career',
  'family and relationships',
  'travel and places',
  'hobbies and leisure',
  'politics',
  'religion',
  'pets and animals',
  'technology and devices',
  'education and learning',
  'home and housing',
  'sports and exercise',
  'films, books and music',
  'shopping and possessions',
]

/**
 * Keeps the facts that are not clearly outside the only subjects a filter prompt asks for; in doubt a fact is kept.
 * A prompt that names unwanted subjects drops nothing here. Tried and rejected: by similarity or by words, only 7
 * in 10 of the dropped facts should have been dropped (`reads crime novels` where crimes are not to be remembered),
 * and a dropped fact is lost for good.
 */
export async function filterByPrompt(
  embedder: Embedder,
  prompt: string,
  facts: readonly Fact[],
  signal: AbortSignal,
): Promise<Fact[]> {
  const { only } = readFilterPrompt(prompt)
  if (only.length === 0 || facts.length === 0 || embedder.model.name !== measuredWith) return [...facts]
  const near = await nearness(embedder, facts, signal)
  const [toWanted, toOthers] = [await near(only), await near(subjects)]
  return facts.filter(
    (fact, i) =>
      toWanted[i]! >= isNotAbout ||
      toOthers[i]! - toWanted[i]! < nearer ||
      only.some(subject => names(fact, subject)),
  )
}

/** Similarity of each fact to the nearest of some subjects. */
async function nearness(embedder: Embedder, facts: readonly Fact[], signal: AbortSignal) {
  const options = { purpose: 'document', signal } as const
  const vectors = await embedder.embed(
    facts.map(({ text }) => text),
    options,
  )
  return async (texts: readonly string[]): Promise<number[]> => {
    const of = await embedder.embed(texts, options)
    return vectors.map(vector => Math.max(-1, ...of.map(subject => cosine(subject, vector))))
  }
}

/** Whether a fact contains a word of a subject. */
function names({ text }: Fact, subject: string): boolean {
  const stems = new Set(readWords(text).map(({ stem }) => stem))
  return readWords(subject).some(({ stem, lower }) => /\p{L}{3}/u.test(lower) && stems.has(stem))
}
