import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

/** Asks before something that cannot be undone. The button says what it does. */
export function Confirm({
  title,
  children,
  action,
  open,
  onOpenChange,
  onConfirm,
}: {
  title: string
  children: ReactNode
  action: string
  open: boolean
  onOpenChange(open: boolean): void
  onConfirm(): void
}) {
  return (
    <Modal title={title} description={children} open={open} onOpenChange={onOpenChange}>
      <div className="flex justify-end gap-2">
        <Button onClick={() => onOpenChange(false)}>Cancel</Button>
        <Button
          look="danger"
          onClick={() => {
            onOpenChange(false)
            onConfirm()
          }}
        >
          {action}
        </Button>
      </div>
    </Modal>
  )
}
