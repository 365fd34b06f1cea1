import { shortText } from '../texts.ts'

export type BenchTurn = { role: 'user' | 'assistant'; content: string }

/** A turn of about 120 characters, the same in every run. */
export const turnOf = (turn: number): BenchTurn => ({
  role: turn % 2 === 0 ? 'user' : 'assistant',
  content: shortText(turn),
})
