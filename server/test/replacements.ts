import { reconcile } from '../src/processes/dreaming/form/reconcile.ts'
import { hear } from './hear.ts'

/** Pairs of statements, one pair to a line. */
export const pairsIn = (table: string): [older: string, newer: string][] =>
  table
    .trim()
    .split('\n')
    .map(line => line.split(' → ') as [string, string])

/** Whether the later statement replaces something in the earlier one, judging by the words. */
export function isReplaced(older: string, newer: string): boolean {
  const before = hear(older, new Date('2024-01-05'))
  return reconcile([...before, ...hear(newer, new Date('2024-02-19'))]).some(
    ({ isLatest, fact }) => !isLatest && before.includes(fact),
  )
}
