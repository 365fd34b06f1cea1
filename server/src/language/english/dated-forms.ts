import { isCourtesy } from './is-courtesy.ts'
import { generalStems, nounTags, timeThings } from './lexicon.ts'
import { namesTime } from './names-time.ts'
import { restoreSubject } from './restore-subject.ts'
import { bareSubject, clauseEnd, clauseInside } from './rules/clauses.ts'
import type { Statement } from './statements.ts'
import { isVerb } from './verbs.ts'
import { readWords, type TaggedWord } from './words.ts'

const minWords = 4

/**
 * Alternative readings of a dated statement that is not understood as a whole: first its beginnings, longest first,
 * without the clauses after them; then the same as reported speech.
 */
export function datedForms({ text, as }: Statement): string[] {
  if (as !== 'stated' || !namesTime(text)) return []
  const beginnings = Array.from(text.matchAll(clauseEnd.expression), ({ index }) => text.slice(0, index))
    .filter(part => part.split(' ').length >= minWords && namesTime(part))
    .reverse()
  const [, inside] = clauseInside.expression.exec(text) ?? []
  return [
    ...beginnings,
    ...(inside !== undefined && namesTime(inside) ? [inside] : []),
    ...endingOf(text),
    ...[text, ...beginnings].filter(tellsOfThing).map(asSaid),
  ]
}

/** `It's super yummy, just made it yesterday`: the second clause has no subject. */
function endingOf(text: string): string[] {
  const ending = text.split(/,\s|\s[-–—]+\s/).at(-1)!
  const told = /^(?:just )?was\b/i.test(ending) ? `I ${ending}` : restoreSubject(ending)
  return ending !== text && told !== ending && namesTime(ending) ? [told] : []
}

/** `The new clinic opens on Friday` names a thing; `Last night was amazing` names only a time. */
function tellsOfThing(text: string): boolean {
  const words = readWords(text)
  return !isCourtesy(text) && !bareSubject.expression.test(text) && words.some(isThing) && words.some(isDone)
}

const isThing = ({ pos, stem, lower }: TaggedWord): boolean =>
  nounTags.has(pos) && !generalStems.has(stem) && !timeThings.has(lower)
const isDone = ({ pos, lower }: TaggedWord): boolean => isVerb(lower, pos)

/**
 * `Ada says that the new clinic opens on Friday`: about nobody in particular, but said by somebody at a known time.
 */
function asSaid(text: string): string {
  const [first] = readWords(text)
  const isName = first?.pos === 'PROPN' || first?.text === 'I'
  return `I say that ${isName ? text : text.charAt(0).toLowerCase() + text.slice(1)}`
}
