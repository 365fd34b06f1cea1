import { childOf, isElement, textOf, type XmlElement } from '../../xml/xml.ts'

/** Elements of a formula whose parts would run together, and the sign between them on one line. */
const shapes: Record<string, { parts: string[]; between: string }> = {
  'm:f': { parts: ['m:num', 'm:den'], between: '/' },
  'm:sSup': { parts: ['m:e', 'm:sup'], between: '^' },
  'm:sSub': { parts: ['m:e', 'm:sub'], between: '_' },
  'm:rad': { parts: ['m:deg', 'm:e'], between: '√' },
}

/** Writes a formula on one line. */
export function readMath(element: XmlElement): string {
  if (element.name === 'm:t') return textOf(element)
  const shape = shapes[element.name]
  if (shape) return shape.parts.map(part => grouped(childOf(element, part))).join(shape.between)
  return element.children.map(child => (isElement(child) ? readMath(child) : '')).join('')
}

function grouped(element: XmlElement | undefined): string {
  const text = element ? readMath(element) : ''
  return /[\s+\-=*/]/.test(text.trim()) ? `(${text.trim()})` : text
}
