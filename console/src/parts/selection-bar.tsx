import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { counted } from './numbers.ts'

/** The actions for selected rows, at the foot of their list. */
export function SelectionBar({
  count,
  noun,
  plural,
  onClear,
  children,
}: {
  count: number
  noun: string
  plural?: string
  onClear(): void
  children: ReactNode
}) {
  return (
    <section
      aria-label="Selection"
      className="appear flex min-h-12 flex-wrap items-center gap-1 border-line border-t bg-raised px-4 py-1.5 sm:px-6"
    >
      <p className="figures mr-3 font-medium">{counted(count, noun, plural)}</p>
      {children}
      <IconButton label="Clear the selection" className="ml-auto" onClick={onClear}>
        <X size={16} />
      </IconButton>
    </section>
  )
}
