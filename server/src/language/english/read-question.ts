import { monthNames, weekdayNames } from '../rules/vocabulary.ts'
import { kinship } from './lexicon.ts'
import { type AnswerKind, answers, asksForPast, attributesAsked, firstPerson } from './rules/questions.ts'
import { sentenceStart } from './rules/sentences.ts'

export type { AnswerKind }

/** A question as far as its words tell what answers it. Words of other languages tell nothing, and leave it open. */
export type Question = {
  /** It says `I`, `my` or `we`: it asks about the owner of the container, or somebody of theirs. */
  isFirstPerson: boolean
  /** The words of the names, numbers and identifiers in it, in lower case, one list for each name. */
  names: readonly (readonly string[])[]
  /** The kin in it: `my brother`. */
  kin: ReadonlySet<string>
  answer: AnswerKind | undefined
  /** The attributes that an answer may give, by the names of the judge. Empty: any. */
  attributes: ReadonlySet<string>
  /** It asks for what was, and no longer is. */
  asksForPast: boolean
}

/** Capital letters that make no name. */
const noName: ReadonlySet<string> = new Set([
  ...['i', "i'm", "i've", "i'd", "i'll", 'ok', 'english', 'christmas', 'easter'],
  ...monthNames,
  ...weekdayNames.flatMap(name => [name, `${name}s`]),
])

export function readQuestion(q: string): Question {
  const text = q.replaceAll('’', "'")
  return {
    isFirstPerson: firstPerson.expression.test(text),
    names: namesIn(text, { withFirst: false }),
    kin: kinIn(text),
    answer: answers.find(({ expression }) => expression.test(text))?.answer,
    attributes: new Set(attributesAsked.find(({ expression }) => expression.test(text))?.attributes),
    asksForPast: asksForPast.expression.test(text),
  }
}

export function kinIn(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return new Set(words.filter(word => kinship.has(word)))
}

const word = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'&./_-]*[\p{L}\p{N}])?/gu

/**
 * The names and numbers of a text, each as its words in lower case. Adjacent words with capitals are one name. The first word
 * of a sentence has a capital in any case, so it counts on request only.
 */
export function namesIn(text: string, { withFirst }: { withFirst: boolean }): string[][] {
  const names: string[][] = []
  let end = -1
  for (const match of text.matchAll(word)) {
    const written = match[0].replace(/'s$/i, '')
    const opens = match.index === 0 || sentenceStart.expression.test(text.slice(0, match.index))
    const isName = /\d/.test(written) || (/^\p{Lu}/u.test(written) && (withFirst || !opens))
    if (!isName || noName.has(written.toLowerCase())) continue
    const isNext = names.length > 0 && ['. ', ' '].includes(text.slice(end, match.index))
    if (isNext) names.at(-1)!.push(written.toLowerCase())
    else names.push([written.toLowerCase()])
    end = match.index + match[0].length
  }
  return names
}
