import { roundTo } from '../../src/platform/lib/round-to.ts'
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

/** A rate and its sample size. `groups` are shares of the same sample, or other ways to count. */
export type Measured = {
  /** Null when there was nothing to measure. */
  rate: number | null
  n: number
  groups?: Record<string, { rate: number; n: number }>
  notes?: string[]
  /** Descriptions of the failures. */
  failures?: string[]
}

export type Part = {
  /** Description of the measurement, for readers of the figures. */
  about: string
  /** The goal: at least, or at most, this rate. */
  wanted: { atLeast: number } | { atMost: number }
  measure(run: Run): Promise<Measured>
}

export function share(right: readonly boolean[]): { rate: number; n: number } {
  return { rate: round(right.filter(Boolean).length / Math.max(1, right.length)), n: right.length }
}

export const round = (value: number): number => roundTo(value, 4)

/** Items of the requested half, evenly spread up to the limit. */
export function chosen<T extends { half: Half }>(items: readonly T[], { half, limit }: Run): T[] {
  const wanted = items.filter(item => half === 'all' || item.half === half)
  if (wanted.length <= limit) return wanted
  return Array.from({ length: limit }, (_, i) => wanted[Math.floor((i * wanted.length) / limit)]!)
}
