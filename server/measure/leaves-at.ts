/** The values at a path of figures: `a.b` is b of a, and `a.*.b` every b in a. A figure that was not measured is left out. */
export function leavesAt(figures: unknown, path: string): unknown[] {
  return valuesAt(figures, path.split('.')).filter(value => value !== undefined && value !== null)
}

function valuesAt(value: unknown, [first, ...rest]: string[]): unknown[] {
  if (first === undefined) return [value]
  if (typeof value !== 'object' || value === null) return []
  const found = first === '*' ? Object.values(value) : [(value as Record<string, unknown>)[first]]
  return found.flatMap(inner => valuesAt(inner, rest))
}
