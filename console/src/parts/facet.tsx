import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { Button } from './button.tsx'
import { Chip } from './chips.tsx'
import { shortFigure } from './numbers.ts'

export type FacetOption = { value: string; label: string; count?: number }

/** One value of a field to filter a list by, with how many rows have each. The chosen value is a chip. */
export function Facet({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string | undefined
  options: readonly FacetOption[] | undefined
  onChange(value: string | undefined): void
}) {
  const [open, setOpen] = useState(false)
  if (value !== undefined)
    return (
      <Chip onRemove={() => onChange(undefined)}>
        {label}:{' '}
        <b className="font-medium">{options?.find(option => option.value === value)?.label ?? value}</b>
      </Chip>
    )
  // One value for all rows divides nothing.
  if (options && options.length < 2) return null
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button look="quiet" className="h-7! px-2! text-xs! pointer-coarse:h-9!">
          {label}
          <ChevronDown size={14} aria-hidden />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          aria-label={label}
          className="appear z-60 max-h-80 w-60 overflow-y-auto rounded-lg bg-raised p-1.5 shadow-float ring-1 ring-line"
        >
          <ul>
            {options?.map(option => (
              <li key={option.value}>
                <button
                  type="button"
                  onClick={() => {
                    setOpen(false)
                    onChange(option.value)
                  }}
                  className="flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover pointer-coarse:min-h-11"
                >
                  <span className="min-w-0 flex-1 truncate">{option.label}</span>
                  {option.count !== undefined && (
                    <span className="figures text-muted text-xs">{shortFigure(option.count)}</span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
