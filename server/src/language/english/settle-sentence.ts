import { isContentWord } from './claim-of.ts'
import type { Fact, Passage, TextSpan } from './fact.ts'
import { type Judged, judgedName, verdictOf, withLabels } from './judged.ts'
import { nounTags, pronouns } from './lexicon.ts'
import { noMentions } from './mentions.ts'
import { readQuotation, withName } from './quotation.ts'
import { readDocument } from './read-document.ts'
import { resolvePronouns } from './resolve-pronouns.ts'
import { smallOpening } from './rules/courtesies.ts'
import { spokenMark } from './rules/stances.ts'
import { splitFacts } from './split-facts.ts'
import type { Utterance } from './split-utterances.ts'
import { tellText } from './tell-text.ts'
import { type QuotedSpeaker, textAt, toQuote } from './to-quote.ts'
import { toThirdPerson } from './to-third-person.ts'
import { whoIsMeant } from './who-is-meant.ts'
import { readWords } from './words.ts'

export type JudgedSentence = {
  passage: Passage
  utterance: Utterance
  teller: QuotedSpeaker
  span: TextSpan
  /** The sentences before it in the same turn. */
  said: readonly TextSpan[]
  /** The other speaker's question before it. */
  asked?: TextSpan | undefined
  judged: Judged
}

/**
 * The facts of a sentence that was judged: as the rules tell them where they are sure and leave nothing out, as it stands
 * where it is understood alone, and as a quotation otherwise. `sure` are the rules' facts without a guess in them.
 */
export function settleSentence(
  sentence: JudgedSentence,
  facts: readonly Fact[],
  sure: readonly Fact[],
): Fact[] {
  const { judged, passage, span } = sentence
  const judgement = judged.get(judgedName(span[0]))!
  const verdict = verdictOf(judgement)
  if (verdict === 'drop') return []
  const said = textAt(passage, span)
  const label = (fact: Fact): Fact => ({
    ...withLabels(fact, judgement),
    said: byName(sentence, wordsMeant(fact.text, said)),
  })
  const ofSpeaker = sure.filter(({ text }) => text.startsWith(sentence.teller.name))
  if (verdict === 'open') return ofSpeaker.map(label)
  if (verdict === 'doubtful') return ofSpeaker.filter(({ kind }) => kind === 'attribute').map(label)
  const parts = splitFacts(said)
  if (parts.length > 1) return parts.flatMap(part => tellPart(sentence, part) ?? [])
  const told = sure.filter(({ text }) => readsWell(text, said))
  if (told.length > 0 && told.length === facts.length && coversAll(told, said)) return told.map(label)
  const [asItStands] = readDocument(passage, sentence.utterance, [span])
  const fact = asItStands ?? quoteOf(sentence, said) ?? told[0]
  return fact ? [label(fact)] : []
}

/** `Ada needs a visa` for `She needs a visa`, if the quotation says of whom. */
const wordsMeant = (text: string, said: string): string =>
  withName({ of: readQuotation(text)?.of, words: said })

/** The speaker's words as the judge compares them: with the name of a speaker who has one. */
const byName = ({ teller }: JudgedSentence, said: string): string =>
  teller.self === 'The user' ? said : `${teller.self}: ${said}`

/** A part that is worth less than this is left out, though its sentence is kept. */
const barOfPart = 0.25

function tellPart(sentence: JudgedSentence, part: string): Fact | undefined {
  const { judged, passage, span, teller } = sentence
  const judgement = judged.get(judgedName(span[0], part))
  if (!judgement || judgement.keep < barOfPart) return undefined
  const text = toThirdPerson(teller.name, part, readWords(part))
  const fact = tellText({ passage, teller, span }, text, part)
  return { ...withLabels(fact, judgement), said: byName(sentence, part) }
}

const longestRetold = 24

function readsWell(text: string, said: string): boolean {
  return (
    !spokenMark.expression.test(said) &&
    said.split(' ').length <= longestRetold &&
    /^(?:I|I'\w+|My)\b/.test(withoutOpening(said)) &&
    !/ and others\b/.test(text)
  )
}

const withoutOpening = (said: string): string => said.replace(smallOpening.expression, '')

/** Share of the words with content that the retelling must have. */
const leastCovered = 0.8

function coversAll(facts: readonly Fact[], said: string): boolean {
  const told = new Set(facts.flatMap(({ text }) => readWords(text).map(({ stem }) => stem)))
  const words = readWords(said).filter(word => isContentWord(word) || word.pos === 'NUM')
  const kept = words.filter(({ stem }) => told.has(stem))
  return kept.length >= leastCovered * words.length
}

/** Quotes a sentence, together with the one before it, or with the question, if it points to something said there. */
function quoteOf({ passage, teller, span, said, asked }: JudgedSentence, sentence: string): Fact | undefined {
  if (!pointsBack(sentence)) return toQuote(passage, teller, [span], 'says')
  const before = said.at(-1)
  const meant = before && whoIsMeant(sentence, textAt(passage, before))
  if (meant !== undefined) return toQuote(passage, teller, [span], 'says', { of: meant })
  const quoted = before
    ? toQuote(passage, teller, [before, span], 'says')
    : asked && toQuote(passage, teller, [span], 'says', { asked })
  return quoted ?? toQuote(passage, teller, [span], 'says')
}

/** A pronoun before any noun means somebody or something said before; a later one mostly means what the sentence names. */
function pointsBack(sentence: string): boolean {
  const words = readWords(sentence)
  const isShort = words.filter(({ pos }) => pos !== 'PUNCT').length <= 3
  if (isShort && !['i', 'my', 'we', 'our'].includes(words[0]?.lower ?? '')) return true
  const first = words.findIndex(({ lower }) => pronouns.has(lower))
  const noun = words.findIndex(({ pos, lower }) => nounTags.has(pos) || lower === 'i')
  return (
    first >= 0 && (noun < 0 || first < noun) && resolvePronouns(sentence, words, noMentions).state !== 'clear'
  )
}
