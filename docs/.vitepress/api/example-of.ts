import { dereference, type Media, type Schema } from './read-openapi.ts'
import { alternatives } from './render-schema.ts'

const byName: Record<string, unknown> = {
  id: '1Ch5cioKbw75KCG62HSdAN',
  documentId: '1Ch5cioKbw75KCG62HSdAN',
  containerTag: 'user_42',
  q: 'where does Ada live now?',
}

/** The example of the description itself, else one made of the examples of its fields. */
export function exampleOf(media: Media, only: 'required' | 'all'): unknown {
  if (media.example !== undefined) return media.example
  const named = Object.values(media.examples ?? {})[0]?.value
  return named ?? exampleValue(media.schema ?? {}, '', only, 0)
}

function exampleValue(schema: Schema, name: string, only: 'required' | 'all', depth: number): unknown {
  const resolved = dereference(schema)
  const given = resolved.example ?? resolved.examples?.[0] ?? resolved.const ?? resolved.default
  if (given !== undefined) return given
  const parts = alternatives(resolved)
  if (parts.length > 0)
    return exampleValue(parts.find(({ type }) => type !== 'null') ?? {}, name, only, depth)
  if (resolved.enum) return resolved.enum[0]
  if (resolved.properties && depth < 4) return objectOf(resolved, only, depth)
  if (resolved.items) return depth < 4 ? [exampleValue(resolved.items, name, only, depth + 1)] : []
  return scalarOf(resolved, name)
}

function objectOf(schema: Schema, only: 'required' | 'all', depth: number): unknown {
  const wanted = Object.entries(schema.properties ?? {}).filter(
    ([key, value]) =>
      !dereference(value).deprecated &&
      (only === 'all' || schema.required?.includes(key) || (key === 'containerTag' && depth === 0)),
  )
  return Object.fromEntries(wanted.map(([key, value]) => [key, exampleValue(value, key, only, depth + 1)]))
}

function scalarOf({ type, format, minimum }: Schema, name: string): unknown {
  if (byName[name] !== undefined) return byName[name]
  const kind = Array.isArray(type) ? type[0] : type
  if (kind === 'integer' || kind === 'number') return Math.max(minimum ?? 0, 0)
  if (kind === 'boolean') return true
  if (kind === 'object') return {}
  if (kind === 'null') return null
  if (format === 'date-time' || name.endsWith('At')) return '2026-06-02T09:30:00.000Z'
  return '…'
}
