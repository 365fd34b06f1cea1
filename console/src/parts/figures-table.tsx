import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

export type FiguresColumn<Row> = {
  label: string
  cell(row: Row): ReactNode
  /** Words stand left, figures right. */
  isWord?: boolean
  isWideOnly?: boolean
}

/** A small table of figures. It scrolls sideways inside itself on phones. */
export function FiguresTable<Row>({
  label,
  rows,
  keyOf,
  columns,
}: {
  label: string
  rows: readonly Row[]
  keyOf(row: Row): string
  columns: readonly FiguresColumn<Row>[]
}) {
  const look = ({ isWord, isWideOnly }: FiguresColumn<Row>) =>
    cx(
      'px-2 first:pl-0 last:pr-0',
      isWord ? 'text-left' : 'figures text-right',
      isWideOnly && 'max-sm:hidden',
    )
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className="w-full border-line border-y">
        <thead>
          <tr className="h-8 text-muted text-xs">
            {columns.map(column => (
              <th key={column.label} scope="col" className={cx(look(column), 'font-normal')}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)} className="h-9 border-line border-t hover:bg-hover">
              {columns.map(column => (
                <td key={column.label} className={cx(look(column), 'whitespace-nowrap')}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
