// biome-ignore-all lint/a11y/useSemanticElements: only the rows in view are in the page, which a table element cannot say
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names its row by aria-activedescendant
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid has the keys of its rows
// biome-ignore-all lint/a11y/noStaticElementInteractions: a click on a checkbox does not open its row
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
        {columns.map(({ name, label, isFigure }) => (
          <div key={name} role="columnheader" className={cx('truncate', isFigure && 'text-right')}>
            {label}
          </div>
        ))}
      </div>
    </div>
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
