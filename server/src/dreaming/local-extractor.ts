import { extractLocally } from './extract-locally.ts'
import type { Extractor } from './extractor.ts'
import { isWanted } from './filters.ts'

/** Reads by rules alone: no network, no cost, and the same facts of the same text every time. */
export const localExtractor: Extractor = {
  name: 'local',
  async extract(passages, { wishes }) {
    return passages.map(passage => extractLocally(passage).filter(fact => isWanted(fact, wishes)))
  },
}
