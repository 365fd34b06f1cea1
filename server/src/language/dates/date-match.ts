import type { DateMeaning } from './phrase.ts'

/** The side of a date that is meant, when the date is one end of an open period. */
export type DateSide = 'before' | 'until' | 'since' | 'after'

/** A date and its position in the text. */
export type DateMatch = DateMeaning & { start: number; end: number; reach?: DateSide }
