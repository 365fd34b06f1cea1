import type { DocumentQuery } from '@reverie/sdk'
import type { Condition } from './view.ts'

type Filter = NonNullable<DocumentQuery['filters']>

/** Conditions as the API's filter: all of them must match. */
export function filterOf(where: readonly Condition[] | undefined): { filters?: Filter } {
  if (!where?.length) return {}
  return { filters: { AND: where.map(toCondition) } as Filter }
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
