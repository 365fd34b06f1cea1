// biome-ignore-all lint/a11y/useSemanticElements: only the rows in view are in the page, which a table element cannot say
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names its row by aria-activedescendant
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid has the keys of its rows
// biome-ignore-all lint/a11y/noStaticElementInteractions: a click on a checkbox does not open its row
import { ArrowDown, ArrowUp } from 'lucide-react'
import { cx } from '../class-names.ts'
import type { TableProps } from './table-props.ts'

/** The names of the columns, which stay in view. */
export function Head<Row>({
  columns,
  template,
  rows,
  idOf,
  selection,
  onSelect,
  order,
}: TableProps<Row> & { template: string }) {
  const isAll = rows.length > 0 && rows.every(row => selection?.has(idOf(row)))
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-line border-b bg-page max-md:hidden">
      <div
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: template }}
        className="grid h-8 items-center gap-x-3 px-4 text-muted text-xs sm:px-6"
      >
        {selection && (
          <Checkbox
            label="Select all that are loaded"
            isHead
            checked={isAll}
            onChange={() => onSelect?.(new Set(isAll ? [] : rows.map(idOf)))}
          />
        )}
        {columns.map(({ name, label, isFigure }) => {
          const ordered = order?.column === name ? order : undefined
          return (
            <div
              key={name}
              role="columnheader"
              {...(ordered && { 'aria-sort': ordered.isOldestFirst ? 'ascending' : 'descending' })}
              className={cx('truncate', isFigure && 'text-right')}
            >
              {ordered ? <OrderButton label={label} order={ordered} /> : label}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function OrderButton({ label, order }: { label: string; order: NonNullable<TableProps<never>['order']> }) {
  const Arrow = order.isOldestFirst ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      title={order.isOldestFirst ? 'Oldest first' : 'Newest first'}
      onClick={order.onTurn}
      className="inline-flex items-center gap-1 hover:text-ink"
    >
      {label}
      <Arrow size={12} aria-hidden />
    </button>
  )
}

export function Checkbox({
  label,
  checked,
  isHead,
  onChange,
}: {
  label: string
  checked: boolean
  isHead?: boolean
  onChange(): void
}) {
  return (
    <div
      role={isHead ? 'columnheader' : 'gridcell'}
      className="flex items-center"
      onClick={event => event.stopPropagation()}
    >
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={label}
        checked={checked}
        onChange={onChange}
        className="size-4 accent-accent pointer-coarse:size-5"
      />
    </div>
  )
}
