import { printable } from './printable.ts'

/** Prints a table on a terminal, else one line per row with tabs for `cut` and `awk`. With `json`, prints JSON. */
export function printRows(rows: readonly Record<string, string>[], options: { json?: boolean }): void {
  if (options.json) console.log(JSON.stringify(rows, null, 2))
  else if (process.stdout.isTTY) console.log(toTable(rows.map(toPrintable)))
  else for (const row of rows) console.log(Object.values(toPrintable(row)).join('\t'))
}

const toPrintable = (row: Record<string, string>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, printable(value)]))

export function toTable(rows: readonly Record<string, string>[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const widths = columns.map(column => Math.max(...[column, ...rows.map(row => row[column]!)].map(length)))
  const toLine = (cells: string[]) =>
    cells
      .map((cell, i) => cell + ' '.repeat(widths[i]! - length(cell)))
      .join('  ')
      .trimEnd()
  return [columns.map(column => column.toUpperCase()), ...rows.map(row => Object.values(row))]
    .map(toLine)
    .join('\n')
}

/** Counts characters as people do, not UTF-16 units. */
const length = (text: string) => [...text].length
