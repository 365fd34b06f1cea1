import type { ReactNode } from 'react'

export type Column<Row> = {
  name: string
  label: string
  /** A width of CSS grid, such as `120px` or `minmax(0,1fr)`. */
  width: string
  /** Phones show only the columns that say so. */
  onPhone?: boolean
  isFigure?: boolean
  cell(row: Row): ReactNode
}

export type TableProps<Row> = {
  label: string
  rows: readonly Row[]
  idOf(row: Row): string
  columns: readonly Column<Row>[]
  /** Rows on all pages, loaded or not. */
  total?: number
  /** The row that the inspector shows. */
  open?: string | undefined
  onOpen(id: string, how: 'look' | 'enter'): void
  onClose?: () => void
  selection?: ReadonlySet<string>
  onSelect?: (selection: ReadonlySet<string>) => void
  onNearEnd?: () => void
  /** The rows are those of the view before, until the new ones are there. */
  isStale?: boolean
  /** The column by whose time the rows are ordered, and its button that turns the order round. */
  order?: { column: string; isOldestFirst: boolean; onTurn(): void }
  /** More keys, each with the row under the cursor. */
  keys?: Record<string, (row: Row) => void>
  nameOf(row: Row): string
}
