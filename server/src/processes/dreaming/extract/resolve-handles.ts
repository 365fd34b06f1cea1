import type { KnownMemory } from '../known/find-known.ts'
import { wordsKey } from '../relate/words-key.ts'
import { handleOf, type ModelFact } from './prompts/extract-facts.v4.ts'
import { readStatement } from './read-statement.ts'

/** A fact of a model, as it is stored: independent of what is known later. */
export type AnsweredFact = ModelFact & {
  /** The facts that it named by their handles, as keys of their words. */
  targets?: string[][] | undefined
  /** The names in its statement that it may have from what people said before. */
  names?: string[] | undefined
}

/** One statement hardly changes more of what is known. */
const maxTargets = 3

/**
 * Replaces the handles in an answer by the keys of the words they stood for in the prompt, because what is known may have
 * changed when a stored answer is used. Drops handles that nothing had, and known memories of which the name does not
 * say whose they are.
 */
export function resolveHandles(
  facts: readonly ModelFact[],
  known: readonly KnownMemory[],
  saidAtOf: (passage: number) => Date | undefined,
): AnsweredFact[] {
  const byHandle = new Map(known.map((memory, i) => [handleOf(i), memory]))
  const said = known.filter(({ isFromPerson }) => isFromPerson).map(({ text }) => text)
  const names = new Set(said.flatMap(namesIn))
  const listed = facts.map(({ statement, passage }) => {
    const saidAt = saidAtOf(passage)
    return saidAt && wordsKey(readStatement(statement, saidAt).text)
  })
  return facts.map((fact, place) => {
    const targets = fact.of.slice(0, maxTargets).map(handle => {
      const memory = byHandle.get(handle.trim().toLowerCase())
      if (memory) return isAmbiguous(fact, memory, known) ? [] : memory.says
      const number = Number(/^f(\d+)$/i.exec(handle.trim())?.[1])
      const key = number - 1 < place ? listed[number - 1] : undefined
      return key === undefined ? [] : [key]
    })
    return {
      ...fact,
      targets: targets.filter(keys => keys.length > 0),
      names: namesIn(fact.statement).filter(name => names.has(name)),
    }
  })
}

const namesIn = (text: string): string[] => text.match(/\p{Lu}[\p{L}\p{M}]+/gu) ?? []

/** The fact names only `Hana`, and both `Hana Novak` and `Hana Suzuki` are known. */
function isAmbiguous(
  { subject }: ModelFact,
  { subject: meant }: KnownMemory,
  known: readonly KnownMemory[],
): boolean {
  const name = subject.trim().toLowerCase()
  if (name === meant || name.includes(' ')) return false
  const fitting = new Set(known.map(each => each.subject).filter(each => each.split(' ').includes(name)))
  return fitting.size > 1
}
