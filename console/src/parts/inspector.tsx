import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { useMedia } from './use-media.ts'

type InspectorProps = { title: string; actions?: ReactNode; onClose(): void; children: ReactNode }

/** The selected thing, whole: 420 px beside the list, or a sheet over it where there is no room. */
export function Inspector(props: InspectorProps) {
  const isBeside = useMedia('(min-width: 1100px)')
  return isBeside ? <Beside {...props} /> : <Sheet {...props} />
}

function Beside({ title, actions, onClose, children }: InspectorProps) {
  return (
    <aside
      aria-label={title}
      className="flex w-[420px] shrink-0 flex-col border-line border-l bg-page"
      onKeyDown={event => event.key === 'Escape' && onClose()}
    >
      <div className="flex h-12 shrink-0 items-center gap-1 border-line border-b pr-3 pl-5">
        <p className="min-w-0 flex-1 truncate text-muted text-xs">{title}</p>
        {actions}
        <IconButton label="Close" onClick={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      <section
        aria-label={`${title}: details`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5"
      >
        {children}
      </section>
    </aside>
  )
}

function Sheet({ title, actions, onClose, children }: InspectorProps) {
  return (
    <Dialog.Root open onOpenChange={open => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/35" />
        <Dialog.Content
          aria-describedby={undefined}
          className="appear fixed inset-x-0 bottom-0 z-50 flex max-h-[88dvh] flex-col rounded-t-xl bg-page shadow-float sm:inset-y-0 sm:left-auto sm:max-h-none sm:w-[420px] sm:rounded-none"
        >
          <div className="flex h-12 shrink-0 items-center gap-1 border-line border-b pr-2 pl-4">
            <Dialog.Title className="min-w-0 flex-1 truncate text-muted text-xs">{title}</Dialog.Title>
            {actions}
            <Dialog.Close asChild>
              <IconButton label="Close">
                <X size={16} />
              </IconButton>
            </Dialog.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
            {children}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Facts about a thing, one in a line. */
export function Facts({ of: facts }: { of: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

export function InspectorSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      {children}
    </section>
  )
}
