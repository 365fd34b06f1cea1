import type { KeyboardEvent } from 'react'

/** Up and down walk through the checkboxes, right opens, left closes or goes to the one above. */
export function walkTree(event: KeyboardEvent<HTMLElement>): void {
  const from = document.activeElement
  const node = from?.closest('li')
  if (!from || !node || !act(event.key, event.currentTarget, node, from)) return
  event.preventDefault()
  event.stopPropagation()
}

function act(key: string, tree: HTMLElement, node: Element, from: Element): boolean {
  if (key === 'ArrowDown') return move(tree, from, 1)
  if (key === 'ArrowUp') return move(tree, from, -1)
  const opener = node.querySelector<HTMLElement>(':scope > [data-row] > button[aria-expanded]')
  const isOpen = opener?.getAttribute('aria-expanded') === 'true'
  if (key === 'ArrowRight' && opener && !isOpen) return press(opener)
  if (key !== 'ArrowLeft') return false
  return opener && isOpen ? press(opener) : focusOn(node.parentElement?.closest('li'))
}

function move(tree: HTMLElement, from: Element, step: 1 | -1): boolean {
  const boxes = [...tree.querySelectorAll<HTMLInputElement>('input[type=checkbox]:not(:disabled)')]
  const box = from.closest('[data-row]')?.querySelector<HTMLInputElement>('input[type=checkbox]')
  const next = boxes[(box ? boxes.indexOf(box) : -1) + step]
  next?.focus()
  return true
}

function press(opener: HTMLElement): boolean {
  opener.click()
  return true
}

function focusOn(node: Element | null | undefined): boolean {
  node?.querySelector<HTMLElement>(':scope > [data-row] input')?.focus()
  return Boolean(node)
}
