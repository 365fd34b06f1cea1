import type { Half } from '../data-set.ts'
import type { Client } from '../installation.ts'
import type { DataFolder } from '../read-data.ts'

export type Run = {
  client: Client
  data: DataFolder
  half: Half | 'all'
  /** At most this many items of each set, spread over it. */
  limit: number
}

/** A rate and what it is made of. `groups` are shares of the same, or other ways to count. */
export type Measured = {
  /** Null: there was nothing to measure. */
  rate: number | null
  n: number
  groups?: Record<string, { rate: number; n: number }>
  notes?: string[]
  /** What went wrong, for whoever wants to see it. */
  failures?: string[]
}

export type Part = {
  /** What is measured, for whoever reads the figures. */
  about: string
  /** Good when at least, or at most, this. */
  wanted: { atLeast: number } | { atMost: number }
  measure(run: Run): Promise<Measured>
}

export function share(right: readonly boolean[]): { rate: number; n: number } {
  return { rate: round(right.filter(Boolean).length / Math.max(1, right.length)), n: right.length }
}

export const round = (value: number): number => Math.round(value * 10_000) / 10_000

/** Those of the half that was asked for, and no more than the limit, evenly spread. */
export function chosen<T extends { half: Half }>(items: readonly T[], { half, limit }: Run): T[] {
  const wanted = items.filter(item => half === 'all' || item.half === half)
  if (wanted.length <= limit) return wanted
  return Array.from({ length: limit }, (_, i) => wanted[Math.floor((i * wanted.length) / limit)]!)
}
