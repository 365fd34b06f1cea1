import { printable } from './printable.ts'

export type RowsOptions = {
  json?: boolean
  /** Colours for the values of columns. They are applied last, because values of others lose their control characters. */
  paint?: Record<string, (value: string) => string>
}

/** Prints a table on a terminal, else one line per row with tabs for `cut` and `awk`. With `json`, prints JSON. */
export function printRows(rows: readonly Record<string, string>[], options: RowsOptions): void {
  if (options.json) console.log(JSON.stringify(rows, null, 2))
  else if (process.stdout.isTTY)
    console.log(toTable(rows.map(toPrintable), { columns: process.stdout.columns, paint: options.paint }))
  else for (const row of rows) console.log(Object.values(toPrintable(row)).join('\t'))
}

const toPrintable = (row: Record<string, string>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, printable(value)]))

type TableOptions = { columns?: number | undefined; paint?: RowsOptions['paint'] }

/** The last column has the longest texts, so it is cut where the terminal ends, unless too little of it would be left. */
export function toTable(
  rows: readonly Record<string, string>[],
  { columns, paint = {} }: TableOptions = {},
): string {
  const names = Object.keys(rows[0] ?? {})
  const widths = names.map(name => Math.max(...[name, ...rows.map(row => row[name]!)].map(length)))
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0)
  const room = columns !== undefined && columns - before >= leastRoom ? columns - before : undefined
  const toLine = (cells: string[], colour: (i: number) => (value: string) => string) =>
    cells
      .map((cell, i) => {
        const shown = i === names.length - 1 && room !== undefined ? cut(cell, room) : cell
        const padding = i === names.length - 1 ? '' : ' '.repeat(widths[i]! - length(shown))
        return colour(i)(shown) + padding
      })
      .join('  ')
      .trimEnd()
  const heading = toLine(
    names.map(name => name.toUpperCase()),
    () => plain,
  )
  return [heading, ...rows.map(row => toLine(Object.values(row), i => paint[names[i]!] ?? plain))].join('\n')
}

const leastRoom = 20

const plain = (value: string) => value

/** Cuts a text that is longer than the room for it. */
export function cut(text: string, room: number): string {
  const letters = [...text]
  return letters.length <= room
    ? text
    : `${letters
        .slice(0, room - 1)
        .join('')
        .trimEnd()}…`
}

/** Counts characters as people do, not UTF-16 units. */
const length = (text: string) => [...text].length
