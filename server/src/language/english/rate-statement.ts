import type { FactKind } from './fact.ts'
import { isCourtesy } from './is-courtesy.ts'
import { generalStems, selves } from './lexicon.ts'
import { namesTime } from './names-time.ts'
import { quantitiesIn } from './quantities.ts'
import {
  attribute,
  broken,
  event,
  habitual,
  ofNothingNamed,
  ofThing,
  often,
  otherwise,
  ownSubject,
  passing,
  plan,
  preference,
  willBe,
} from './rules/kinds.ts'
import { ofNoOne } from './rules/pronouns.ts'
import { addresses, hypothetical, opinion, reflection, unsure } from './rules/stances.ts'
import { slotsIn } from './slots.ts'
import type { Statement } from './statements.ts'
import { isFirstPerson } from './to-third-person.ts'
import { isAboutUnnamedOccasion } from './unnamed-occasion.ts'
import { isPast, isVerb, isVerbForNoun } from './verbs.ts'
import type { TaggedWord } from './words.ts'

export type Rating = { kind: FactKind; isStatic: boolean; confidence: number }

/** The kind and confidence of a statement; undefined when it is not worth keeping. */
export function rateStatement(
  { text, as, clauses }: Statement,
  words: readonly TaggedWord[],
): Rating | undefined {
  if (
    (isCourtesy(text) && !/"/.test(text)) ||
    hypothetical.expression.test(text) ||
    addresses.expression.test(text)
  )
    return undefined
  if (!hasSubjectAndVerb(words) || !saysSomething(text, words)) return undefined
  if (as === 'stated' && isAboutUnnamedOccasion(text, words, hasValue(text, words))) return undefined
  if (ofNothingNamed.expression.test(text) || broken.expression.test(text.replace(/[.!]+$/, '')))
    return undefined
  const isLoose =
    as !== 'stated' ||
    opinion.expression.test(text) ||
    (reflection.expression.test(text) && !preference.expression.test(text)) ||
    !ownSubject.expression.test(text)
  const isOfTheirTime =
    as === 'stated' &&
    clauses.length === 0 &&
    namesTime(text) &&
    (willBe.expression.test(text) || (!opinion.expression.test(text) && isFirstPerson(words)))
  if (isLoose && !isOfTheirTime && !isConcrete(text, words)) return undefined
  const kind = factKindOf(text)
  const confidence =
    { stated: 0.85, requested: 0.6, asked: 0.6 }[as] - (unsure.expression.test(text) ? 0.15 : 0)
  return { kind, isStatic: isLasting(kind, text), confidence: confidence - (kind === 'plan' ? 0.1 : 0) }
}

/** A count, a place or a change is identified by its value, whatever the occasion. */
const hasValue = (text: string, words: readonly TaggedWord[]): boolean =>
  quantitiesIn(words).length > 0 || slotsIn(text).length > 0 || otherwise.expression.test(text)

export function factKindOf(text: string): FactKind {
  if (plan.expression.test(text)) return 'plan'
  if (preference.expression.test(text)) return 'preference'
  if (attribute.expression.test(text)) return 'attribute'
  return event.expression.test(text) ? 'event' : 'fact'
}

export const isLasting = (kind: FactKind, text: string): boolean =>
  (kind === 'attribute' || kind === 'preference') && !passing.expression.test(text)

const hasSubjectAndVerb = (words: readonly TaggedWord[]): boolean =>
  words.some(
    ({ pos, lower }, i) =>
      isVerb(i > 0 ? lower : '', pos) || isDoneBySelf(words, i) || isVerbForNoun(words, i),
  ) && words.some(({ pos }) => pos === 'NOUN' || pos === 'PROPN' || pos === 'PRON')

/** `I retook the test`: the tagger knows few verbs like this. */
const isDoneBySelf = (words: readonly TaggedWord[], i: number): boolean =>
  isPast(words[i]!.lower) && selves.has(words[i - 1]?.lower ?? '')

/** Number of uncommon words that make a statement worth keeping; a name or a number counts as two. */
const minContentWords = 2

function saysSomething(text: string, words: readonly TaggedWord[]): boolean {
  let said = [preference.expression, attribute.expression, often.expression, habitual.expression].some(
    pattern => pattern.test(text),
  )
    ? 1
    : 0
  // A point in time makes a statement more informative.
  if (namesTime(text)) said++
  for (const { pos, stem } of words) {
    if (pos === 'PROPN' || pos === 'NUM') said += 2
    else if (['NOUN', 'VERB', 'ADJ'].includes(pos) && !generalStems.has(stem)) said++
  }
  return said >= minContentWords
}

/**
 * Names a number, a date, a title or something of the speaker's, which makes a wish or a question informative about
 * them.
 */
function isConcrete(text: string, words: readonly TaggedWord[]): boolean {
  if (
    words.some(({ pos, lower }) => pos === 'NUM' && lower !== 'one') ||
    hasValue(text, words) ||
    /["“][^"”]{3,}["”]|[$€£%]/.test(text)
  )
    return true
  if (!isFirstPerson(words))
    return isOfName(words) || isNameOfOne(words) || (ofThing.expression.test(text) && words.some(isName))
  if (isOfName(words)) return true
  return words.some((word, i) => i > 0 && isName(word))
}

/** `Rachel moved`, `Rachel, my sister`; not `Classic films often reflect`: a capital alone does not make a name. */
const isOfName = ([first, next]: readonly TaggedWord[]): boolean =>
  isName(first!) &&
  next !== undefined &&
  ['VERB', 'AUX', 'ADV', 'PROPN', 'PART', 'CCONJ', 'PUNCT'].includes(next.pos) &&
  !next.lower.endsWith('ing')

const isName = ({ pos, lower }: TaggedWord) => pos === 'PROPN' && !ofNoOne.expression.test(lower)

/** `Ines gave up ballet`: a name that looks like a plural, but has a singular verb. */
const isNameOfOne = ([name, verb]: readonly TaggedWord[]): boolean =>
  name?.pos === 'PROPN' &&
  /^\p{Lu}\p{Ll}+s$/u.test(name.text) &&
  verb !== undefined &&
  (['is', 'was', 'has', 'does', "'s"].includes(verb.lower) || (verb.pos === 'VERB' && isPast(verb.lower)))
