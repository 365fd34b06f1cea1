import { z } from 'zod'
import { plainText, richText, writeDate } from './rich-text.ts'

/** A property's value in words. Relations name pages by their ids, which the reader of the page turns into titles. */
export type Value = string | number | boolean | string[]
export type Property = { name: string; value: Value } | { name: string; related: Relation }
export type Relation = { ids: string[]; propertyId: string; hasMore: boolean }

const option = z.object({ name: z.string() })
const user = z.object({ name: z.string().nullish() })
const dated = z.object({ start: z.string(), end: z.string().nullish() })

/** How each type of property is read. Types that are not here, such as buttons, say nothing. */
const readers: Record<string, (value: unknown) => Value | undefined> = {
  rich_text: value => textOf(richText.parse(value)),
  title: value => textOf(richText.parse(value)),
  number: value => z.number().parse(value),
  select: value => option.parse(value).name,
  status: value => option.parse(value).name,
  multi_select: value =>
    listOf(
      z
        .array(option)
        .parse(value)
        .map(({ name }) => name),
    ),
  date: value => writeDate(dated.parse(value)),
  people: value =>
    listOf(
      z
        .array(user)
        .parse(value)
        .flatMap(({ name }) => name ?? []),
    ),
  checkbox: value => z.boolean().parse(value),
  url: value => textOf(z.string().parse(value)),
  email: value => textOf(z.string().parse(value)),
  phone_number: value => textOf(z.string().parse(value)),
  // The addresses of files end after an hour.
  files: value =>
    listOf(
      z
        .array(option)
        .parse(value)
        .map(({ name }) => name),
    ),
  formula: value => readTyped(value),
  rollup: value => readRollup(value),
  created_time: value => writeDate({ start: z.string().parse(value) }),
  last_edited_time: value => writeDate({ start: z.string().parse(value) }),
  created_by: value => user.parse(value).name ?? undefined,
  last_edited_by: value => user.parse(value).name ?? undefined,
  unique_id: value => readUniqueId(value),
  verification: value => z.object({ state: z.string() }).parse(value).state,
  string: value => textOf(z.string().parse(value)),
  boolean: value => z.boolean().parse(value),
}

const textOf = (text: string | Parameters<typeof plainText>[0]): string | undefined => {
  const said = typeof text === 'string' ? text : plainText(text)
  return said.trim() === '' ? undefined : said.trim()
}

const listOf = (names: string[]): string[] | undefined => (names.length > 0 ? names : undefined)

const typed = z.looseObject({ id: z.string().catch(''), type: z.string(), has_more: z.boolean().optional() })

const relation = z.array(z.object({ id: z.string().regex(/^[\w-]{1,100}$/) }))

/** The properties of a page without its title, in Notion's order. Empty ones are left out. */
export function readProperties(properties: Record<string, unknown>): Property[] {
  return Object.entries(properties).flatMap(([name, property]): Property[] => {
    const read = typed.safeParse(property)
    if (!read.success || read.data.type === 'title') return []
    if (read.data.type === 'relation') return readRelation(name, read.data)
    const value = readTyped(property)
    return value === undefined ? [] : [{ name, value }]
  })
}

function readRelation(name: string, property: z.infer<typeof typed>): Property[] {
  const related = relation.safeParse(property.relation)
  if (!related.success || related.data.length === 0) return []
  const ids = related.data.map(({ id }) => id)
  return [{ name, related: { ids, propertyId: property.id, hasMore: property.has_more === true } }]
}

/** `{ "type": "number", "number": 3 }`, which properties, formulas and rollups all look like. A new form of a type says nothing. */
function readTyped(property: unknown): Value | undefined {
  const read = typed.safeParse(property)
  if (!read.success) return undefined
  const value = read.data[read.data.type]
  if (value === null || value === undefined) return undefined
  try {
    return Object.hasOwn(readers, read.data.type) ? readers[read.data.type]!(value) : undefined
  } catch (error) {
    if (error instanceof z.ZodError) return undefined
    throw error
  }
}

/** One value, or a list of values of any type. */
function readRollup(value: unknown): Value | undefined {
  const { array } = z.looseObject({ array: z.array(z.unknown()).optional() }).parse(value)
  if (!array) return readTyped(value)
  return listOf(array.slice(0, 200).flatMap(each => inWords(readTyped(each) ?? [])))
}

export const inWords = (value: Value): string[] => (Array.isArray(value) ? value : [inWord(value)])

const inWord = (value: Exclude<Value, string[]>): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)

function readUniqueId(value: unknown): string {
  const { prefix, number } = z.object({ prefix: z.string().nullish(), number: z.number() }).parse(value)
  return prefix ? `${prefix}-${number}` : String(number)
}
