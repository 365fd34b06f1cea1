import { z } from 'zod'
import { misspeltNames } from '../lib/misspelt-fields.ts'
import { storableText } from '../lib/storable-text.ts'

/** Filter expressions: rules LIST-17 to LIST-21 and SRCH-15 to SRCH-19 of docs/SPEC.md. */

const maxDepth = 5
const maxConditions = 200
/** Room for every condition in a group of its own at every level. Empty groups are not conditions, but cost as much. */
const maxGroups = maxConditions * maxDepth
/** Characters of a filter as JSON text; the largest sensible one has 200 conditions of a thousand characters. */
const maxText = 256 * 1024
/** After this many faults the rest is not inspected. */
const mostFaults = 21
const mustBeGroup = 'must be an object with either AND or OR, each an array of conditions, or its JSON text'
const mustBeExpression = 'must be a condition with key and value, or an object with either AND or OR'
const tooDeep = `may be nested at most ${maxDepth} levels deep`
const tooMany = `may have at most ${maxConditions} conditions`

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')], {
  error: 'must be true or false',
})

const conditionSchema = z.object({
  key: storableText.min(1).max(255).describe('Metadata key, case sensitive.'),
  value: z
    .union([storableText.max(8_192), z.number(), z.boolean()], {
      error: 'must be a string, number or boolean',
    })
    .transform(String)
    .describe('Value to compare with.'),
  filterType: z
    .enum(['metadata', 'numeric', 'array_contains', 'string_contains'])
    .default('metadata')
    .describe(
      '`metadata`: equal. `numeric`: compared by `numericOperator`. `array_contains`: an element is equal. `string_contains`: the text contains it.',
    ),
  negate: flag.default(false).describe('Inverts the condition; a missing key then matches.'),
  ignoreCase: flag.default(false).describe('Compares without regard to upper and lower case.'),
  numericOperator: z
    .enum(['>', '<', '>=', '<=', '='])
    .default('=')
    .describe('How a `numeric` condition compares.'),
})

export type Condition = z.output<typeof conditionSchema>
export type Filter = Condition | { AND: Filter[] } | { OR: Filter[] }

const expressionSchema: z.ZodType<Filter> = z.lazy(() => z.union([conditionSchema, ...groups()]))

const groupSchema = z.union(groups())

/** New schemas for each call: shared ones would become components of the API description, with generated names. */
function groups() {
  return [
    z.strictObject({
      AND: z.array(expressionSchema).max(maxConditions).describe('All of these must match.'),
    }),
    z.strictObject({
      OR: z.array(expressionSchema).max(maxConditions).describe('At least one of these must match.'),
    }),
  ] as const
}

/** An object, or its JSON text, which some clients send. */
export const filtersSchema = z
  .preprocess(readFilter, groupSchema)
  .refine(
    filter => numericValuesAreNumbers(filter),
    'must have a number as value where filterType is numeric',
  )
  .meta({
    id: 'QueryFilter',
    description:
      'Conditions on metadata, combined by `AND` and `OR`: at most five levels deep and 200 conditions. JSON text of the object is accepted too.',
    example: { AND: [{ key: 'plan', value: 'pro' }] },
  })

/**
 * Filters that are too deep, too long or shapeless never reach the schema. The schema recurses, inspects every item
 * of a list however long it is, and reports faults of a union only vaguely (1 million numbers: 9.5 s and 35 MB of
 * answer).
 */
function readFilter(value: unknown, context: z.RefinementCtx): unknown {
  const filter = parseJson(value)
  const { faults } = new Inspection(filter)
  for (const { path, message } of faults) context.addIssue({ code: 'custom', path, message })
  return faults.length > 0 ? z.NEVER : filter
}

type Fault = { path: PropertyKey[]; message: string }

/** Checks that each level is a condition or one group, and stops at the first excess. */
class Inspection {
  faults: Fault[] = []
  #isRefused = false
  #conditions = 0
  #groups = 0

  constructor(filter: unknown) {
    this.#look(filter, [])
  }

  #look(filter: unknown, path: PropertyKey[]): void {
    const wanted = path.length === 0 ? mustBeGroup : mustBeExpression
    const fields: Record<string, unknown> | undefined = isObject(filter) ? filter : undefined
    const [group, other] = ['AND', 'OR'].filter(name => fields && Object.hasOwn(fields, name))
    if (!fields) this.#add(path, wanted)
    else if (other) this.#add(path, 'must have AND or OR, not both')
    else if (group) this.#lookInto(fields[group], [...path, group])
    else if (path.length === 0 || !('key' in fields)) this.#add(path, wanted)
    else if (++this.#conditions > maxConditions) this.#refuse(tooMany)
    else this.faults.push(...misspeltIn(fields, path))
  }

  /** A path has a name and a number for each level. */
  #lookInto(list: unknown, path: PropertyKey[]): void {
    const isLong = Array.isArray(list) && list.length > maxConditions
    if (path.length > 2 * maxDepth) this.#refuse(tooDeep)
    else if (isLong || ++this.#groups > maxGroups) this.#refuse(tooMany)
    for (const [i, each] of Array.isArray(list) ? list.entries() : []) {
      if (this.#isRefused || this.faults.length >= mostFaults) return
      this.#look(each, [...path, i])
    }
  }

  #add(path: PropertyKey[], message: string): void {
    this.faults.push({ path, message })
  }

  /** A fault of the whole filter, reported alone. */
  #refuse(message: string): void {
    this.faults = [{ path: [], message }]
    this.#isRefused = true
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A misspelt `filterType` would compare a number as text. */
function misspeltIn(condition: object, path: PropertyKey[]): Fault[] {
  return misspeltNames(condition, conditionSchema.shape).map(({ name, meant }) => ({
    path: [...path, name],
    message: `unknown field; did you mean ${meant}?`,
  }))
}

function parseJson(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > maxText) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function childrenOf(filter: Filter): Filter[] {
  return 'AND' in filter ? filter.AND : 'OR' in filter ? filter.OR : []
}

const isCondition = (filter: Filter): filter is Condition => 'key' in filter

function numericValuesAreNumbers(filter: Filter): boolean {
  if (!isCondition(filter)) return childrenOf(filter).every(numericValuesAreNumbers)
  return (
    filter.filterType !== 'numeric' || (filter.value.trim() !== '' && Number.isFinite(Number(filter.value)))
  )
}
