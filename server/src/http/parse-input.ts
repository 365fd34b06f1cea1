import type { z } from 'zod'
import { AppError } from '../errors.ts'
import { isDeeper } from '../lib/nesting.ts'

/** Far more than any request has; at some thousands, JSON.stringify and the schemas run out of stack. */
const maxLevels = 32

/**
 * Parses one part of a request. Only here does a schema's failure become the caller's fault: a ZodError that
 * escapes a handler (a provider's odd answer, say) is ours, and is answered as such.
 */
export function parseInput(schema: z.ZodType, value: unknown, whole: 'path' | 'query' | 'body'): unknown {
  if (isDeeper(value, maxLevels))
    throw new AppError('request.invalid', {
      message: `${whole}: may be nested at most ${maxLevels} levels deep`,
    })
  const parsed = schema.safeParse(value, plainWords)
  if (parsed.success) return mendText(parsed.data)
  const lines = parsed.error.issues.flatMap(issue => describeIssue(issue, [], whole))
  throw new AppError('request.invalid', { message: lines[0]!, details: lines.join('\n') })
}

/**
 * Half of a surrogate pair is no character, and Postgres fails over it in JSON: U+FFFD takes its place, as in all text on
 * its way to UTF-8.
 */
function mendText(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(mendText)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key.toWellFormed(), mendText(part)] as const),
  )
}

/** No Date or Map that a schema has made of something. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue

/** One `path: message` line per issue; an issue of the whole value is named after the part of the request. */
function describeIssue(issue: Issue, parent: PropertyKey[], whole: string): string[] {
  const path = [...parent, ...issue.path]
  const branch = issue.code === 'invalid_union' ? nearestBranch(issue.errors) : undefined
  if (branch) return branch.flatMap(inner => describeIssue(inner, path, whole))
  return [`${path.length > 0 ? path.map(String).join('.') : whole}: ${issue.message}`]
}

/**
 * A failed union says only "Invalid input". When some branch failed inside the value rather than on its very
 * type, that branch is the one the caller meant, and what it says is useful.
 */
function nearestBranch(branches: Issue[][]): Issue[] | undefined {
  return branches.find(issues => issues.length > 0 && issues.every(issue => issue.path.length > 0))
}

/** The commonest faults so that they read on after the field's name; zod's own words for the rest. */
const plainWords = {
  error: (issue: RawIssue): string | undefined => {
    if (issue.code === 'invalid_type')
      return issue.input === undefined ? 'is required' : mustBe(issue.expected)
    if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
    if (issue.code === 'too_big') return `must be at most ${issue.maximum}${unit(issue.origin)}`
    if (issue.code === 'too_small') return `must be at least ${issue.minimum}${unit(issue.origin)}`
    return undefined
  },
}

function mustBe(type: string): string {
  return `must be ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`
}

function unit(origin: string): string {
  return origin === 'string' ? ' characters' : origin === 'array' ? ' items' : ''
}
