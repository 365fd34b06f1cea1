import { leavesAt } from '../../measure/leaves-at.ts'
import type { Claim } from './claim.ts'

/**
 * A placeholder names figures by their path, and how several become one: `{lost}`, `{outages.*.lost}` is their sum,
 * `{outages.*.recoveredMs|max}` the largest, `{known|percent}` a share in percent, `{git.ok|held}` a yes or no,
 * `{skipped|names}` a list of words and `{parts|count}` how many there are.
 */
const placeholder = /\{([^{}]+)\}/g

export type ShownFigures = Record<string, number | string>

/** The figures of a run that the page needs, by their placeholders. */
export function chooseFigures({ summary, sabotage }: Claim, figures: unknown): ShownFigures {
  const shown = Array.from(summary.matchAll(placeholder), match => match[1]!)
  const spoiled = typeof sabotage === 'string' ? [] : (sabotage.failsBy ?? [])
  const all = [...shown, ...spoiled].map(name => [name, read(figures, name)] as const)
  return Object.fromEntries(all.filter((entry): entry is [string, number | string] => entry[1] !== undefined))
}

/** A dash stands for a figure that was not measured. */
export function putIntoWords(summary: string, chosen: ShownFigures): string {
  return summary.replaceAll(placeholder, (_, name: string) => {
    const value = chosen[name]
    return typeof value === 'number'
      ? value.toLocaleString('en', { maximumFractionDigits: 2 })
      : (value ?? '–')
  })
}

function read(figures: unknown, name: string): number | string | undefined {
  const [path = '', how = 'sum'] = name.split('|')
  const values = leavesAt(figures, path)
  if (values.length === 0) return undefined
  if (how === 'names') return values.flat().join(', ') || 'none'
  if (how === 'held') return values.every(Boolean) ? 'ok' : 'failed'
  if (how === 'count') return values.flat().length
  const numbers = values.filter(value => typeof value === 'number')
  if (numbers.length === 0) return typeof values[0] === 'string' ? values[0] : undefined
  if (how === 'max') return Math.max(...numbers)
  const sum = numbers.reduce((total, value) => total + value, 0)
  return how === 'percent' ? Math.round(sum * 1_000) / 10 : sum
}
