import type { Fact, Passage, TextSpan } from './fact.ts'
import { isInstruction } from './is-instruction.ts'
import { isQuoted } from './is-quoted.ts'
import { isFirstPersonIn, languageOf } from './other-languages.ts'
import type { SentenceContext } from './quote-dated.ts'
import { readDocument } from './read-document.ts'
import { readSpoken } from './read-spoken.ts'
import { splitSentences } from './split-sentences.ts'
import { splitUtterances, type Utterance } from './split-utterances.ts'

/** Characters before `from` in which pronouns such as `she` are resolved. */
const contextBefore = 2_000
/**
 * Otherwise one long page would fill a container. A file or page may have 40 facts; one more tells the caller that some were
 * left out.
 */
const maxDocumentFacts = 40 + 1
const maxNoteFacts = 40

/**
 * Extracts facts by rules, without a model or a network: the same text always gives the same facts. English is
 * parsed closely: who speaks, statements rather than questions, `I` replaced with a name, `she` and `it` resolved
 * or the statement dropped, dates written in full. An assistant's sentence is kept only where it says what the
 * assistant has done. In other languages, first-person sentences are quoted (see `other-languages.ts`).
 */
export function extractLocally(passage: Passage): Fact[] {
  const facts = splitUtterances(passage)
    .filter(({ end }) => end > passage.from - contextBefore)
    .flatMap((utterance, i, all) => readUtterance(passage, utterance, all.slice(Math.max(0, i - 2), i)))
    .filter(({ spans }) => spans.at(-1)![0] >= passage.from)
  const seen = new Set<string>()
  return facts.filter(({ text }) => !seen.has(text) && seen.add(text))
}

function readUtterance(passage: Passage, utterance: Utterance, before: readonly Utterance[]): Fact[] {
  const { start, end, self, origin, isTurn } = utterance
  const language = languageOf(passage.text.slice(start, end))
  const all = splitSentences(passage.text, start, end)
  // A page quotes by nature. A person who quotes repeats somebody else's words, which are dropped.
  const sentences = origin === 'user' ? all.filter(span => !isQuoted(passage.text, span)) : all
  if (language !== 'en')
    return self === undefined || origin !== 'user' ? [] : quote(passage, sentences, language, self)
  const spoken =
    self === undefined
      ? []
      : readSpoken(
          passage,
          utterance,
          ownSentences(passage, sentences),
          contextOf(passage, utterance, before),
        )
  // A user's note may be about others. A turn of a conversation rarely is, and an assistant's turn is advice.
  const isSpoken = isTurn && self !== undefined
  const most = passage.origin === 'document' ? maxDocumentFacts : maxNoteFacts
  const read = isSpoken ? [] : readDocument(passage, utterance, sentences).slice(0, most)
  return [...spoken, ...read]
}

/** The other speaker's last question, and the last statement this speaker made before it. */
function contextOf(
  { text }: Passage,
  { self }: Utterance,
  before: readonly Utterance[],
): Omit<SentenceContext, 'said'> {
  const other = before.at(-1)
  const own = before.at(-2)
  // A tool or an application asks nobody: its words would become part of the user's statement.
  if (other === undefined || other.self === self || other.self === undefined) return {}
  const asked = lastQuestion(text, splitSentences(text, other.start, other.end))
  const said = own && own.self === self ? splitSentences(text, own.start, own.end) : []
  return { asked, own: said.findLast(span => !isQuestion(text.slice(...span))) }
}

const isQuestion = (sentence: string): boolean => /\?\W*$/.test(sentence)

/** Includes the question before it, if there are two: `You bought it? When?` */
function lastQuestion(text: string, sentences: readonly TextSpan[]): TextSpan | undefined {
  const last = sentences.findLastIndex(span => isQuestion(text.slice(...span)))
  if (last < 0) return undefined
  const before = sentences[last - 1]
  const start = before && isQuestion(text.slice(...before)) ? before[0] : sentences[last]![0]
  return [start, sentences[last]![1]]
}

/**
 * A message with at least this many sentences, few of them in the first person, was written by somebody else and
 * pasted.
 */
const pastedFrom = 15
const minFirstPersonShare = 0.2
const ofSelf = /\b(?:I|I['’]\w+|[Mm]y|me|[Ww]e|[Oo]ur|us)\b/

/** The sentences a speaker wrote. For a message with a pasted page, only those in the first person. */
function ownSentences({ text }: Passage, sentences: readonly TextSpan[]): readonly TextSpan[] {
  const own = sentences.filter(span => ofSelf.test(text.slice(...span)))
  return sentences.length >= pastedFrom && own.length < minFirstPersonShare * sentences.length
    ? own
    : sentences
}

/** Quotes first-person sentences in another language. */
function quote({ text }: Passage, sentences: readonly TextSpan[], language: string, self: string): Fact[] {
  return sentences.flatMap((span): Fact[] => {
    const said = text.slice(...span).trim()
    if (!isFirstPersonIn(said, language) || isInstruction(said)) return []
    return [
      {
        text: `${self} says: “${said.replaceAll(/\s+/g, ' ')}”`,
        kind: 'fact',
        claim: { subject: self === 'The user' ? 'user' : self.toLowerCase(), frame: [] },
        isStatic: false,
        eventDates: [],
        origin: 'user',
        confidence: 0.5,
        spans: [span],
      },
    ]
  })
}
