import { detectLanguage } from '../languages/detect-language.ts'
import type { Fact, Passage, TextSpan } from './fact.ts'
import { isQuoted } from './is-quoted.ts'
import { type Judged, judgedName } from './judged.ts'
import type { SentenceContext } from './quote-dated.ts'
import { readDocument } from './read-document.ts'
import { readForeign } from './read-foreign.ts'
import { readSpoken } from './read-spoken.ts'
import { ofSelf } from './rules/speakers.ts'
import { splitSentences } from './split-sentences.ts'
import { splitUtterances, type Utterance } from './split-utterances.ts'

/** Characters before `from` in which pronouns such as `she` are resolved. */
export const contextBefore = 2_000
/**
 * Otherwise one long page would fill a container. A file or page may have 40 facts; one more tells the caller that some were
 * left out.
 */
const maxDocumentFacts = 40 + 1
const maxNoteFacts = 40

/**
 * Extracts facts by rules and the judgements that it is given, without a network: the same text always gives the same facts. English is
 * parsed closely: who speaks, statements rather than questions, `I` replaced with a name, `she` and `it` resolved
 * or the statement dropped, dates written in full. An assistant's sentence is kept only where it says what the
 * assistant has done. Sentences in other languages go to `readForeign`, which quotes what the user says about
 * themselves.
 */
export function extractLocally(passage: Passage, judged: Judged = new Map()): Fact[] {
  const facts = splitUtterances(passage)
    .filter(({ end }) => end > passage.from - contextBefore)
    .flatMap((utterance, i, all) =>
      readUtterance(passage, utterance, all.slice(Math.max(0, i - 2), i), judged),
    )
    .filter(({ spans }) => spans.at(-1)![0] >= passage.from)
  const seen = new Set<string>()
  return facts.filter(({ text }) => !seen.has(text) && seen.add(text))
}

function readUtterance(
  passage: Passage,
  utterance: Utterance,
  before: readonly Utterance[],
  judged: Judged,
): Fact[] {
  const { start, end, self, origin, isTurn } = utterance
  const all = splitSentences(passage.text, start, end)
  // A page quotes by nature. A person who quotes repeats somebody else's words, which are dropped.
  const own = origin === 'user' ? all.filter(span => !isQuoted(passage.text, span)) : all
  const message = detectLanguage(passage.text.slice(start, end))
  const languages = own.map(span => detectLanguage(passage.text.slice(...span), message))
  const sentences = own.filter((_, i) => languages[i] === 'en')
  const foreign =
    self === undefined || origin !== 'user'
      ? []
      : readForeign(
          passage,
          self,
          own.map((span, i) => (languages[i] === 'en' ? undefined : { span, language: languages[i]! })),
        )
  const spoken =
    self === undefined
      ? []
      : readSpoken(
          passage,
          utterance,
          ownSentences(passage, sentences),
          contextOf(passage, utterance, before),
          judged,
        )
  // A user's note may be about others. A turn of a conversation rarely is, and an assistant's turn is advice.
  const isSpoken = (isTurn && self !== undefined) || sentences.some(([from]) => judged.has(judgedName(from)))
  const most = passage.origin === 'document' ? maxDocumentFacts : maxNoteFacts
  const read = isSpoken ? [] : readDocument(passage, utterance, sentences).slice(0, most)
  return [...spoken, ...read, ...foreign]
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
/** The sentences a speaker wrote. For a message with a pasted page, only those in the first person. */
function ownSentences({ text }: Passage, sentences: readonly TextSpan[]): readonly TextSpan[] {
  const own = sentences.filter(span => ofSelf.expression.test(text.slice(...span)))
  return sentences.length >= pastedFrom && own.length < minFirstPersonShare * sentences.length
    ? own
    : sentences
}
