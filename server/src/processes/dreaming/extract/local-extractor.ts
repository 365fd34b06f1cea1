import type { Fact, Passage } from '../../../language/english/fact.ts'
import { judgedBy } from '../../../language/english/judged.ts'
import type { NamedQuestion } from '../../../language/english/questions-of.ts'
import type { StatementJudgement } from '../../../platform/lib/judgement.ts'
import { orAbort } from '../../../platform/lib/or-abort.ts'
import type { Embedder } from '../../../platform/providers/embedding/embedder.ts'
import type { Judge } from '../../../platform/providers/judge/judge.ts'
import { FactExtractionError, type FactExtractionOptions, type FactExtractor } from './fact-extractor.ts'
import { filterByPrompt } from './filter-by-prompt.ts'
import { findExcludingSetting } from './match-filters.ts'
import { ReadingFailure, ReadingThreads, ReadingTimeout } from './reading-threads.ts'

/** Otherwise one long page would fill a container. The user's own words have no such limit. */
const maxDocumentFacts = 40

export type LocalExtractorParts = {
  /** Without a judge, rules alone decide what is worth keeping. */
  judge?: Pick<Judge, 'judgeStatements'> | undefined
  threads?: ReadingThreads
}
type PassageReader = { threads: ReadingThreads; judge: LocalExtractorParts['judge'] }

/**
 * Extracts facts by rules and a learned judge: no network, no cost, and always the same facts from the same text. With an
 * embedding model it also drops facts that the filter prompt clearly does not want.
 */
export function openLocalExtractor(
  embedder: Embedder | undefined,
  { judge, threads = new ReadingThreads() }: LocalExtractorParts = {},
): FactExtractor {
  const reader = { threads, judge }
  return {
    name: 'local',
    maxDocumentFacts,
    async extract(passages, options) {
      const { documents, filters, signal, onLeftOut } = options
      const read: Fact[][] = []
      for (const [i, passage] of passages.entries()) {
        const facts = await readPassage(reader, passage, documents[i]!, signal)
        read.push(facts.filter(fact => isKept(fact, documents[i]!, options)))
      }
      const { isFiltered, prompt } = filters
      if (!embedder || !isFiltered || prompt === undefined) return read
      const kept = new Set(await filterByPrompt(embedder, prompt, read.flat(), signal))
      for (const [i, facts] of read.entries())
        if (facts.some(fact => !kept.has(fact))) onLeftOut?.(documents[i]!, 'filterPrompt')
      return read.map(facts => facts.filter(fact => kept.has(fact)))
    },
    close: () => threads.close(),
  }
}

function isKept(fact: Fact, document: string, { filters, onLeftOut }: FactExtractionOptions): boolean {
  const setting = findExcludingSetting(fact, filters)
  if (setting) onLeftOut?.(document, setting)
  return setting === undefined
}

async function judgeAndRead({ threads, judge }: PassageReader, passage: Passage): Promise<Fact[]> {
  if (!judge) return threads.read(passage)
  const questions = await threads.ask(passage)
  return threads.read(passage, judgedBy(questions, await judgeOnce(judge, questions)))
}

/** A text that repeats itself is judged once. */
async function judgeOnce(
  judge: NonNullable<LocalExtractorParts['judge']>,
  questions: readonly NamedQuestion[],
): Promise<StatementJudgement[]> {
  const names = questions.map(({ speaker, before, sentence, after }) =>
    JSON.stringify([speaker, before, sentence, after]),
  )
  const distinct = new Map(names.map((name, i) => [name, questions[i]!]))
  const judgements = await judge.judgeStatements([...distinct.values()])
  const byName = new Map([...distinct.keys()].map((name, i) => [name, judgements[i]!]))
  return names.map(name => byName.get(name)!)
}

/** Reads one passage at a time, so that a timeout can be attributed to its document. */
async function readPassage(
  reader: PassageReader,
  passage: Passage,
  document: string,
  signal: AbortSignal,
): Promise<Fact[]> {
  try {
    return await orAbort(judgeAndRead(reader, passage), signal)
  } catch (error) {
    const blame = { documents: [document], cause: error }
    if (error instanceof ReadingTimeout) throw new FactExtractionError('dream.timeout', error.message, blame)
    if (error instanceof ReadingFailure)
      throw new FactExtractionError('dream.crashed', 'Reading the document failed unexpectedly', blame)
    throw error
  }
}
