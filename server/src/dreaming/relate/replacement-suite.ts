import { extractLocally } from '../extract-locally.ts'
import type { DatedFact } from '../fact.ts'
import { reconcile } from '../reconcile.ts'

/** For tests of what replaces what: pairs of things said, one pair to a line. */
export const pairsIn = (table: string): [older: string, newer: string][] =>
  table
    .trim()
    .split('\n')
    .map(line => line.split(' → ') as [string, string])

/** Whether the later takes the place of something in the earlier, as far as the words tell: there are no vectors. */
export function isReplaced(older: string, newer: string): boolean {
  const before = hear(older, 5)
  return reconcile([...before, ...hear(newer, 50)]).some(
    ({ isLatest, fact }) => !isLatest && before.includes(fact),
  )
}

function hear(text: string, onDay: number): DatedFact[] {
  const saidAt = new Date(Date.UTC(2024, 0, onDay))
  const passage = {
    text: `user: ${text}`,
    from: 0,
    saidAt,
    origin: 'user' as const,
    entityContext: undefined,
  }
  return extractLocally(passage).map((fact, i) => ({
    ...fact,
    id: `${onDay}.${i}`,
    saidAt,
    vector: undefined,
  }))
}
