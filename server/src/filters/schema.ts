import { z } from 'zod'
import { misspeltNames } from '../lib/misspelt-fields.ts'
import { isDeeper } from '../lib/nesting.ts'
import { storableText } from '../lib/storable-text.ts'

/** Filter expressions as `interface.md` 2.6 and `decisions.md` 5 have them. */

const maxDepth = 5
const maxConditions = 200
const mustBeGroup = 'must be an object with either AND or OR, each an array of conditions, or its JSON text'
const mustBeExpression = 'must be a condition with key and value, or an object with either AND or OR'
const tooDeep = `may be nested at most ${maxDepth} levels deep`

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')], {
  error: 'must be true or false',
})

const conditionSchema = z.object({
  key: storableText.min(1).max(255).describe('Metadata key, case sensitive.'),
  value: z
    .union([storableText, z.number(), z.boolean()], { error: 'must be a string, number or boolean' })
    .transform(String)
    .describe('Value to compare with.'),
  filterType: z
    .enum(['metadata', 'numeric', 'array_contains', 'string_contains'])
    .default('metadata')
    .describe(
      '`metadata`: equal. `numeric`: compared by `numericOperator`. `array_contains`: an element is equal. `string_contains`: the text holds it.',
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

/** New schemas each time: shared ones would become components of the API description, with names made up by the generator. */
function groups() {
  return [
    z.strictObject({ AND: z.array(expressionSchema).describe('All of these must match.') }),
    z.strictObject({ OR: z.array(expressionSchema).describe('At least one of these must match.') }),
  ] as const
}

/** An object, or the JSON text of one, as some clients send it. */
export const filtersSchema = z
  .preprocess(readFilter, groupSchema)
  .refine(filter => depthOf(filter) <= maxDepth, tooDeep)
  .refine(filter => countConditions(filter) <= maxConditions, `may have at most ${maxConditions} conditions`)
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

/** A level is an object and its list, and the last holds conditions. Deeper ones never reach the schema, whose calls nest. */
function readFilter(value: unknown, context: z.RefinementCtx): unknown {
  const filter = parseJson(value)
  const faults = isDeeper(filter, 2 * maxDepth + 1) ? [{ path: [], message: tooDeep }] : faultsIn(filter)
  for (const { path, message } of faults) context.addIssue({ code: 'custom', path, message })
  return faults.length > 0 ? z.NEVER : filter
}

type Fault = { path: PropertyKey[]; message: string }

/** Checks that each level is a condition or one group. A union of shapes could only report it vaguely. */
function faultsIn(filter: unknown, path: PropertyKey[] = []): Fault[] {
  const isTop = path.length === 0
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter))
    return [{ path, message: isTop ? mustBeGroup : mustBeExpression }]
  const groups = Object.entries(filter).filter(([name]) => name === 'AND' || name === 'OR')
  if (groups.length > 1) return [{ path, message: 'must have AND or OR, not both' }]
  if (groups.length === 0 && !isTop && 'key' in filter) return misspeltIn(filter, path)
  if (groups.length === 0) return [{ path, message: isTop ? mustBeGroup : mustBeExpression }]
  const [name, list] = groups[0]!
  return Array.isArray(list) ? list.flatMap((each, i) => faultsIn(each, [...path, name, i])) : []
}

/** A misspelt `filterType` would compare as text what is a number. */
function misspeltIn(condition: object, path: PropertyKey[]): Fault[] {
  return misspeltNames(condition, conditionSchema.shape).map(({ name, meant }) => ({
    path: [...path, name],
    message: `unknown field; did you mean ${meant}?`,
  }))
}

function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
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

function depthOf(filter: Filter): number {
  return isCondition(filter) ? 0 : 1 + Math.max(0, ...childrenOf(filter).map(depthOf))
}

function countConditions(filter: Filter): number {
  return isCondition(filter) ? 1 : childrenOf(filter).reduce((sum, child) => sum + countConditions(child), 0)
}

function numericValuesAreNumbers(filter: Filter): boolean {
  if (!isCondition(filter)) return childrenOf(filter).every(numericValuesAreNumbers)
  return (
    filter.filterType !== 'numeric' || (filter.value.trim() !== '' && Number.isFinite(Number(filter.value)))
  )
}
