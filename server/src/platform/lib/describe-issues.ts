import type { z } from 'zod'
import { isIgnored } from './client-fields.ts'
import { nearestName } from './nearest-name.ts'

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue

/** Options for every parse of input. Each message continues the name of the field and says which value is expected. */
export const plainWords = { error: (issue: RawIssue): string => wordsFor(issue) }

/** One `path: message` line per fault. For a fault of the whole value, `whole` (such as `body`) stands for the path. */
export function describeIssues(issues: readonly Issue[], whole: string): string[] {
  return withoutEchoes(issues).flatMap(issue => describeIssue(issue, [], whole))
}

/** zod checks the length of a value even if its type is wrong: `[]` for a string would also be told to "have at least 1 item". */
function withoutEchoes(issues: readonly Issue[]): Issue[] {
  const ofWrongType = new Set(
    issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => path.join('.')),
  )
  return issues.filter(({ code, path }) => !/^too_/.test(code) || !ofWrongType.has(path.join('.')))
}

function describeIssue(issue: Issue, parent: PropertyKey[], whole: string): string[] {
  const path = [...parent, ...issue.path]
  if (issue.code === 'unrecognized_keys')
    return issue.message.split('\n').map(line => [...path, line].map(String).join('.'))
  const branch = issue.code === 'invalid_union' ? meantBranch(issue.errors) : undefined
  if (branch) return withoutEchoes(branch).flatMap(inner => describeIssue(inner, path, whole))
  return [`${path.length > 0 ? path.map(String).join('.') : whole}: ${issue.message}`]
}

function wordsFor(issue: RawIssue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kindOf(issue.expected)}`
    case 'invalid_value':
      return mustBeOneOf(issue.values.map(String))
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? `a valid ${issue.format}`}`
    case 'too_big':
      return `must ${amount('at most', Number(issue.maximum), issue.origin)}`
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? 'must not be empty'
        : `must ${amount('at least', Number(issue.minimum), issue.origin)}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return unknownFields(issue.keys, fieldsOf(issue.inst))
    case 'invalid_union':
      return `must be ${either(issue.errors.flatMap(expectedBy))}`
    case 'invalid_key':
    case 'invalid_element':
      return `has a key or an item that is not valid: ${issue.issues.map(({ message }) => message).join(', ')}`
    default:
      return issue.message ?? 'is not as expected'
  }
}

/** Most unknown fields that are described. A body may have a hundred thousand, and each costs a comparison with all names. */
const mostNamed = 10

function unknownFields(keys: readonly string[], known: readonly string[]): string {
  const lines = keys.slice(0, mostNamed).map(key => unknownField(key, known))
  const more = keys.length - lines.length
  return [
    ...lines,
    ...(more > 0 ? [`${keys[mostNamed]}: unknown field, and so are ${more - 1} more`] : []),
  ].join('\n')
}

function unknownField(key: string, known: readonly string[]): string {
  const meant = nearestName(key, known)
  if (meant !== undefined) return `${key}: unknown field; did you mean ${meant}?`
  return `${key}: unknown field; the known fields are ${known.join(', ')}`
}

function fieldsOf(schema: RawIssue['inst']): string[] {
  const { shape = {} } = (schema as { shape?: Record<string, z.ZodType> } | undefined) ?? {}
  return Object.keys(shape).filter(name => !isIgnored(shape[name]!))
}

const kinds: Record<string, string> = {
  int: 'a whole number',
  boolean: 'true or false',
  record: 'an object',
  null: 'null',
}

function kindOf(type: string): string {
  return kinds[type] ?? `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`
}

const formats: Record<string, string> = {
  date: 'a date such as 2026-05-31',
  datetime: 'an ISO 8601 time such as 2026-05-31T09:30:00Z',
  url: 'a URL',
  email: 'an e-mail address',
}

function amount(bound: string, count: number, origin: string): string {
  if (origin === 'string') return `be ${bound} ${count} characters`
  if (origin === 'array') return `have ${bound} ${count} ${count === 1 ? 'item' : 'items'}`
  return `be ${bound} ${count}`
}

const mustBeOneOf = (values: readonly string[]) =>
  values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(', ')}`

/** The input that one branch of a union expects. */
function expectedBy(issues: readonly Issue[]): string[] {
  const [issue] = issues
  if (!issue || issue.path.length > 0) return ['an object']
  if (issue.code === 'invalid_type') return [kindOf(issue.expected)]
  if (issue.code === 'invalid_value') return issue.values.map(String)
  if (issue.code === 'invalid_format') return [formats[issue.format] ?? issue.format]
  return issue.code === 'invalid_union' ? issue.errors.flatMap(expectedBy) : [issue.message]
}

function either(expected: readonly string[]): string {
  const names = [...new Set(expected)]
  return names.length < 2
    ? (names[0] ?? 'something else')
    : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/**
 * The branch of a union that the caller most likely meant: the one with the fewest faults among those that accept the type of
 * the value. If every branch expects another word in the same field, such as `type`, the message lists all words.
 */
function meantBranch(branches: readonly Issue[][]): Issue[] | undefined {
  const [best] = branches
    .map(issues => ({ issues, cost: costOf(issues) }))
    .filter(({ cost }) => Number.isFinite(cost))
    .sort((a, b) => a.cost - b.cost)
  return best && (sharedWord(branches) ?? best.issues)
}

function costOf(issues: readonly Issue[]): number {
  const costs = issues.map(issue => {
    if (issue.code === 'unrecognized_keys') return issue.keys.length
    // A value that is only too long or too short has the type of this branch.
    const isOfThisType = issue.path.length > 0 || /^(custom|too_big|too_small)$/.test(issue.code)
    return isOfThisType ? 1 : Number.POSITIVE_INFINITY
  })
  return costs.length === 0 ? Number.POSITIVE_INFINITY : costs.reduce((sum, cost) => sum + cost, 0)
}

function sharedWord(branches: readonly Issue[][]): Issue[] | undefined {
  const words = branches.map(issues =>
    issues.find(issue => issue.code === 'invalid_value' && issue.path.length === 1),
  )
  const [first] = words
  if (words.length < 2 || !first || words.some(word => word?.path[0] !== first.path[0])) return undefined
  const values = words.flatMap(word => (word?.code === 'invalid_value' ? word.values.map(String) : []))
  return [{ ...first, message: mustBeOneOf([...new Set(values)]) } as Issue]
}
