import { clauseEnd, sentenceEnd } from './rules/clauses.ts'

/** Characters of a sentence that are examined on either side of a date. */
const reach = 300
export const sentenceBefore = (text: string, index: number): string =>
  text
    .slice(Math.max(0, index - reach), index)
    .split(sentenceEnd.expression)
    .at(-1)!

export const sentenceAfter = (text: string, index: number): string =>
  text.slice(index, index + reach).split(sentenceEnd.expression)[0]!

/** The clause in which a position lies, without the words `and`, `but` … around it. */
export function clauseAround(text: string, index: number): string {
  const [from, to] = clauseBounds(text, index)
  return text.slice(from, to)
}

export function clauseBounds(text: string, index: number): [from: number, to: number] {
  const before = sentenceBefore(text, index).split(clauseEnd.expression).at(-1)!
  const after = sentenceAfter(text, index).split(clauseEnd.expression)[0]!
  return [index - before.length, index + after.length]
}

/** Whether two positions lie in the same sentence. */
export const isSameSentence = (text: string, first: number, second: number): boolean =>
  second - first < reach && !sentenceEnd.expression.test(text.slice(first, second))
