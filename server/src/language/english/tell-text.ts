import { resolveDates } from '../dates/resolve-dates.ts'
import { claimOf } from './claim-of.ts'
import type { Fact, Passage, TextSpan } from './fact.ts'
import { kinship, possessives } from './lexicon.ts'
import { factKindOf, isLasting } from './rate-statement.ts'
import { sayingWhen } from './rules/time-settings.ts'
import type { QuotedSpeaker } from './to-quote.ts'
import { readWords, type TaggedWord } from './words.ts'

/** Makes a fact of a sentence that was retold in the third person. `said` is the sentence in the speaker's words. */
export function tellText(
  { passage, teller, span }: { passage: Passage; teller: QuotedSpeaker; span: TextSpan },
  told: string,
  said: string,
): Fact {
  const { text, dates } = resolveDates(told, passage.saidAt)
  const kind = factKindOf(said)
  return {
    text,
    kind,
    claim: claimOf(told, readWords(told), subjectOf(readWords(said), teller.self)),
    isStatic: isLasting(kind, said),
    eventDates: dates.map(({ from }) => from),
    origin: 'user',
    confidence: 0.85,
    spans: [span],
  }
}

/** `My friend Rachel moved` is about Rachel; everything else is about the speaker. */
export function subjectOf(words: readonly TaggedWord[], self: string): string {
  const kin = possessives.has(words[0]?.lower ?? '')
    ? words.slice(1, 4).findIndex(({ lower }) => kinship.has(lower))
    : -1
  const after = kin < 0 ? 0 : words[kin + 2]?.lower === ',' ? kin + 3 : kin + 2
  const name = words[after]
  if (name?.pos === 'PROPN' && !sayingWhen.expression.test(name.lower)) return name.lower.replace(/'s$/, '')
  return self === 'The user' ? 'user' : self.replace(/^The /, '').toLowerCase()
}
