import type { Comparison } from './measure.ts'

/** A goal for the ratio, for our own median or rate, or for our own 95th percentile. */
export type Goal =
  | { atMost: number }
  | { atLeast: number }
  | { oursAtMost: number }
  | { oursAtLeast: number }
  | { p95Below: number }

/** One line of the table and one entry of the JSON: ours against bare. Without a goal it is for information. */
export type Figure = {
  name: string
  unit: 'ms' | 'µs' | 'per s' | 'share' | 'rows' | 'bytes'
  ours: { p50: number; p95?: number; p99?: number }
  bare: { p50: number; p95?: number; p99?: number }
  ratio: number
  goal?: Goal
}

export function figureOf(name: string, { ours, bare, ratio }: Comparison, goal?: Goal): Figure {
  return { name, unit: 'ms', ours, bare, ratio, ...(goal && { goal }) }
}

/** Rates per second; the ratio is our share of the bare rate. */
export function rateOf(name: string, ours: number, bare: number, goal?: Goal): Figure {
  return {
    name,
    unit: 'per s',
    ours: { p50: ours },
    bare: { p50: bare },
    ratio: ours / bare,
    ...(goal && { goal }),
  }
}

/** Compared as printed: a ratio shown as 1.50 meets a goal of 1.5. */
export function isMet({ ours, ratio, goal }: Figure): boolean | undefined {
  if (!goal) return undefined
  if ('p95Below' in goal) return ours.p95 !== undefined && ours.p95 < goal.p95Below
  if ('oursAtMost' in goal) return ours.p50 <= goal.oursAtMost
  if ('oursAtLeast' in goal) return ours.p50 >= goal.oursAtLeast
  const shown = Number(ratio.toFixed(decimals(goal)))
  return 'atMost' in goal ? shown <= goal.atMost : shown >= goal.atLeast
}

const decimals = (goal: Goal) => ('atLeast' in goal && goal.atLeast > 0.9 ? 3 : 2)

export function toTable(figures: readonly Figure[]): string {
  const rows = figures.map(figure => [
    figure.name,
    number(figure.ours.p50),
    number(figure.ours.p95),
    number(figure.ours.p99),
    number(figure.bare.p50),
    number(figure.bare.p95),
    number(figure.bare.p99),
    figure.unit,
    figure.ratio.toFixed(figure.goal ? decimals(figure.goal) : 2),
    describe(figure.goal),
    { true: 'yes', false: 'NO', undefined: '' }[String(isMet(figure))]!,
  ])
  const header = ['', 'ours p50', 'p95', 'p99', 'bare p50', 'p95', 'p99', 'unit', 'ratio', 'goal', 'met']
  const lines = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...lines.map(line => line[column]!.length)))
  return lines
    .map(line =>
      line
        .map((cell, i) => align(cell, widths[i]!, i))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const align = (cell: string, width: number, column: number) =>
  column === 0 || column === 7 ? cell.padEnd(width) : cell.padStart(width)

function number(value: number | undefined): string {
  if (value === undefined) return ''
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 3)
}

function describe(goal: Goal | undefined): string {
  if (!goal) return ''
  if ('p95Below' in goal) return `p95 < ${goal.p95Below}`
  if ('oursAtMost' in goal) return `ours ≤ ${goal.oursAtMost}`
  if ('oursAtLeast' in goal) return `ours ≥ ${goal.oursAtLeast}`
  return 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`
}

/** Numbers by name, rounded to their precision. */
export function toJson(figures: readonly Figure[]): Record<string, unknown> {
  const round = (value: number) => Number(value.toPrecision(4))
  const all = (values: Record<string, number | undefined>) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, round(value)]])),
    )
  return Object.fromEntries(
    figures.map(figure => [
      figure.name,
      {
        unit: figure.unit,
        ...all({
          ours: figure.ours.p50,
          oursP95: figure.ours.p95,
          oursP99: figure.ours.p99,
          bare: figure.bare.p50,
          bareP95: figure.bare.p95,
          bareP99: figure.bare.p99,
        }),
        ratio: round(figure.ratio),
        ...(figure.goal && { goal: describe(figure.goal), met: isMet(figure) }),
      },
    ]),
  )
}
