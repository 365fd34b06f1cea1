import { useEffect, useRef } from 'react'

export type ShellActions = { togglePalette(): void; toggleRail(): void; showHelp(): void }

export const paletteKey = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'

/** The list that `?` shows. Lists of documents and memories listen to the keys of their rows themselves (`useKeys`). */
export const shortcuts: readonly { keys: string; does: string }[] = [
  { keys: paletteKey, does: 'Search pages and actions' },
  { keys: 'J, ↓', does: 'Next row of a list' },
  { keys: 'K, ↑', does: 'Row before' },
  { keys: 'Enter', does: 'Open the row' },
  { keys: 'X', does: 'Select the row; Shift ↓ selects on' },
  { keys: '/', does: 'Search in the list' },
  { keys: 'E', does: 'Correct the memory' },
  { keys: 'F', does: 'Forget the memory' },
  { keys: 'R', does: 'Retry the failed document' },
  { keys: 'A, D', does: 'Approve or decline, in a review' },
  { keys: 'U', does: 'Undo the last change' },
  { keys: 'Esc', does: 'Clear the selection, close the inspector' },
  { keys: '[', does: 'Fold the rail to icons, and back' },
  { keys: '?', does: 'Show these keys' },
]

/** Listens to the keys of every page. Letters do nothing while somebody types, or while a dialog is open. */
export function useShortcuts(actions: ShellActions): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && act(event, latest.current)) event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Returns false for a key that is none of ours. */
function act(event: KeyboardEvent, { togglePalette, toggleRail, showHelp }: ShellActions): boolean {
  const { key } = event
  if (event.metaKey || event.ctrlKey) {
    if (key.toLowerCase() !== 'k') return false
    togglePalette()
    return true
  }
  if (event.altKey || isBusy(event.target)) return false
  if (key === '?') showHelp()
  else if (key === '[') toggleRail()
  else if (key === 'j' || key === 'ArrowDown') return moveRow(1, key)
  else if (key === 'k' || key === 'ArrowUp') return moveRow(-1, key)
  else if (key === 'Enter') return openRow()
  else return false
  return true
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return true
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [role=tab], [contenteditable]') !== null
  )
}

const focusedRow = () => document.activeElement?.closest<HTMLElement>('[data-row]') ?? undefined

/** Rows of lists have the attribute `data-row`. Arrows scroll the page until J or a click has chosen a row. */
function moveRow(step: 1 | -1, key: string): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')]
  const from = focusedRow()
  if (rows.length === 0 || (!from && key.startsWith('Arrow'))) return false
  const at = from ? rows.indexOf(from) + step : 0
  const next = rows[Math.min(rows.length - 1, Math.max(0, at))]!
  next.tabIndex = -1
  next.focus()
  return true
}

function openRow(): boolean {
  const row = focusedRow()
  const link = row === document.activeElement ? row?.querySelector<HTMLElement>('a[href], [data-open]') : null
  link?.click()
  return Boolean(link)
}
