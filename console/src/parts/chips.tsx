import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { shortFigure } from './numbers.ts'

const look =
  'inline-flex h-7 items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 text-xs ring-1 ring-inset transition-colors pointer-coarse:h-9 pointer-coarse:px-3'

/** One of a few views of a list, with how many rows it has. */
export function Chips<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: Value
  options: readonly { value: Value; label: string; count?: number | undefined }[]
  onChange(value: Value): void
}) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cx(
            look,
            option.value === value
              ? 'bg-accent-soft font-medium text-ink ring-accent/40'
              : 'text-muted ring-line hover:bg-hover hover:text-ink',
          )}
        >
          {option.label}
          {option.count !== undefined && (
            <span className="figures text-muted">{shortFigure(option.count)}</span>
          )}
        </button>
      ))}
    </fieldset>
  )
}

/** A filter that applies, or a thing that was chosen. Its cross removes it. */
export function Chip({
  children,
  label = 'Remove this filter',
  onRemove,
}: {
  children: ReactNode
  label?: string
  onRemove(): void
}) {
  return (
    <span className={cx(look, 'bg-accent-soft pr-1 text-ink ring-accent/40')}>
      <span className="max-w-60 truncate">{children}</span>
      <button
        type="button"
        aria-label={label}
        onClick={onRemove}
        className="rounded-full p-1 text-muted hover:bg-hover hover:text-ink"
      >
        <X size={12} aria-hidden />
      </button>
    </span>
  )
}
