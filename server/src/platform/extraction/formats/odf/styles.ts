import { formatNumber } from '../../ooxml/number-marks.ts'
import { findAll, isElement, type XmlElement } from '../../xml/xml.ts'

export type ListLevel = { isNumbered: boolean; start: number; format: string; prefix: string; suffix: string }

/** Styles inherit from styles; a longer chain is circular. */
const maxChain = 20

const formats: Record<string, string> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
}

/** The structure that styles define for paragraphs and lists, without their looks. */
export class OdfStyles {
  readonly #parents = new Map<string, string>()
  readonly #lists = new Map<string, Map<number, ListLevel>>()

  constructor(roots: readonly XmlElement[]) {
    for (const root of roots)
      for (const style of findAll(root, ['style:style', 'text:list-style'])) {
        const name = style.attributes['style:name'] ?? ''
        if (style.name === 'style:style')
          this.#parents.set(name, style.attributes['style:parent-style-name'] ?? '')
        else this.#lists.set(name, readLevels(style))
      }
  }

  isTitle(style: string): boolean {
    let name = style
    for (let i = 0; i < maxChain && name !== ''; i++) {
      if (name === 'Title') return true
      name = this.#parents.get(name) ?? ''
    }
    return false
  }

  listLevel(style: string, depth: number): ListLevel | undefined {
    return this.#lists.get(style)?.get(depth + 1)
  }
}

export function markOf(level: ListLevel, count: number): string {
  return `${level.prefix}${formatNumber(level.start + count, level.format)}${level.suffix}`.trim() || '-'
}

function readLevels(style: XmlElement): Map<number, ListLevel> {
  return new Map(
    style.children.filter(isElement).map(level => {
      const { attributes } = level
      const format = attributes['style:num-format'] ?? ''
      return [
        Number(attributes['text:level'] ?? 1),
        {
          isNumbered: level.name === 'text:list-level-style-number' && format !== '',
          start: Number(attributes['text:start-value'] ?? 1) || 1,
          format: formats[format] ?? 'decimal',
          prefix: attributes['style:num-prefix'] ?? '',
          suffix: attributes['style:num-suffix'] ?? '.',
        },
      ]
    }),
  )
}
