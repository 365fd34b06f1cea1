import { expect, test } from 'vitest'
import { extract, namespaces, relationships, zipOf } from '../../../../test/office-files.ts'
import { extractPptx } from './pptx.ts'

const text = (words: string, properties = '') =>
  `<a:p><a:pPr ${properties}/><a:r><a:t>${words}</a:t></a:r></a:p>`
const shape = (kind: string, paragraphs: string) =>
  `<p:sp><p:nvSpPr><p:nvPr>${kind}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`
const slide = (shapes: string) =>
  `<p:sld ${namespaces}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`

const chart = `<c:chartSpace ${namespaces}><c:title><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:title><c:ser>
  <c:tx><c:pt idx="0"><c:v>Bread</c:v></c:pt></c:tx>
  <c:cat><c:pt idx="0"><c:v>May</c:v></c:pt><c:pt idx="1"><c:v>June</c:v></c:pt></c:cat>
  <c:val><c:pt idx="0"><c:v>3</c:v></c:pt><c:pt idx="1"><c:v>5</c:v></c:pt></c:val></c:ser></c:chartSpace>`

const file = zipOf({
  '_rels/.rels': relationships({ r1: ['officeDocument', 'ppt/presentation.xml'] }),
  'ppt/presentation.xml': `<p:presentation ${namespaces}><p:sldIdLst><p:sldId id="1" r:id="r2"/><p:sldId id="2" r:id="r1"/></p:sldIdLst></p:presentation>`,
  'ppt/_rels/presentation.xml.rels': relationships({
    r1: ['slide', 'slides/slide1.xml'],
    r2: ['slide', 'slides/slide2.xml'],
  }),
  'ppt/slides/slide1.xml': slide(
    `<p:graphicFrame><a:tbl><a:tr><a:tc>${text('a')}</a:tc><a:tc>${text('b')}</a:tc></a:tr></a:tbl></p:graphicFrame>
     <p:graphicFrame><c:chart r:id="r9"/></p:graphicFrame>`,
  ),
  'ppt/slides/_rels/slide1.xml.rels': relationships({ r9: ['chart', '../charts/chart1.xml'] }),
  'ppt/charts/chart1.xml': chart,
  'ppt/slides/slide2.xml': slide(
    shape('<p:ph type="body"/>', text('point') + text('detail', 'lvl="1"')) +
      shape('<p:ph type="title"/>', text('Opening')) +
      shape('<p:ph type="sldNum"/>', text('1')) +
      `<p:grpSp>${shape('', text('in a group'))}</p:grpSp>`,
  ),
  'ppt/slides/_rels/slide2.xml.rels': relationships({ r1: ['notesSlide', '../notesSlides/notesSlide1.xml'] }),
  'ppt/notesSlides/notesSlide1.xml': slide(
    shape('<p:ph type="sldNum"/>', text('1')) + shape('<p:ph type="body"/>', text('say hello')),
  ),
})

test('slides are pages in the order of the show, with titles first and notes last', async () => {
  const extraction = await extract(extractPptx, 'pptx', file)
  expect(extraction.text).toBe(
    [
      '## Opening',
      '- point\n  - detail',
      'in a group',
      'Notes: say hello',
      '| a | b |\n| --- | --- |',
      'Sales',
      '|  | Bread |\n| --- | --- |\n| May | 3 |\n| June | 5 |',
    ].join('\n\n'),
  )
  expect(extraction.pages).toBe(2)
  expect(extraction.blocks.map(({ page }) => page)).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 2, 2])
})
