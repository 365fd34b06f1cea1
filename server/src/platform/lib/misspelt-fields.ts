import { z } from 'zod'
import { isIgnored } from './client-fields.ts'
import { nearMiss } from './nearest-name.ts'

/** Bounds of what is compared, for bodies with a hundred thousand unknown fields. */
const mostNames = 20
const mostItems = 100

type Misspelt = { name: string; meant: string }

/** Names of an object that no field has, and that are a slip away from one that is not given. */
export function misspeltNames(value: object, shape: Record<string, unknown>): Misspelt[] {
  const known = Object.keys(shape).filter(name => !isIgnored(shape[name] as z.ZodType))
  const unknown = Object.keys(value).filter(name => !Object.hasOwn(shape, name))
  return unknown.slice(0, mostNames).flatMap(name => {
    const meant = nearMiss(name, known)
    return meant === undefined || meant in value ? [] : [{ name, meant }]
  })
}

/**
 * `path: message` lines for fields that schemas would ignore although they are misspelt. Other unknown fields are nobody's
 * business: clients, proxies and browsers send some. Objects that are strict refuse theirs themselves, and loose ones take any.
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
  const inside = Object.entries(shape).flatMap(([name, field]) =>
    name in value ? misspeltFields(field, value[name], [...path, name]) : [],
  )
  return [...own, ...inside]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The schema that says the shape, within those that say whether and how it is given. */
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
