import type { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import { checkInput } from '../../platform/lib/check-input.ts'
import { findExcess, type JsonBounds, usualBounds } from '../../platform/lib/json-bounds.ts'
import type { Route } from '../../platform/routing/route.ts'
import type { Call } from './call.ts'

/**
 * Parses one part of a request. Only here does a schema's failure become a 400. A ZodError that escapes a handler, for
 * example from a provider's odd answer, is our fault and becomes a 500.
 */
export function parseInput(
  schema: z.ZodType,
  value: unknown,
  whole: 'path' | 'query' | 'body',
  bounds: JsonBounds = usualBounds,
): unknown {
  const excess = findExcess(value, bounds)
  if (excess !== undefined) throw new AppError('request.invalid', { message: `${whole}: ${excess}` })
  const checked = checkInput(schema, value, whole)
  if ('data' in checked) return replaceLoneSurrogates(checked.data)
  const lines = whole === 'query' ? checked.faults.map(asParameter) : checked.faults
  throw new AppError('request.invalid', { message: lines[0]!, details: lines.join('\n') })
}

const asParameter = (line: string) => line.replace('unknown field', 'unknown query parameter')

/** On routes about one container, a scoped key need not repeat its container tag in the body. */
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
 * Half of a surrogate pair is no character, and Postgres refuses it in JSON. U+FFFD replaces it, as in every conversion to
 * UTF-8.
 */
function replaceLoneSurrogates(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(replaceLoneSurrogates)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key.toWellFormed(), replaceLoneSurrogates(part)] as const),
  )
}

/** False for a Date or Map that a schema has produced. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
