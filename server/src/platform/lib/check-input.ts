import { z } from 'zod'
import { describeIssues, plainWords } from './describe-issues.ts'
import { misspeltFields, unwrap } from './misspelt-fields.ts'

/** Most faults that an answer lists. Nobody reads more, and a million faults made an answer of 35 MB. */
const mostFaults = 20

/** Longest line about one fault. Field names come from the caller, so they may be of any length. */
const longestLine = 400

export type CheckResult<T> = { data: T } | { faults: string[] }

/**
 * Parses input by its schema, or returns its faults as `path: message` lines. Arrays that are too long are refused before
 * their items are inspected: zod would parse every item first (1 million numbers in a filter: 9.5 s).
 */
export function checkInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  whole: string,
  { misspelt = true } = {},
): CheckResult<z.output<S>> {
  const oversized = oversizedArrays(schema, value)
  if (oversized.length > 0) return { faults: firstOf(oversized) }
  const parsed = schema.safeParse(value, plainWords)
  const faults = [
    ...(misspelt ? misspeltFields(schema, value) : []),
    ...(parsed.success ? [] : describeIssues(parsed.error.issues, whole)),
  ]
  if (parsed.success && faults.length === 0) return { data: parsed.data }
  return { faults: firstOf(faults) }
}

/** The first faults, and the number of further ones. */
function firstOf(faults: readonly string[]): string[] {
  const shown = faults.slice(0, mostFaults).map(shorten)
  const more = faults.length - shown.length
  return more > 0 ? [...shown, `and ${more} more`] : shown
}

function shorten(line: string): string {
  return line.length <= longestLine ? line : `${line.slice(0, longestLine).toWellFormed()}…`
}

/** `path: message` lines for arrays that are longer than their schema allows. */
function oversizedArrays(schema: z.ZodType, value: unknown, path: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = unwrap(schema)
  if (inner instanceof z.ZodUnion) return oversizedInAll(inner, value, path)
  if (inner instanceof z.ZodObject && !Array.isArray(value))
    return oversizedFields(inner.shape, value as Record<string, unknown>, path)
  if (!(inner instanceof z.ZodArray) || !Array.isArray(value)) return []
  const maximum = mostItemsOf(inner)
  if (maximum !== undefined && value.length > maximum)
    return [`${path.join('.')}: must have at most ${maximum} ${maximum === 1 ? 'item' : 'items'}`]
  const element = inner.element as z.ZodType
  if (isFlat(element)) return []
  return value.flatMap((item, i) => oversizedArrays(element, item, [...path, String(i)]))
}

/** The maximum length of an array. zod 4.6 no longer collects it in `_zod.bag`, so it is read from the checks themselves. */
function mostItemsOf({ def }: z.ZodArray): number | undefined {
  for (const check of def.checks ?? []) {
    const { check: kind, maximum } = check._zod.def as { check: string; maximum?: number }
    if (kind === 'max_length') return maximum
  }
  return undefined
}

/** Walks the fields of the value, not of the schema: few hold a list, and unwrapping every schema costs more than the rest. */
function oversizedFields(
  shape: Record<string, z.ZodType>,
  value: Record<string, unknown>,
  path: string[],
): string[] {
  const lines: string[] = []
  for (const name in value) {
    const field = value[name]
    if (typeof field !== 'object' || field === null || !Object.hasOwn(shape, name)) continue
    lines.push(...oversizedArrays(shape[name]!, field, [...path, name]))
  }
  return lines
}

/** An array is too long for a union when it is too long for every branch that accepts arrays. */
function oversizedInAll(union: z.ZodUnion, value: object, path: string[]): string[] {
  const branches = (union.options as z.ZodType[]).filter(
    option => !Array.isArray(value) || unwrap(option) instanceof z.ZodArray,
  )
  const lines = branches.map(option => oversizedArrays(option, value, path))
  return lines.length > 0 && lines.every(each => each.length > 0) ? lines[0]! : []
}

/** Items of this schema contain no arrays, so their array need not be walked. Most items are strings. */
const isFlat = (schema: z.ZodType) => {
  const inner = unwrap(schema)
  return !(inner instanceof z.ZodObject || inner instanceof z.ZodArray || inner instanceof z.ZodUnion)
}
