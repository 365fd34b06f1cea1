/** A form made from a JSON schema: its fields, what is typed into them, and the value that is sent. */

/** The parts of JSON Schema that connectors use. */
type Schema = {
  type?: string
  title?: string
  description?: string
  default?: unknown
  example?: unknown
  examples?: unknown[]
  enum?: unknown[]
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

export type FormField = {
  name: string
  label: string
  description: string
  /** `choices`: several of a few words. `list`: any texts, one a line. `json`: whatever has no better field. */
  kind: 'text' | 'secret' | 'date' | 'number' | 'switch' | 'choice' | 'choices' | 'list' | 'json'
  isRequired: boolean
  options: readonly string[]
  /** What the connector uses when nothing is sent. */
  initial: unknown
  placeholder: string
  least: number | undefined
  most: number | undefined
  maxLength: number | undefined
}

export function fieldsOf(schema: object | null): FormField[] {
  const { properties = {}, required = [] } = (schema ?? {}) as Schema
  return Object.entries(properties).map(([name, property]) => toField(name, property, required))
}

function toField(name: string, given: Schema, required: readonly string[]): FormField {
  const property = meant(given)
  const kind = kindOf(property)
  const options = (kind === 'choices' ? property.items?.enum : property.enum) ?? []
  return {
    name,
    label: property.title ?? labelOf(name),
    description: property.description ?? '',
    kind,
    isRequired: required.includes(name),
    options: options.map(String),
    initial: property.default,
    placeholder: exampleOf(property),
    least: property.minimum,
    // zod gives every whole number the largest one that is exact.
    most: property.maximum === Number.MAX_SAFE_INTEGER ? undefined : property.maximum,
    maxLength: property.maxLength,
  }
}

/** A field that may be null is what it is otherwise. */
function meant(property: Schema): Schema {
  const others = property.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return others.length === 1 ? { ...others[0], ...property } : property
}

function kindOf({ type, format, enum: words, items }: Schema): FormField['kind'] {
  if (words) return 'choice'
  if (type === 'string') return format === 'password' ? 'secret' : format === 'date' ? 'date' : 'text'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean') return 'switch'
  if (type === 'array' && items?.enum) return 'choices'
  return type === 'array' && items?.type === 'string' ? 'list' : 'json'
}

function exampleOf({ example, examples, default: initial }: Schema): string {
  const shown = example ?? examples?.[0] ?? (typeof initial === 'object' ? undefined : initial)
  if (Array.isArray(shown)) return shown.join('\n')
  return shown === undefined || typeof shown === 'boolean' ? '' : String(shown)
}

/** `startUrl` is shown as "Start URL". */
function labelOf(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  const known = words.replaceAll(
    /\b(url|id|api|pdf)(s?)\b/g,
    (_, word: string, s: string) => word.toUpperCase() + s,
  )
  return known.charAt(0).toUpperCase() + known.slice(1)
}

/** Fields that most people leave as they are. */
export const isOptional = ({ isRequired }: FormField): boolean => !isRequired

/** What is typed: texts for text and numbers, lists for lists. */
export type Draft = Readonly<Record<string, unknown>>

export function draftOf(fields: readonly FormField[], stored: Record<string, unknown> = {}): Draft {
  return Object.fromEntries(fields.map(field => [field.name, typed(field, stored[field.name])]))
}

function typed({ kind, initial }: FormField, stored: unknown): unknown {
  const value = stored ?? initial
  if (kind === 'switch') return value === true
  if (kind === 'list' || kind === 'choices') return Array.isArray(value) ? value.map(String) : []
  if (kind === 'json') return value === undefined ? '' : JSON.stringify(value, null, 2)
  return value === undefined || value === null ? '' : String(value)
}

/**
 * The value to send. A field that says what the connector uses anyway is left out, unless it is stored: so a new default of the
 * connector reaches those who never chose.
 */
export function valueToSend(
  fields: readonly FormField[],
  draft: Draft,
  stored: Record<string, unknown> = {},
): Record<string, unknown> {
  const values = fields.map(field => [field, meantBy(field, draft[field.name])] as const)
  return Object.fromEntries(
    values
      .filter(
        ([{ name, initial }, value]) => value !== undefined && (name in stored || !isSame(value, initial)),
      )
      .map(([{ name }, value]) => [name, value]),
  )
}

/** Undefined: nothing was entered. */
function meantBy({ kind, initial }: FormField, value: unknown): unknown {
  if (kind === 'switch' || kind === 'choices') return value
  if (kind === 'list') return isEmpty(value) && initial === undefined ? undefined : value
  const text = kind === 'secret' ? String(value ?? '') : String(value ?? '').trim()
  if (text === '') return undefined
  if (kind === 'number') return Number(text)
  return kind === 'json' ? parsed(text) : text
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What is no JSON is sent as text: the server says what it expects. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The faults of a refused request by their fields, such as `settings.startUrl`. */
export function faultsOf(error: unknown): Record<string, string> {
  const { code, details, message } = (error ?? {}) as { code?: string; details?: string; message?: string }
  if (code !== 'request.invalid') return {}
  const faults: Record<string, string> = {}
  for (const line of (details ?? message ?? '').split('\n')) {
    const found =
      /^(?<path>(?:settings|credentials)\.[^.:]+|[a-zA-Z]+)(?:\.(?<at>\d+))?[^:]*: (?<words>.+)$/.exec(line)
    const { path, at, words } = found?.groups ?? {}
    if (path && words)
      faults[path] ??= at === undefined ? sentence(words) : `Line ${Number(at) + 1} ${words}.`
  }
  return faults
}

/** Whether at least one fault has a field to be shown at. */
export const hasPlace = (
  faults: Readonly<Record<string, string>>,
  groups: Readonly<Record<string, readonly FormField[]>>,
  others: readonly string[],
): boolean =>
  others.some(name => name in faults) ||
  Object.entries(groups).some(([group, fields]) => fields.some(({ name }) => `${group}.${name}` in faults))

/** The faults of one group of fields, without the name of the group. */
export const faultsIn = (faults: Readonly<Record<string, string>>, group: string) =>
  Object.fromEntries(
    Object.entries(faults)
      .filter(([path]) => path.startsWith(`${group}.`))
      .map(([path, words]) => [path.slice(group.length + 1), words]),
  )

const sentence = (words: string) =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.?]$/.test(words) ? '' : '.'}`
