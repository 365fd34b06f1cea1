import { Modal } from '../parts/modal.tsx'

export const paletteKey = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'

const keys: readonly (readonly [keys: string, what: string])[] = [
  [paletteKey, 'every page and action'],
  ['J  K', 'next and previous row, also by arrows'],
  ['Enter', 'open the row'],
  ['X', 'select the row; Shift ↓ selects on'],
  ['/', 'search in the list'],
  ['E', 'correct the memory'],
  ['F', 'forget the memory'],
  ['A  D', 'approve or decline, in a review'],
  ['U', 'undo the last change'],
  ['Esc', 'clear the selection, close the inspector'],
  ['?', 'these keys'],
]

export function KeysHelp({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  return (
    <Modal title="Keys" open={open} onOpenChange={onOpenChange}>
      <dl className="grid grid-cols-[5rem_1fr] items-baseline gap-y-2">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="whitespace-pre rounded-md bg-rail px-1.5 py-0.5 font-mono text-xs ring-1 ring-line">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
