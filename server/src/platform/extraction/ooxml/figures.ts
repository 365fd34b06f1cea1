import type { TextBuilder } from '../text-builder.ts'
import { childOf, childrenOf, findAll, textOf, type XmlElement } from '../xml/xml.ts'
import { readParagraphs } from './drawing-text.ts'

/** A chart keeps a copy of the cells it is drawn from; more points than this are data, not a picture. */
const maxPoints = 500

/** Writes the text of a chart or a diagram, given the root of its part. */
export function writeFigure(builder: TextBuilder, root: XmlElement | undefined): void {
  if (root?.name === 'c:chartSpace') writeChart(builder, root)
  else if (root?.name === 'dgm:dataModel')
    for (const point of findAll(root, ['dgm:t']))
      for (const { text } of readParagraphs(point)) builder.listItem(text)
}

function writeChart(builder: TextBuilder, root: XmlElement): void {
  for (const title of findAll(root, ['c:title'])) builder.paragraph(titleOf(title))
  const series = findAll(root, ['c:ser'])
  const names = series.map(one => pointsOf(childOf(one, 'c:tx')).join(' '))
  const values = series.map(one => pointsOf(childOf(one, 'c:val') ?? childOf(one, 'c:yVal')))
  const labels = pointsOf(series.map(one => childOf(one, 'c:cat') ?? childOf(one, 'c:xVal')).find(Boolean))
  const rows = Array.from({ length: Math.max(labels.length, ...values.map(of => of.length)) }, (_, i) => [
    labels[i] ?? '',
    ...values.map(of => of[i] ?? ''),
  ])
  builder.table([['', ...names], ...rows])
}

function titleOf(title: XmlElement): string {
  return (
    findAll(title, ['a:p'])
      .map(paragraph => findAll(paragraph, ['a:t']).map(textOf).join(''))
      .join(' ') || pointsOf(title).join(' ')
  )
}

/** Values at their indexes: points may be missing. */
function pointsOf(element: XmlElement | undefined): string[] {
  if (!element) return []
  const points: string[] = []
  for (const point of findAll(element, ['c:pt'])) {
    const index = Number(point.attributes.idx ?? 0)
    if (index >= 0 && index < maxPoints) points[index] = shown(textOf(childrenOf(point, 'c:v')[0]))
  }
  return Array.from(points, point => point ?? '')
}

/** Numbers are stored in binary, where 4.4 is 4.4000000000000004. */
function shown(value: string): string {
  return /^-?\d+\.\d{12,}$/.test(value) ? String(Number(Number(value).toPrecision(12))) : value
}
