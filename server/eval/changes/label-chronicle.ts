import { type Chronicle, type Clause, changesAfter, findClause } from '../../judge/train/read-chronicles.ts'
import type { TextSpan } from '../../src/language/english/fact.ts'
import { type ComparedPair, compareFacts, type MessageFact, type Models } from './compare-facts.ts'
import type { LabelledGroup } from './fit-change.ts'

/** Every pair that is compared in a chronicle, and whether its labels call it a change. */
export async function labelChronicle(chronicle: Chronicle, models: Models): Promise<LabelledGroup[]> {
  const pairs = await compareFacts(chronicle.messages, models)
  return pairs.map(pair => ({
    ...{ set: chronicle.chronicle, isReplaced: isChange(chronicle, pair), pairs: [pair.evidence] },
    weight: 1 / pairs.length,
  }))
}

const isChange = (chronicle: Chronicle, { older, newer }: ComparedPair): boolean =>
  changesAfter(chronicle, clause => states(chronicle, older, clause)).some(change =>
    states(chronicle, newer, change.newer),
  )

/** A sentence may give several facts with one span. The fact of a clause contains half of its words. */
function states(chronicle: Chronicle, { message, spans, said, text }: MessageFact, clause: Clause): boolean {
  if (message !== clause.in) return false
  const place = findClause(chronicle, clause)
  if (!spans.some(span => overlap(span, place))) return false
  const [told, sought] = [wordsOf(`${said ?? ''} ${text}`), wordsOf(clause.quote)]
  return [...sought].filter(word => told.has(word)).length >= sought.size / 2
}

const overlap = (a: TextSpan, b: TextSpan): boolean => a[0] < b[1] && b[0] < a[1]

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
