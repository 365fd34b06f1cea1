import { z } from 'zod'
import { isIgnored } from './client-fields.ts'
import { nearMiss } from './nearest-name.ts'

/** Limits on comparisons: a body may have a hundred thousand unknown fields. */
const mostNames = 20
const mostItems = 100

type MisspeltName = { name: string; meant: string }

/** Unknown field names that are close to a known field which the object does not have. */
export function misspeltNames(value: object, shape: Record<string, unknown>): MisspeltName[] {
  const known = Object.keys(shape).filter(name => !isIgnored(shape[name] as z.ZodType))
  const unknown = Object.keys(value).filter(name => !Object.hasOwn(shape, name))
  return unknown.slice(0, mostNames).flatMap(name => {
    const meant = nearMiss(name, known)
    return meant === undefined || meant in value ? [] : [{ name, meant }]
  })
}

/**
 * `path: message` lines for misspelt fields that the schemas would ignore. Other unknown fields are accepted, because clients,
 * proxies and browsers send some. Strict objects refuse unknown fields themselves, and loose objects accept any. `filters` is
 * never ignored: a bulk delete would delete a whole container in place of the few documents that were meant.
 */
export function misspeltFields(schema: z.ZodType, value: unknown, path: string[] = []): string[] {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value
      .slice(0, mostItems)
      .flatMap((item, i) => misspeltFields(inner.element as z.ZodType, item, [...path, String(i)]))
  if (!(inner instanceof z.ZodObject) || inner.def.catchall || !isObject(value)) return []
  const shape: Record<string, z.ZodType> = inner.shape
  const own = misspeltNames(value, shape).map(
    ({ name, meant }) => `${[...path, name].join('.')}: unknown field; did you mean ${meant}?`,
  )
  if (path.length === 0 && value.filters !== undefined && !Object.hasOwn(shape, 'filters'))
    own.push('filters: is not supported by this route')
  const inside = Object.entries(shape).flatMap(([name, field]) =>
    name in value ? misspeltFields(field, value[name], [...path, name]) : [],
  )
  return [...own, ...inside]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The schema that describes the shape of a value, without wrappers such as optional, nullable, default or a transform. */
export function unwrap(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return unwrap(schema.unwrap() as z.ZodType)
  if (!(schema instanceof z.ZodPipe)) return schema
  return unwrap((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType)
}
