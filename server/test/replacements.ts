import { reconcile } from '../src/dreaming/reconcile.ts'
import { hear } from './hear.ts'

/** Pairs of things said, one pair to a line. */
export const pairsIn = (table: string): [older: string, newer: string][] =>
  table
    .trim()
    .split('\n')
    .map(line => line.split(' → ') as [string, string])

/** Whether the later takes the place of something in the earlier, as far as the words tell. */
export function isReplaced(older: string, newer: string): boolean {
  const before = hear(older, new Date('2024-01-05'))
  return reconcile([...before, ...hear(newer, new Date('2024-02-19'))]).some(
    ({ isLatest, fact }) => !isLatest && before.includes(fact),
  )
}
