import type { StatementQuestion } from '../../platform/lib/judgement.ts'
import { detectLanguage } from '../languages/detect-language.ts'
import { contextBefore } from './extract-locally.ts'
import type { Passage, TextSpan } from './fact.ts'
import { isQuoted } from './is-quoted.ts'
import { endsPlayFirst, isToBeRemembered, judgedName, playsAfter } from './judged.ts'
import { splitFacts } from './split-facts.ts'
import { splitSentences } from './split-sentences.ts'
import { splitUtterances, type Utterance } from './split-utterances.ts'
import { straighten } from './words.ts'

/** A sentence or a part of one to be judged. */
export type NamedQuestion = StatementQuestion & {
  name: string
  /** Said while its speaker plays a part: it is not meant, whatever the judge says of it alone. */
  isPlayed: boolean
  /** The speaker asks to remember it: it is worth keeping, whatever the judge says. */
  isToBeRemembered: boolean
}

/**
 * A sentence takes about 5 ms. Prose has one for 80 characters and a chat one for 35; a text of nothing but full stops had
 * one for three, and kept the judge busy for minutes. Rules alone read the sentences beyond this.
 */
const charactersPerQuestion = 50
const leastQuestions = 100

/** `Ok.`, `A.`, `12.`: too short to be judged. */
const isWordy = (sentence: string): boolean => (sentence.match(/\p{L}{2,}/gu)?.length ?? 0) >= 2

/** The English sentences of people in a passage, each with what was said around it. */
export function questionsOf(passage: Passage): NamedQuestion[] {
  const most = Math.max(
    leastQuestions,
    Math.ceil((passage.text.length - passage.from) / charactersPerQuestion),
  )
  return allQuestions(passage).slice(0, most)
}

function allQuestions(passage: Passage): NamedQuestion[] {
  const utterances = splitUtterances(passage).filter(({ end }) => end > passage.from - contextBefore)
  const spoken: { utterance: Utterance; sentences: TextSpan[] }[] = utterances.map(utterance => ({
    utterance,
    sentences: splitSentences(passage.text, utterance.start, utterance.end),
  }))
  const all = spoken.flatMap(({ sentences }) => sentences)
  const textOf = (span: TextSpan) => passage.text.slice(...span).replaceAll(/\s+/g, ' ')
  let before = 0
  let isPlaying = false
  return spoken.flatMap(({ utterance, sentences }) => {
    const first = before
    before += sentences.length
    if (!isJudged(utterance)) return []
    const message = detectLanguage(passage.text.slice(utterance.start, utterance.end))
    return sentences.flatMap((span, i) => {
      const sentence = textOf(span)
      const wasPlaying = isPlaying
      isPlaying = playsAfter(sentence, isPlaying)
      if (span[1] <= passage.from || isQuoted(passage.text, span)) return []
      if (!isWordy(sentence) || detectLanguage(sentence, message) !== 'en') return []
      const after = sentences[i + 1] ? textOf(sentences[i + 1]!) : ''
      const question = {
        ...{ name: judgedName(span[0]), speaker: speakerOf(utterance), sentence, after },
        before: all.slice(Math.max(0, first + i - 2), first + i).map(textOf),
        isToBeRemembered: isToBeRemembered(sentence, after),
        isPlayed: wasPlaying && (isPlaying || !endsPlayFirst(sentence)),
      }
      return [question, ...partsOf(question, span[0])]
    })
  })
}

function partsOf(question: NamedQuestion, start: number): NamedQuestion[] {
  const parts = splitFacts(straighten(question.sentence))
  if (parts.length === 1) return []
  return parts.map(part => ({ ...question, name: judgedName(start, part), sentence: part }))
}

const isJudged = ({ origin, self }: Utterance): boolean => origin === 'user' && self !== undefined

const speakerOf = ({ self }: Utterance): string => (self === 'The user' ? 'user' : self!)
