import type { Embedder } from '../providers/embedder.ts'
import { extractLocally } from './extract-locally.ts'
import type { Extractor } from './extractor.ts'
import { isWanted } from './filters.ts'
import { keepWished } from './keep-wished.ts'

/**
 * Reads by rules alone: no network, no cost, and the same facts of the same text every time. With an embedding model, what an
 * owner's prompt clearly does not want is left out.
 */
export function openLocalExtractor(embedder: Embedder | undefined): Extractor {
  return {
    name: 'local',
    async extract(passages, { wishes, signal }) {
      const read = passages.map(passage => extractLocally(passage).filter(fact => isWanted(fact, wishes)))
      const { isFiltered, prompt } = wishes
      if (!embedder || !isFiltered || prompt === undefined) return read
      const kept = new Set(await keepWished(embedder, prompt, read.flat(), signal))
      return read.map(facts => facts.filter(fact => kept.has(fact)))
    },
  }
}
