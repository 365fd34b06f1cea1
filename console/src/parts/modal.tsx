import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'

type ModalProps = {
  title: string
  description?: ReactNode
  open: boolean
  onOpenChange(open: boolean): void
  children: ReactNode
}

/** A dialog in the middle of the page; on phones it rises from the bottom. */
export function Modal({ title, description, open, onOpenChange, children }: ModalProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/35" />
        <Dialog.Content
          className="appear fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto rounded-t-xl bg-raised p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] shadow-float ring-1 ring-line sm:inset-x-auto sm:top-[12vh] sm:bottom-auto sm:left-1/2 sm:w-[28rem] sm:-translate-x-1/2 sm:rounded-lg"
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="mb-4 flex items-start justify-between gap-3">
            <div>
              <Dialog.Title className="font-semibold text-base">{title}</Dialog.Title>
              {description && (
                <Dialog.Description className="mt-0.5 text-muted">{description}</Dialog.Description>
              )}
            </div>
            <Dialog.Close asChild>
              <IconButton label="Close" className="-mt-1 -mr-2">
                <X size={16} />
              </IconButton>
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
