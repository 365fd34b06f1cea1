import { childOf, findAll, isElement, textOf, type XmlElement } from '../xml/xml.ts'

export type DrawnParagraph = {
  text: string
  /** Level in a list, from 0. */
  level: number
  /** Undefined where the layout decides. */
  isBullet: boolean | undefined
}

/** Paragraphs of a shape on slides, in charts and in drawings on sheets. */
export function readParagraphs(body: XmlElement): DrawnParagraph[] {
  return findAll(body, ['a:p'])
    .map(paragraph => {
      const properties = childOf(paragraph, 'a:pPr')
      return {
        text: runsOf(paragraph),
        level: Math.min(8, Math.max(0, Number(properties?.attributes.lvl ?? 0) || 0)),
        isBullet: bulletOf(properties),
      }
    })
    .filter(paragraph => paragraph.text.trim() !== '')
}

function runsOf(element: XmlElement): string {
  return element.children
    .filter(isElement)
    .map(child => {
      if (child.name === 'a:t' || child.name === 'm:t') return textOf(child).replaceAll('\u00ad', '')
      if (child.name === 'a:br') return '\n'
      return child.name === 'mc:Fallback' ? '' : runsOf(child)
    })
    .join('')
}

function bulletOf(properties: XmlElement | undefined): boolean | undefined {
  if (childOf(properties, 'a:buNone')) return false
  return childOf(properties, 'a:buChar') || childOf(properties, 'a:buAutoNum') ? true : undefined
}
