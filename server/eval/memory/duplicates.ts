import { additiveSets } from './additive-sets.ts'
import { chosen, type Measured, type Part, type Run, share } from './part.ts'
import { chosenPeople } from './persona-sets.ts'
import { listMemories, remember } from './remember.ts'

export const duplicates: Part = {
  about:
    'Current memories that repeat another memory of the same container (twelve people of PersonaMem, multi-session ' +
    'questions of LongMemEval). A memory is a repeat if both have the same words in any order, without punctuation ' +
    'and case, or at least four fifths of their words in common.',
  wanted: { atMost: 0.03 },
  measure,
}

const sameWords = 0.8

async function measure(run: Run): Promise<Measured> {
  const people = chosenPeople(run)
  const sets = chosen(additiveSets(run.data), run)
  await remember(run.client, [...people, ...sets])
  const inPeople = await repeatsIn(run, people)
  const inSets = await repeatsIn(run, sets)
  return {
    ...share([...inPeople, ...inSets]),
    groups: { personamem: share(inPeople), longmemeval: share(inSets) },
  }
}

async function repeatsIn({ client }: Run, tellings: readonly { container: string }[]): Promise<boolean[]> {
  const repeats: boolean[] = []
  for (const { container } of tellings) {
    const entries = await listMemories(client, container)
    repeats.push(...repeated(entries.map(({ memory }) => memory)))
  }
  return repeats
}

/** Whether an earlier text says the same, for each text. */
export function repeated(texts: readonly string[]): boolean[] {
  const words = texts.map(wordsOf)
  return words.map((one, i) => words.slice(0, i).some(other => overlap(one, other) >= sameWords))
}

export function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}

/** Jaccard index of two sets of words. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter(word => b.has(word)).length
  return both / Math.max(1, a.size + b.size - both)
}
