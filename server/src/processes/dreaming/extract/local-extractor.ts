import type { Fact, Passage } from '../../../language/english/fact.ts'
import { orAbort } from '../../../platform/lib/or-abort.ts'
import type { Embedder } from '../../../platform/providers/embedding/embedder.ts'
import { FactExtractionError, type FactExtractionOptions, type FactExtractor } from './fact-extractor.ts'
import { filterByPrompt } from './filter-by-prompt.ts'
import { findExcludingSetting } from './match-filters.ts'
import { ReadingFailure, ReadingThreads, ReadingTimeout } from './reading-threads.ts'

/** Otherwise one long page would fill a container. The user's own words have no such limit. */
const maxDocumentFacts = 40

/**
 * Extracts facts by rules alone: no network, no cost, and always the same facts from the same text. With an
 * embedding model it also drops facts that the filter prompt clearly does not want.
 */
export function openLocalExtractor(
  embedder: Embedder | undefined,
  threads: ReadingThreads = new ReadingThreads(),
): FactExtractor {
  return {
    name: 'local',
    maxDocumentFacts,
    async extract(passages, options) {
      const { documents, filters, signal, onLeftOut } = options
      const read: Fact[][] = []
      for (const [i, passage] of passages.entries()) {
        const facts = await readPassage(threads, passage, documents[i]!, signal)
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

/** Reads one passage at a time, so that a timeout can be attributed to its document. */
async function readPassage(
  threads: ReadingThreads,
  passage: Passage,
  document: string,
  signal: AbortSignal,
): Promise<Fact[]> {
  try {
    return await orAbort(threads.read(passage), signal)
  } catch (error) {
    const blame = { documents: [document], cause: error }
    if (error instanceof ReadingTimeout) throw new FactExtractionError('dream.timeout', error.message, blame)
    if (error instanceof ReadingFailure)
      throw new FactExtractionError('dream.crashed', 'Reading the document failed unexpectedly', blame)
    throw error
  }
}
