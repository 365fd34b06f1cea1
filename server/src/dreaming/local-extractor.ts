import type { Embedder } from '../providers/embedder.ts'
import { extractLocally } from './extract-locally.ts'
import type { Extractor } from './extractor.ts'
import { leftOutBy } from './filters.ts'
import { keepWished } from './keep-wished.ts'

/**
 * Reads by rules alone: no network, no cost, and the same facts of the same text every time. With an embedding model, what an
 * owner's prompt clearly does not want is left out.
 */
export function openLocalExtractor(embedder: Embedder | undefined): Extractor {
  return {
    name: 'local',
    async extract(passages, { documents, wishes, signal, onLeftOut }) {
      const read = passages.map((passage, i) =>
        extractLocally(passage).filter(fact => {
          const setting = leftOutBy(fact, wishes)
          if (setting) onLeftOut?.(documents[i]!, setting)
          return setting === undefined
        }),
      )
      const { isFiltered, prompt } = wishes
      if (!embedder || !isFiltered || prompt === undefined) return read
      const kept = new Set(await keepWished(embedder, prompt, read.flat(), signal))
      for (const [i, facts] of read.entries())
        if (facts.some(fact => !kept.has(fact))) onLeftOut?.(documents[i]!, 'filterPrompt')
      return read.map(facts => facts.filter(fact => kept.has(fact)))
    },
  }
}
