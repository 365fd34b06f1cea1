import { isSubject } from './is-subject.ts'
import { kinship, peopleNouns } from './lexicon.ts'
import { opensWithPerson, subjectByName } from './rules/pronouns.ts'
import { readWords, type TaggedWord } from './words.ts'

/**
 * The name that `she` at the beginning of a sentence stands for: the subject of the sentence before, if nobody else is
 * named there. `Sofia met Ingrid. She is tired.` has none, and is quoted whole.
 */
export function whoIsMeant(sentence: string, before: string): string | undefined {
  const name = opensWithPerson.expression.test(sentence)
    ? subjectByName.expression.exec(before)?.groups?.name
    : undefined
  if (name === undefined) return undefined
  const words = readWords(before)
  const start = before.indexOf(name)
  const end = start + name.length
  const after = words.filter(word => word.start >= end)
  const isClear = isSubject(words, start, end) && !after.some((_, i) => isSomebody(after, i))
  return isClear ? name : undefined
}

/** Somebody else who could be meant. A name after `in` or `at` is a place. */
function isSomebody(words: readonly TaggedWord[], i: number): boolean {
  const { pos, lower } = words[i]!
  if (kinship.has(lower) || peopleNouns.has(lower) || /^(?:him|her|she|he|they|them)$/.test(lower))
    return true
  return pos === 'PROPN' && !/^(?:in|at|on)$/.test(placeWordBefore(words, i))
}

function placeWordBefore(words: readonly TaggedWord[], i: number): string {
  const at = words.slice(0, i).findLastIndex(({ pos, lower }) => pos !== 'PROPN' && lower !== 'the')
  return words[at]?.lower ?? ''
}
