import { readFile } from 'node:fs/promises'
import { Tokenizer } from '@huggingface/tokenizers'
import type { PairQuestion, StatementQuestion } from '../../lib/judgement.ts'

/** Turns a text into tokens, without the marks of its beginning and end. */
export type Tokenise = (text: string) => number[]

/** Tokens of a question, and the ranges of those whose vectors are averaged. */
export type EncodedQuestion = { ids: number[]; spans: [from: number, to: number][] }

/** Time grows with the tokens. Of the neighbours the nearest words tell nearly all (held out: as much as 40 and 16). */
const maxBeforeTokens = 16
const maxSentenceTokens = 64
const maxAfterTokens = 8
const maxSpeakerTokens = 8

/** No real word is longer. The tokenizer itself has no limit and would read a megabyte. */
const charactersPerToken = 32

const classToken = 101
const separator = 102

export async function loadTokeniser(path: string): Promise<Tokenise> {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(path, 'utf8')), {})
  return text => tokenizer.encode(text).ids.slice(1, -1)
}

/** `[CLS] speaker: before [SEP] sentence [SEP] after [SEP]`. Training encodes with it too. */
export function encodeStatement(tokenise: Tokenise, question: StatementQuestion): EncodedQuestion {
  const before = question.before.join(' ').slice(-maxBeforeTokens * charactersPerToken)
  const head = [
    classToken,
    ...firstTokens(tokenise, `${question.speaker}:`, maxSpeakerTokens),
    ...tokenise(before).slice(-maxBeforeTokens),
    separator,
  ]
  const sentence = firstTokens(tokenise, question.sentence, maxSentenceTokens)
  const after = firstTokens(tokenise, question.after, maxAfterTokens)
  const ids = [...head, ...sentence, separator, ...after, separator]
  return { ids, spans: [[head.length, head.length + sentence.length]] }
}

/** `[CLS] earlier [SEP] later [SEP]`. */
export function encodePair(tokenise: Tokenise, question: PairQuestion): EncodedQuestion {
  const earlier = firstTokens(tokenise, question.earlier, maxSentenceTokens)
  const later = firstTokens(tokenise, question.later, maxSentenceTokens)
  const start = earlier.length + 2
  return {
    ids: [classToken, ...earlier, separator, ...later, separator],
    spans: [
      [1, 1 + earlier.length],
      [start, start + later.length],
    ],
  }
}

function firstTokens(tokenise: Tokenise, text: string, most: number): number[] {
  return tokenise(text.slice(0, most * charactersPerToken)).slice(0, most)
}
