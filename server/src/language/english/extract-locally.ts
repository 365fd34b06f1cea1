import type { Fact, Passage, Span } from './fact.ts'
import { isInstruction } from './instructions.ts'
import { languageOf, speaksOfSelf } from './other-languages.ts'
import { isQuoted } from './quoted.ts'
import { readDocument } from './read-document.ts'
import { readSpoken } from './read-spoken.ts'
import type { Before } from './said-when.ts'
import { splitSentences } from './sentences.ts'
import { splitUtterances, type Utterance } from './utterances.ts'

/** How far back it is looked for whom `she` means. */
const contextBefore = 2_000
/** A long page would otherwise fill a container by itself. */
const mostOfDocument = 40

/**
 * Reads facts by rules, without a model or a network: the same facts of the same text every time.
 *
 * English is read closely: who speaks, what is stated rather than asked, `I` told of by name, `she` and `it` put into words
 * or the statement left out, dates written out. What an assistant says is kept only where it tells what it has done. Of other
 * languages, sentences in which somebody speaks of themselves are kept as they were said (see `other-languages.ts`).
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
  // A page quotes by nature; a person who quotes passes on what another has said.
  const sentences = origin === 'user' ? all.filter(span => !isQuoted(passage.text, span)) : all
  if (language !== 'en')
    return self === undefined || origin !== 'user' ? [] : quote(passage, sentences, language, self)
  const spoken =
    self === undefined
      ? []
      : readSpoken(passage, utterance, ownWords(passage, sentences), heard(passage, utterance, before))
  // A note of the user's may tell of others; a turn of a talk hardly does, and an assistant's is advice.
  const isSpoken = isTurn && self !== undefined
  const read = isSpoken ? [] : readDocument(passage, utterance, sentences).slice(0, mostOfDocument)
  return [...spoken, ...read]
}

/** What the other asked last, and what the speaker had said before that. */
function heard({ text }: Passage, { self }: Utterance, before: readonly Utterance[]): Omit<Before, 'said'> {
  const other = before.at(-1)
  const own = before.at(-2)
  // A tool and an application ask nobody: their words would stand in what the user says.
  if (other === undefined || other.self === self || other.self === undefined) return {}
  const asked = lastQuestion(text, splitSentences(text, other.start, other.end))
  const said = own && own.self === self ? splitSentences(text, own.start, own.end) : []
  return { asked, own: said.findLast(span => !isQuestion(text.slice(...span))) }
}

const isQuestion = (sentence: string): boolean => /\?\W*$/.test(sentence)

/** From the question before it, where there are two: `You bought it? When?` */
function lastQuestion(text: string, sentences: readonly Span[]): Span | undefined {
  const last = sentences.findLastIndex(span => isQuestion(text.slice(...span)))
  if (last < 0) return undefined
  const before = sentences[last - 1]
  const start = before && isQuestion(text.slice(...before)) ? before[0] : sentences[last]![0]
  return [start, sentences[last]![1]]
}

/** So many sentences in one breath, hardly any of them of oneself: somebody else wrote them, and they were pasted. */
const pastedFrom = 15
const leastOfSelf = 0.2
const ofSelf = /\b(?:I|I['’]\w+|[Mm]y|me|[Ww]e|[Oo]ur|us)\b/

/** What somebody says themselves. Of a page that they pasted, no more than what they say about it. */
function ownWords({ text }: Passage, sentences: readonly Span[]): readonly Span[] {
  const own = sentences.filter(span => ofSelf.test(text.slice(...span)))
  return sentences.length >= pastedFrom && own.length < leastOfSelf * sentences.length ? own : sentences
}

/** What somebody said in another language, as they said it. */
function quote({ text }: Passage, sentences: readonly Span[], language: string, self: string): Fact[] {
  return sentences.flatMap((span): Fact[] => {
    const said = text.slice(...span).trim()
    if (!speaksOfSelf(said, language) || isInstruction(said)) return []
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
