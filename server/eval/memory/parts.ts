import { falseSupersession } from './additive.ts'
import { dates } from './dates.ts'
import { duplicates } from './duplicates.ts'
import { historyKept } from './history.ts'
import { newerFirst } from './newer-first.ts'
import { orderIndependent } from './order.ts'
import type { Part } from './part.ts'
import { precision } from './precision.ts'
import { profile } from './profile.ts'

/** All parts, in the order of the report. */
export const parts = {
  newerFirst,
  orderIndependent,
  falseSupersession,
  historyKept,
  dates,
  duplicates,
  precision,
  profile,
} satisfies Record<string, Part>

export type PartName = keyof typeof parts
