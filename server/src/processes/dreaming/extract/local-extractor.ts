import type { Fact, Passage } from '../../../language/english/fact.ts'
import { orAbort } from '../../../platform/lib/or-abort.ts'
import type { Embedder } from '../../../platform/providers/embedding/embedder.ts'
import { ExtractError, type ExtractOptions, type Extractor } from './extractor.ts'
import { leftOutBy } from './filters.ts'
import { keepWished } from './keep-wished.ts'
import { ReadingFailure, ReadingThreads, ReadingTimeout } from './reading-threads.ts'

/** A long page would otherwise fill a container by itself. The user's own words have no such limit. */
const mostOfDocument = 40

/**
 * Reads by rules alone: no network, no cost, and the same facts of the same text every time. With an embedding model, what an
 * owner's prompt clearly does not want is left out.
 */
export function openLocalExtractor(
  embedder: Embedder | undefined,
  threads: ReadingThreads = new ReadingThreads(),
): Extractor {
  return {
    name: 'local',
    mostOfDocument,
    async extract(passages, options) {
      const { documents, wishes, signal, onLeftOut } = options
      const read: Fact[][] = []
      for (const [i, passage] of passages.entries()) {
        const facts = await readPassage(threads, passage, documents[i]!, signal)
        read.push(facts.filter(fact => isKept(fact, documents[i]!, options)))
      }
      const { isFiltered, prompt } = wishes
      if (!embedder || !isFiltered || prompt === undefined) return read
      const kept = new Set(await keepWished(embedder, prompt, read.flat(), signal))
      for (const [i, facts] of read.entries())
        if (facts.some(fact => !kept.has(fact))) onLeftOut?.(documents[i]!, 'filterPrompt')
      return read.map(facts => facts.filter(fact => kept.has(fact)))
    },
    close: () => threads.close(),
  }
}

function isKept(fact: Fact, document: string, { wishes, onLeftOut }: ExtractOptions): boolean {
  const setting = leftOutBy(fact, wishes)
  if (setting) onLeftOut?.(document, setting)
  return setting === undefined
}

/** One passage at a time: when a thread does not finish, it is known whose text it was. */
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
    if (error instanceof ReadingTimeout) throw new ExtractError('dream.timeout', error.message, blame)
    if (error instanceof ReadingFailure)
      throw new ExtractError('dream.crashed', 'Reading the document failed unexpectedly', blame)
    throw error
  }
}
