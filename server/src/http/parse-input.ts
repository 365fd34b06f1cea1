import type { z } from 'zod'
import { AppError } from '../errors.ts'
import { describeIssues, plainWords } from '../lib/describe-issues.ts'
import { misspeltFields } from '../lib/misspelt-fields.ts'
import { isDeeper } from '../lib/nesting.ts'
import type { Call } from './call.ts'
import type { Route } from './route.ts'

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
  const lines = [
    ...misspeltFields(schema, value).map(line =>
      whole === 'query' ? line.replace('field', 'query parameter') : line,
    ),
    ...(parsed.success ? [] : describeIssues(parsed.error.issues, whole)),
  ]
  if (parsed.success && lines.length === 0) return mendText(parsed.data)
  throw new AppError('request.invalid', { message: lines[0]!, details: lines.join('\n') })
}

/** A key limited to a container tag need not repeat it in the body, on routes that are about one container. */
export function ownTagOr(
  body: unknown,
  route: Pick<Route, 'ownTag'>,
  call: Pick<Call, 'principal'>,
): unknown {
  const containerTag = route.ownTag ? call.principal.containerTag : undefined
  if (containerTag === undefined || typeof body !== 'object' || body === null) return body
  return 'containerTag' in body || 'containerTags' in body ? body : { ...body, containerTag }
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
