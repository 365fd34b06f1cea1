import { childOf, childrenOf, type XmlElement } from '../../xml/xml.ts'

/** Styles inherit from styles; a longer chain is circular. */
const maxChain = 20

/** Word names its built-in styles in English in every language; other programs translate them. */
const headingName =
  /^(?:heading|überschrift|titre|título|titolo|rubrik|kop|otsikko|nagłówek|заголовок|标题|見出し)\s*([1-9])$/i
const titleName = /^(?:title|titel)$/i

export type NumberingReference = { numId: string; level: number }

/** The structure that styles define, such as headings and lists, without their looks. */
export class Styles {
  readonly #styles = new Map<string, XmlElement>()

  constructor(root: XmlElement | undefined) {
    for (const style of root ? childrenOf(root, 'w:style') : [])
      this.#styles.set(style.attributes['w:styleId'] ?? '', style)
  }

  /** From 1; undefined when the paragraph is not a heading. */
  headingLevel(paragraph: XmlElement): number | undefined {
    const own = outlineLevel(paragraph)
    if (own !== undefined) return own <= 9 ? own : undefined
    for (const style of this.#chain(paragraph)) {
      const name = childOf(style, 'w:name')?.attributes['w:val'] ?? ''
      if (titleName.test(name)) return 1
      const numbered = headingName.exec(name)?.[1]
      if (numbered) return Number(numbered)
      const level = outlineLevel(style)
      if (level !== undefined) return level <= 9 ? level : undefined
    }
    return undefined
  }

  numbering(paragraph: XmlElement): NumberingReference | undefined {
    for (const element of [paragraph, ...this.#chain(paragraph)]) {
      const numPr = childOf(element, 'w:pPr', 'w:numPr')
      const numId = childOf(numPr, 'w:numId')?.attributes['w:val']
      if (numId === undefined) continue
      const level = Number(childOf(numPr, 'w:ilvl')?.attributes['w:val'] ?? 0)
      return numId === '0' ? undefined : { numId, level: Math.min(8, Math.max(0, level || 0)) }
    }
    return undefined
  }

  /** The paragraph's style and its ancestors. */
  #chain(paragraph: XmlElement): XmlElement[] {
    const chain: XmlElement[] = []
    let id = childOf(paragraph, 'w:pPr', 'w:pStyle')?.attributes['w:val']
    while (id !== undefined && chain.length < maxChain) {
      const style = this.#styles.get(id)
      if (!style) break
      chain.push(style)
      id = childOf(style, 'w:basedOn')?.attributes['w:val']
    }
    return chain
  }
}

/** Level from 1, as headings count; 10 is body text in Word. */
function outlineLevel(element: XmlElement): number | undefined {
  const level = childOf(element, 'w:pPr', 'w:outlineLvl')?.attributes['w:val']
  return level === undefined || Number.isNaN(Number(level)) ? undefined : Number(level) + 1
}
