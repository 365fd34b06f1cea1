import type { DocumentQuery } from '@reverie/sdk'
import type { Condition } from './view.ts'

type Filter = NonNullable<DocumentQuery['filters']>

/** Conditions as the API's filter: all groups must match, and of a group that is joined by "or", one condition. */
export function filterOf(where: readonly Condition[] | undefined): { filters?: Filter } {
  if (!where?.length) return {}
  const groups: Condition[][] = []
  for (const condition of where) {
    const last = groups.at(-1)
    if (condition.or && last) last.push(condition)
    else groups.push([condition])
  }
  const all = groups.map(group =>
    group.length === 1 ? toCondition(group[0]!) : { OR: group.map(toCondition) },
  )
  return { filters: { AND: all } as Filter }
}

function toCondition({ key, op, value }: Condition) {
  switch (op) {
    case 'is':
    case 'is not':
      return {
        key,
        value: literalOf(value),
        filterType: 'metadata',
        ...(op === 'is not' && { negate: true }),
      }
    case 'contains':
      return { key, value, filterType: 'string_contains', ignoreCase: true }
    case 'has':
      return { key, value, filterType: 'array_contains' }
    default:
      return { key, value: Number(value), filterType: 'numeric', numericOperator: op }
  }
}

/** `true` and `7` are compared as what they look like. */
function literalOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}
