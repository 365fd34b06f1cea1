import { isElement, textOf, type XmlElement } from './xml.ts'

/** Elements of a formula whose parts would run together, and the sign between them on one line. */
const between: Record<string, string> = { mfrac: '/', msup: '^', msub: '_', mroot: '√' }

const unread = new Set(['annotation', 'annotation-xml'])

const maxDepth = 100

export function isMathMl(element: XmlElement): boolean {
  return localName(element) === 'math'
}

/** Writes a formula on one line. */
export function readMathMl(element: XmlElement, depth = 0): string {
  const name = localName(element)
  const children = element.children.filter(isElement)
  if (unread.has(name) || depth === maxDepth) return ''
  if (children.length === 0) return textOf(element).trim()
  const parts = children.map(child => readMathMl(child, depth + 1))
  if (name === 'msqrt') return `√${grouped(parts.join(''))}`
  const mark = between[name]
  return mark === undefined ? joined(parts) : parts.map(grouped).join(mark)
}

/** Puts a space between adjacent words and numbers, but not around signs. */
function joined(parts: readonly string[]): string {
  return parts.reduce((text, part) => {
    const gap = /[\p{L}\p{N}]$/u.test(text) && /^[\p{L}\p{N}]/u.test(part) ? ' ' : ''
    return `${text}${gap}${part}`
  }, '')
}

function grouped(text: string): string {
  return /[\s+\-=*/]/.test(text) ? `(${text})` : text
}

function localName(element: XmlElement): string {
  return element.name.slice(element.name.indexOf(':') + 1)
}
