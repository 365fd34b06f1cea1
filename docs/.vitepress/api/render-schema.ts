import { dereference, type Schema } from './read-openapi.ts'

type Field = { name: string; type: string; isRequired: boolean; description: string }

const maxDepth = 5

/** A body as a table, nested fields with dots: `pagination.limit`, `results[].id`. */
export function renderFields(schema: Schema): string {
  const fields = fieldsOf(dereference(schema), '', 0)
  if (fields.length === 0) return ''
  const rows = fields.map(
    ({ name, type, isRequired, description }) =>
      `| \`${name}\`${isRequired ? ' <span class="required" title="required">required</span>' : ''} | ${type} | ${description} |`,
  )
  return ['| Field | Type | Description |', '|---|---|---|', ...rows].join('\n')
}

function fieldsOf(schema: Schema, prefix: string, depth: number): Field[] {
  if (depth > maxDepth) return []
  const object = objectOf(schema)
  if (!object?.properties) {
    const item = itemOf(schema)
    return item ? fieldsOf(item, `${prefix}[]`, depth + 1) : []
  }
  return Object.entries(object.properties).flatMap(([key, property]) => {
    const value = dereference(property)
    const name = prefix ? `${prefix}.${key}` : key
    const field = {
      name,
      type: describeType(value),
      isRequired: object.required?.includes(key) ?? false,
      description: describe(value),
    }
    if (key === 'filters') return [{ ...field, description: 'See [filters](../guides/filters.md).' }]
    return [field, ...fieldsOf(value, name, depth + 1)]
  })
}

/** The object among the alternatives of a schema, for example `object or null`. */
function objectOf(schema: Schema): Schema | undefined {
  if (schema.properties) return schema
  return alternatives(schema).find(({ properties }) => properties)
}

function itemOf(schema: Schema): Schema | undefined {
  const array = [schema, ...alternatives(schema)].find(({ items }) => items)
  return array?.items && dereference(array.items)
}

export function alternatives(schema: Schema): Schema[] {
  return (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []).map(dereference)
}

export function describeType(schema: Schema): string {
  const parts = alternatives(schema)
  if (parts.length > 0) return [...new Set(parts.map(describeType))].join(' or ')
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map(value => `\`${String(value)}\``).join(', ')
  if (schema.items) return `array of ${describeType(dereference(schema.items))}`
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  if (schema.format === 'date-time') return 'timestamp'
  return schema.type ?? 'any'
}

function describe(schema: Schema): string {
  const notes = [
    schema.deprecated ? '**Deprecated.**' : '',
    escapeText(schema.description ?? ''),
    limits(schema),
  ]
  if (schema.default !== undefined) notes.push(`Default: \`${JSON.stringify(schema.default)}\`.`)
  return notes.filter(Boolean).join(' ')
}

function limits(schema: Schema): string {
  const { minLength, maxLength, minItems, maxItems } = schema
  const minimum = withinReason(schema.minimum)
  const maximum = withinReason(schema.maximum)
  const range = (min: number | undefined, max: number | undefined, unit: string) => {
    if (max !== undefined && !min && unit) return `At most ${max.toLocaleString('en')}${unit}.`
    if (max !== undefined) return `${(min ?? 0).toLocaleString('en')} to ${max.toLocaleString('en')}${unit}.`
    return min === undefined || min === 0 ? '' : `At least ${min.toLocaleString('en')}${unit}.`
  }
  return (
    range(minLength, maxLength, ' characters') ||
    range(minItems, maxItems, ' items') ||
    range(minimum, maximum, '')
  )
}

/** Bounds that only say "a number that JavaScript or Postgres can hold" tell a reader nothing. */
const withinReason = (bound: number | undefined) =>
  bound !== undefined && Math.abs(bound) >= 2_147_483_647 ? undefined : bound

/** Text of the description inside a table cell of a Vue page. */
export function escapeText(text: string): string {
  return text
    .replaceAll(/[|<>]/g, char => ({ '|': '\\|', '<': '&lt;', '>': '&gt;' })[char]!)
    .replaceAll('{{', '&#123;&#123;')
    .replaceAll('\n', ' ')
}
