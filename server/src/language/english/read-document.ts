import { plainLetters } from '../../platform/lib/plain-letters.ts'
import { resolveDates } from '../dates/resolve-dates.ts'
import { claimOf } from './claim-of.ts'
import type { Fact, FactOrigin, Passage, TextSpan } from './fact.ts'
import { isInstruction } from './is-instruction.ts'
import { factKindOf, isLasting } from './rate-statement.ts'
import { inPerson, labelled, ofUser } from './rules/speakers.ts'
import type { Utterance } from './split-utterances.ts'
import { isVerb } from './verbs.ts'
import { readWords, straighten, type TaggedWord } from './words.ts'

/** Only the user may say who the user is. */
const isOfUser = (sentence: string): boolean => ofUser.expression.test(plainLetters(sentence))
const shortest = 5
const longest = 45

/**
 * Extracts facts from a text without a speaker: sentences that state something about a named subject and are
 * understood alone.
 */
export function readDocument(
  passage: Passage,
  { origin }: Utterance,
  sentences: readonly TextSpan[],
): Fact[] {
  return sentences.flatMap(span => readSentence(passage, origin, span) ?? [])
}

function readSentence({ text, saidAt }: Passage, origin: FactOrigin, span: TextSpan): Fact | undefined {
  const sentence = straighten(text.slice(...span)).replaceAll('**', '')
  if (
    labelled.expression.test(sentence) ||
    inPerson.expression.test(sentence) ||
    (origin !== 'user' && isOfUser(sentence)) ||
    !/[.]["')]*$/.test(sentence) ||
    isInstruction(sentence)
  )
    return undefined
  const words = readWords(sentence)
  const subject = namedSubject(words)
  if (subject === undefined || words.length < shortest || words.length > longest) return undefined
  const { text: dated, dates } = resolveDates(sentence, saidAt)
  const kind = factKindOf(sentence)
  return {
    text: dated,
    kind,
    claim: claimOf(sentence, words, subject),
    isStatic: isLasting(kind, sentence) || kind === 'fact',
    eventDates: dates.map(({ from }) => from),
    origin,
    confidence: { user: 0.7, assistant: 0.4, document: 0.5, tool: 0.4 }[origin],
    spans: [span],
  }
}

/** The name at the beginning of a sentence, if a verb follows: `Ada Lovelace wrote`, `The Rhine is`. */
function namedSubject(words: readonly TaggedWord[]): string | undefined {
  let i =
    ['the', 'in', 'on', 'at', 'by', 'since', 'during', 'after', 'before'].includes(words[0]?.lower ?? '') &&
    words[1]?.pos === 'PROPN'
      ? 1
      : 0
  const first = i
  while (
    words[i] &&
    (words[i]!.pos === 'PROPN' ||
      (i > first && ['of', 'the', 'and', "'s", '&', '.'].includes(words[i]!.lower)))
  )
    i++
  if (i === first) return undefined
  const isFollowed = words.slice(i, i + 4).some(({ pos, lower }) => isVerb(lower, pos))
  return isFollowed
    ? words
        .slice(first, i)
        .map(({ lower }) => lower)
        .join(' ')
    : undefined
}
