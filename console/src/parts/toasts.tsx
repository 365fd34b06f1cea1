import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button, IconButton } from './button.tsx'

type Toast = { id: number; text: string; isError: boolean; undo?: () => void }

/** Time to change one's mind. */
const shownMs = 10_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

const dismiss = (id: number) => change(toasts.filter(each => each.id !== id))

/** Says what happened, with a way back if there is one. */
export function say(text: string, { undo, isError = false }: { undo?: () => void; isError?: boolean } = {}) {
  const id = ++lastId
  change([...toasts.slice(-2), { id, text, isError, ...(undo && { undo }) }])
  setTimeout(() => dismiss(id), shownMs)
}

/** Takes the way back of the latest message that has one. */
export function undoLast(): void {
  const last = toasts.findLast(({ undo }) => undo)
  if (!last) return
  dismiss(last.id)
  last.undo!()
}

export const sayError = (error: unknown) =>
  say(error instanceof Error ? error.message : String(error), { isError: true })

export function Toasts() {
  const shown = useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <section
      aria-label="Messages"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-60 flex flex-col items-center gap-2 sm:inset-x-auto sm:right-4 sm:items-end"
    >
      {shown.map(({ id, text, isError, undo }) => (
        <div
          key={id}
          className="appear pointer-events-auto flex max-w-md items-center gap-2 rounded-lg bg-ink py-1.5 pr-1.5 pl-3.5 text-page shadow-float"
        >
          <span>
            {isError && <span className="font-semibold">Not done. </span>}
            {text}
          </span>
          {undo && (
            <Button
              look="quiet"
              className="h-7! text-page! underline underline-offset-2 hover:bg-page/15!"
              onClick={() => {
                dismiss(id)
                undo()
              }}
            >
              Undo
            </Button>
          )}
          <IconButton
            label="Dismiss"
            className="size-7! text-page! hover:bg-page/15!"
            onClick={() => dismiss(id)}
          >
            <X size={14} />
          </IconButton>
        </div>
      ))}
    </section>
  )
}
