// biome-ignore-all lint/a11y/useSemanticElements: only the rows in view are in the page, which a table element cannot say
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names its row by aria-activedescendant
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid has the keys of its rows
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: see above
// biome-ignore-all lint/a11y/noStaticElementInteractions: a click on a checkbox does not open its row
import { useEffect, useId, useMemo, useState } from 'react'
import { cx } from '../class-names.ts'
import { useMedia } from '../use-media.ts'
import { Checkbox, Head } from './head.tsx'
import type { TableProps } from './table-props.ts'
import { type Keys, useKeys } from './use-keys.ts'
import { useRowsInView } from './use-rows-in-view.ts'

const [desktopRow, phoneRow] = [36, 56]
/** The next page is asked for so many rows before the end, and not before somebody scrolls: about 25 rows are in view. */
const [rowsAhead, rowsAtOnce] = [40, 30]

/** A dense list: 36 px rows, J/K and arrows, Enter opens, X selects. Only rows in view are in the page beyond 200. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, idOf, columns, total = rows.length, open, onOpen, selection, onNearEnd } = props
  const isWide = useMedia('(min-width: 768px)')
  const rowHeight = isWide ? desktopRow : phoneRow
  const { ref, from, to, seenTo } = useRowsInView(rows.length, rowHeight)
  const [cursor, setCursor] = useState<string>()
  const id = useId()
  const cursorId = cursor ?? open
  const shown = columns.filter(({ onPhone }) => isWide || onPhone)
  const template = `${selection ? '36px ' : ''}${shown.map(({ width }) => width).join(' ')}`

  useEffect(() => {
    if (seenTo > Math.max(rowsAtOnce, rows.length - rowsAhead)) onNearEnd?.()
  }, [seenTo, rows.length, onNearEnd])

  const moveTo = (at: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, at))]
    if (!row) return
    setCursor(idOf(row))
    scrollTo(ref.current, rows.indexOf(row), rowHeight)
    if (open !== undefined) onOpen(idOf(row), 'look')
  }
  const at = useMemo(() => rows.findIndex(row => idOf(row) === cursorId), [rows, idOf, cursorId])
  const isCursorShown = at >= from && at < to
  useTableKeys(props, at, moveTo)

  return (
    <div
      ref={ref}
      role="grid"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-multiselectable={selection ? true : undefined}
      aria-activedescendant={isCursorShown ? `${id}-${cursorId}` : undefined}
      tabIndex={0}
      className={cx(
        'min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none transition-opacity focus-visible:ring-2 focus-visible:ring-accent focus-visible:ring-inset',
        props.isStale && 'opacity-60',
      )}
    >
      <Head {...props} columns={shown} template={template} />
      <div role="rowgroup" style={{ height: rows.length * rowHeight, position: 'relative' }}>
        {rows.slice(from, to).map((row, index) => {
          const rowId = idOf(row)
          const isSelected = selection?.has(rowId)
          return (
            <div
              key={rowId}
              id={`${id}-${rowId}`}
              role="row"
              aria-rowindex={from + index + 2}
              aria-selected={selection ? isSelected : rowId === open}
              onClick={() => {
                setCursor(rowId)
                onOpen(rowId, 'look')
              }}
              onDoubleClick={() => onOpen(rowId, 'enter')}
              style={{ top: (from + index) * rowHeight, height: rowHeight, gridTemplateColumns: template }}
              className={cx(
                'absolute inset-x-0 grid cursor-default items-center gap-x-3 border-line border-b px-4 sm:px-6',
                rowId === open || isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
                rowId === cursorId && 'shadow-[inset_2px_0_0_var(--accent)]',
              )}
            >
              {selection && (
                <Checkbox
                  label={`Select ${props.nameOf(row)}`}
                  checked={!!isSelected}
                  onChange={() => toggle(props, rowId)}
                />
              )}
              {shown.map(({ name, cell, isFigure }) => (
                <div
                  key={name}
                  role="gridcell"
                  className={cx('min-w-0 truncate', isFigure && 'figures text-right')}
                >
                  {cell(row)}
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function toggle<Row>({ selection, onSelect }: TableProps<Row>, id: string): void {
  const next = new Set(selection)
  if (!next.delete(id)) next.add(id)
  onSelect?.(next)
}

function useTableKeys<Row>(props: TableProps<Row>, at: number, moveTo: (at: number) => void) {
  const { rows, idOf, onOpen, onClose, selection, onSelect, keys = {} } = props
  const row = rows[at]
  const down = (event: KeyboardEvent) => {
    const next = rows[at + 1]
    if (event.shiftKey && selection)
      onSelect?.(new Set([...selection, ...[row, next].flatMap(each => (each ? idOf(each) : []))]))
    moveTo(at + 1)
  }
  const up = () => moveTo(at - 1)
  const first = () => moveTo(0)
  const last = () => moveTo(rows.length - 1)
  const enter = () => row && onOpen(idOf(row), 'enter')
  const select = () => row && selection && toggle(props, idOf(row))
  const leave = () => (selection?.size ? onSelect?.(new Set()) : onClose?.())
  const own: Keys = { j: down, k: up, ArrowDown: down, ArrowUp: up, Enter: enter, x: select, ' ': select }
  const more = Object.entries(keys).map(([key, act]) => [key, () => row && act(row)] as const)
  useKeys({
    ...own,
    Escape: leave,
    Home: first,
    End: last,
    ...Object.fromEntries(more),
  })
}

/** Brings a row into view, below the head. */
function scrollTo(scroller: HTMLElement | null, at: number, rowHeight: number): void {
  if (!scroller) return
  const [top, head] = [at * rowHeight, 32]
  if (top < scroller.scrollTop) scroller.scrollTop = top
  const bottom = top + rowHeight + head - scroller.clientHeight
  if (bottom > scroller.scrollTop) scroller.scrollTop = bottom
}
