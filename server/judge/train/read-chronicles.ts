import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TextSpan } from '../../src/language/english/fact.ts'

/** A clause of a message, copied from it. */
export type Clause = { in: string; quote: string }

export type Change = { older: Clause; newer: Clause; kind: 'updates' | 'ends' }

/** A year of what somebody told their assistant, with every statement that a later one makes untrue. */
export type Chronicle = {
  chronicle: string
  voice: string
  messages: { id: string; date: string; text: string }[]
  changes: Change[]
}

/** Chronicles that training never sees. */
export const heldOutChronicles = [
  'lorry-driver',
  'care-home',
  'retired-engineer',
  'solo-founder',
  'expat-couple',
]

const folder = join(import.meta.dirname, '../chronicles')

export function readChronicles(): Chronicle[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Chronicle)
}

/** Where a clause stands in its message. */
export function findClause({ messages }: Chronicle, { in: id, quote }: Clause): TextSpan {
  const start = messages.find(message => message.id === id)!.text.indexOf(quote)
  return [start, start + quote.length]
}

/**
 * The changes that make a statement untrue: those that are labelled, and those of what took its place. After A was changed
 * to B and B to C, C makes A untrue as well.
 */
export function changesAfter({ changes }: Chronicle, states: (clause: Clause) => boolean): Change[] {
  const found = new Set(changes.filter(({ older }) => states(older)))
  for (const change of found) for (const next of changes) if (isNext(change, next)) found.add(next)
  return [...found]
}

const isNext = ({ newer }: Change, { older }: Change): boolean =>
  newer.in === older.in && (newer.quote.includes(older.quote) || older.quote.includes(newer.quote))
