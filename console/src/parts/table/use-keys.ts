import { useEffect, useRef } from 'react'

export type Keys = Record<string, (event: KeyboardEvent) => void>

/** Keys of a page, such as `j`. They rest while somebody types, while a dialog is open, and with ⌘, Ctrl or Alt. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
      const act = latest.current[event.key] ?? latest.current[event.key.toLowerCase()]
      if (!act || isBusy(event)) return
      event.preventDefault()
      act(event)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

const controls = 'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=slider]'

function isBusy({ target, key }: KeyboardEvent): boolean {
  const element = target as HTMLElement
  if (element.closest?.(controls)) return true
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')) return true
  // A button or link that has the focus is what Enter and Space are for.
  return (key === 'Enter' || key === ' ') && !!element.closest?.('button, a, summary, input')
}
