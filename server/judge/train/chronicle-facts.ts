import { extractLocally } from '../../src/language/english/extract-locally.ts'
import type { DatedFact, Passage, TextSpan } from '../../src/language/english/fact.ts'
import { judgedBy } from '../../src/language/english/judged.ts'
import { questionsOf } from '../../src/language/english/questions-of.ts'
import type { Embedder } from '../../src/platform/providers/embedding/embedder.ts'
import type { Judge } from '../../src/platform/providers/judge/judge.ts'
import { maySupersede } from '../../src/processes/dreaming/extract/trust.ts'
import { keysOf } from '../../src/processes/dreaming/form/reconcile.ts'
import { findPair } from '../../src/processes/dreaming/relate/relate-by-verdict.ts'
import { MissingVerdicts, VerdictBook } from '../../src/processes/dreaming/relate/verdicts.ts'
import { type Evidence, evidenceOf } from '../../src/processes/dreaming/relate/weigh-change.ts'
import { type Chronicle, type Clause, changesAfter, findClause } from './read-chronicles.ts'

type ChronicleFact = DatedFact & { message: string }

export type WeighedPair = { domain: string; evidence: Evidence; isChange: boolean }

const atOnce = 16

/** The pairs of facts that dreaming compares when it reads a chronicle, with the evidence and what the labels say. */
export async function weighedPairs(
  chronicle: Chronicle,
  judge: Judge,
  embedder: Embedder,
): Promise<WeighedPair[]> {
  const facts = await withVectors(await factsOf(chronicle, judge), embedder)
  const pairs = facts.flatMap(older =>
    facts.filter(newer => areCompared(older, newer)).map(newer => ({ older, newer })),
  )
  const book = new VerdictBook(judge)
  for (;;) {
    const verdicts = book.open()
    const found = pairs.flatMap(({ older, newer }) => {
      const pair = findPair(older, newer, verdicts)
      if (!pair) return []
      const isChange = changes(chronicle, older, newer)
      return [{ domain: chronicle.chronicle, evidence: evidenceOf(pair), isChange }]
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

async function factsOf({ messages }: Chronicle, judge: Judge): Promise<ChronicleFact[]> {
  const facts: ChronicleFact[] = []
  for (const { id, date, text } of messages) {
    const saidAt = new Date(`${date}T12:00:00Z`)
    const passage: Passage = { text, from: 0, saidAt, origin: 'user', entityContext: undefined }
    const questions = questionsOf(passage)
    const judged = judgedBy(questions, await judge.judgeStatements(questions))
    for (const fact of extractLocally(passage, judged))
      facts.push({ ...fact, id: `${id}-${facts.length}`, saidAt, vector: undefined, message: id })
  }
  return facts
}

async function withVectors(facts: readonly ChronicleFact[], embedder: Embedder): Promise<ChronicleFact[]> {
  const vectors: Float32Array[] = []
  for (let from = 0; from < facts.length; from += atOnce) {
    const texts = facts.slice(from, from + atOnce).map(({ text }) => text)
    const found = await embedder.embed(texts, { signal: AbortSignal.timeout(60_000), purpose: 'document' })
    vectors.push(...found)
  }
  return facts.map((fact, i) => ({ ...fact, vector: vectors[i] }))
}

function areCompared(older: ChronicleFact, newer: ChronicleFact): boolean {
  if (older.saidAt >= newer.saidAt || !maySupersede(older, newer)) return false
  const keys = new Set(keysOf(older))
  return keysOf(newer).some(key => keys.has(key))
}

const changes = (chronicle: Chronicle, older: ChronicleFact, newer: ChronicleFact): boolean =>
  changesAfter(chronicle, clause => states(chronicle, older, clause)).some(change =>
    states(chronicle, newer, change.newer),
  )

/** A sentence may give several facts with one span. The fact of a clause contains half of its words. */
function states(
  chronicle: Chronicle,
  { message, spans, said, text }: ChronicleFact,
  clause: Clause,
): boolean {
  if (message !== clause.in) return false
  const place = findClause(chronicle, clause)
  if (!spans.some(span => overlap(span, place))) return false
  const [told, sought] = [wordsOf(`${said ?? ''} ${text}`), wordsOf(clause.quote)]
  return [...sought].filter(word => told.has(word)).length >= sought.size / 2
}

const overlap = (a: TextSpan, b: TextSpan): boolean => a[0] < b[1] && b[0] < a[1]

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
