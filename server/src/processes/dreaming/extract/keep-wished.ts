import type { Fact } from '../../../language/english/fact.ts'
import { readWords } from '../../../language/english/words.ts'
import type { Embedder } from '../../../platform/providers/embedding/embedder.ts'
import { cosine } from '../relate/compare.ts'
import { readWish } from './read-wish.ts'

/** The model the bounds below were measured with; with another, all is kept. */
const measuredWith = 'all-MiniLM-L6-v2'

/**
 * Below which a fact is not about a subject, and by how much another must be nearer: a fact that is near nothing may be what
 * is wanted, for all we know. Measured on pairs made by hand (`keep-wished.test.ts`).
 */
const isNotAbout = 0.09
const nearer = 0.15

/** What people talk of, to compare a wish with. */
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
 * Of facts, those that are not clearly beside what an owner's prompt alone wants remembered. What is not clear is kept. A prompt
 * that says what is not wanted drops nothing here: told by nearness or by words, 7 in 10 of what was dropped should have
 * been (`reads crime novels` where crimes are not to be remembered), and what is lost is lost.
 */
export async function keepWished(
  embedder: Embedder,
  prompt: string,
  facts: readonly Fact[],
  signal: AbortSignal,
): Promise<Fact[]> {
  const { only } = readWish(prompt)
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

/** How near each fact is to the nearest of some subjects. */
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

/** Whether a fact has a word of a subject. */
function names({ text }: Fact, subject: string): boolean {
  const stems = new Set(readWords(text).map(({ stem }) => stem))
  return readWords(subject).some(({ stem, lower }) => /\p{L}{3}/u.test(lower) && stems.has(stem))
}
