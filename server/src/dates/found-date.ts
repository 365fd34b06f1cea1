import type { Meaning } from './phrase.ts'

/** On which side of a date: it is one end of what is meant. */
export type Reach = 'before' | 'until' | 'since' | 'after'

/** A date as it stands in a text. */
export type FoundDate = Meaning & { start: number; end: number; reach?: Reach }
