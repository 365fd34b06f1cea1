import { extractLocally } from '../../src/language/english/extract-locally.ts'
import type { DatedFact, Passage } from '../../src/language/english/fact.ts'
import { judgedBy } from '../../src/language/english/judged.ts'
import { questionsOf } from '../../src/language/english/questions-of.ts'
import type { Embedder } from '../../src/platform/providers/embedding/embedder.ts'
import type { Judge } from '../../src/platform/providers/judge/judge.ts'
import { maySupersede } from '../../src/processes/dreaming/extract/trust.ts'
import { keysOf } from '../../src/processes/dreaming/form/reconcile.ts'
import { findPair } from '../../src/processes/dreaming/relate/relate-by-verdict.ts'
import { MissingVerdicts, VerdictBook } from '../../src/processes/dreaming/relate/verdicts.ts'
import { type Evidence, evidenceOf } from '../../src/processes/dreaming/relate/weigh-change.ts'

export type Models = { judge: Judge; embedder: Embedder }

type Message = { id: string; date: string; text: string }

/** A fact with the message that states it. */
export type MessageFact = DatedFact & { message: string }

export type ComparedPair = { older: MessageFact; newer: MessageFact; evidence: Evidence }

const textsAtOnce = 16
const embedWithinMs = 60_000

/** The facts of messages and the pairs of them that dreaming compares without a language model. */
export async function compareFacts(
  messages: readonly Message[],
  { judge, embedder }: Models,
  entityContext?: string,
): Promise<ComparedPair[]> {
  const facts = await withVectors(await readFacts(messages, judge, entityContext), embedder)
  const pairs = facts.flatMap(older =>
    facts.filter(newer => areCompared(older, newer)).map(newer => ({ older, newer })),
  )
  return judgePairs(pairs, new VerdictBook(judge))
}

async function readFacts(
  messages: readonly Message[],
  judge: Judge,
  entityContext: string | undefined,
): Promise<MessageFact[]> {
  const facts: MessageFact[] = []
  for (const { id, date, text } of messages) {
    const saidAt = new Date(date)
    const passage: Passage = { text, from: 0, saidAt, origin: 'user', entityContext }
    const questions = questionsOf(passage)
    const judged = judgedBy(questions, await judge.judgeStatements(questions))
    for (const fact of extractLocally(passage, judged))
      facts.push({ ...fact, id: `${id}-${facts.length}`, saidAt, vector: undefined, message: id })
  }
  return facts
}

async function withVectors(facts: readonly MessageFact[], embedder: Embedder): Promise<MessageFact[]> {
  const vectors: Float32Array[] = []
  for (let from = 0; from < facts.length; from += textsAtOnce) {
    const texts = facts.slice(from, from + textsAtOnce).map(({ text }) => text)
    const signal = AbortSignal.timeout(embedWithinMs)
    vectors.push(...(await embedder.embed(texts, { signal, purpose: 'document' })))
  }
  return facts.map((fact, i) => ({ ...fact, vector: vectors[i] }))
}

function areCompared(older: MessageFact, newer: MessageFact): boolean {
  if (older.saidAt >= newer.saidAt || !maySupersede(older, newer)) return false
  const keys = new Set(keysOf(older))
  return keysOf(newer).some(key => keys.has(key))
}

async function judgePairs(
  pairs: readonly Pick<ComparedPair, 'older' | 'newer'>[],
  book: VerdictBook,
): Promise<ComparedPair[]> {
  for (;;) {
    const verdicts = book.open()
    const found = pairs.flatMap(({ older, newer }) => {
      const pair = findPair(older, newer, verdicts)
      return pair ? [{ older, newer, evidence: evidenceOf(pair) }] : []
    })
    try {
      verdicts.assertComplete()
      return found
    } catch (error) {
      if (!(error instanceof MissingVerdicts)) throw error
      await book.judge(error.pairs)
    }
  }
}
