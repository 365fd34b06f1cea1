import { Modal } from '../parts/modal.tsx'
import { shortcuts } from './shortcuts.ts'

/** The list of keys that `?` opens. */
export function Help({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  return (
    <Modal title="Keys of every page" open={open} onOpenChange={onOpenChange}>
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-2">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt>
              <kbd className="font-mono text-xs">{keys}</kbd>
            </dt>
            <dd className="text-muted">{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
