import { describe, expect, test } from 'vitest'
import { extract, zipOf } from '../../../../test/office-files.ts'
import { extractOdf } from './odf.ts'

const vocabulary = (name: string) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`
const namespaces = [
  ...['office', 'text', 'table', 'style', 'presentation', 'meta', 'manifest'].map(vocabulary),
  'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
].join(' ')

function documentOf(kind: string, body: string, parts: Record<string, string> = {}): Uint8Array {
  return zipOf({
    'content.xml': `<office:document-content ${namespaces}>
      <office:automatic-styles><style:style style:name="P1" style:parent-style-name="Title"/>
      <text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
      <text:list-level-style-bullet text:level="2"/></text:list-style></office:automatic-styles>
      <office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ...parts,
  })
}

describe('OpenDocument texts', () => {
  test('consist of headings, paragraphs, lists and tables, without deleted text', async () => {
    const body = `<text:tracked-changes><text:deletion><text:p>gone</text:p></text:deletion></text:tracked-changes>
      <text:p text:style-name="P1">Garden</text:p><text:h text:outline-level="2">Trees</text:h>
      <text:p>Two<text:s text:c="2"/>old<text:line-break/>oaks<text:note><text:note-body><text:p>by the pond</text:p></text:note-body></text:note></text:p>
      <text:list text:style-name="L1"><text:list-item><text:p>dig</text:p><text:list><text:list-item><text:p>deep</text:p></text:list-item></text:list></text:list-item>
      <text:list-item><text:p>water</text:p></text:list-item></text:list>
      <table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>
      <text:p><draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame><office:annotation><dc:creator>Ann</dc:creator><text:p>sure?</text:p></office:annotation></text:p>`
    const { text } = await extract(extractOdf, 'odt', documentOf('text', body))
    expect(text).toBe(
      [
        '# Garden',
        '## Trees',
        'Two  old\noaks[^1]',
        '1. dig\n  - deep\n2. water',
        '| a | b |\n| --- | --- |',
        'boxed',
        'Comment by Ann: sure?',
        '[^1]: by the pond',
      ].join('\n\n'),
    )
  })

  test('have title, author and date, and their headers and footers are read', async () => {
    const extraction = await extract(
      extractOdf,
      'odt',
      documentOf('text', '<text:p>body</text:p>', {
        'meta.xml': `<office:document-meta ${namespaces}><office:meta><dc:title>Plan</dc:title><meta:initial-creator>Ann</meta:initial-creator><dc:date>2024-05-06T07:08:09</dc:date></office:meta></office:document-meta>`,
        'styles.xml': `<office:document-styles ${namespaces}><office:master-styles><style:master-page><style:footer><text:p>page foot</text:p></style:footer></style:master-page></office:master-styles></office:document-styles>`,
      }),
    )
    expect(extraction).toMatchObject({
      text: 'body\n\npage foot',
      title: 'Plan',
      author: 'Ann',
      date: '2024-05-06T07:08:09.000Z',
    })
  })
})

test('OpenDocument sheets are pages, and rows and cells repeated to the end of the sheet are left out', async () => {
  const cell = (text: string, repeated = 1) =>
    `<table:table-cell table:number-columns-repeated="${repeated}">${text && `<text:p>${text}</text:p>`}</table:table-cell>`
  const body = `<table:table table:name="Trees">
    <table:table-row>${cell('name')}${cell('', 3)}${cell('size')}</table:table-row>
    <table:table-row table:number-rows-repeated="2">${cell('oak')}${cell('', 3)}${cell('20')}${cell('', 16_000)}</table:table-row>
    <table:table-row table:number-rows-repeated="1048000">${cell('', 16_384)}</table:table-row></table:table>`
  const extraction = await extract(extractOdf, 'ods', documentOf('spreadsheet', body))
  expect(extraction.text).toBe('## Trees\n\n| name | size |\n| --- | --- |\n| oak | 20 |\n| oak | 20 |')
  expect(extraction.pages).toBe(1)
})

test('OpenDocument slides are pages with titles first and notes last', async () => {
  const frame = (kind: string, text: string) =>
    `<draw:frame presentation:class="${kind}"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`
  const slide = `<draw:page>${frame('outline', 'a point')}${frame('title', 'Opening')}
    <presentation:notes>${frame('notes', 'say hello')}</presentation:notes></draw:page>`
  const extraction = await extract(extractOdf, 'odp', documentOf('presentation', slide + slide))
  expect(extraction.pages).toBe(2)
  expect(extraction.text.split('\n\n').slice(0, 3)).toEqual(['## Opening', 'a point', 'Notes: say hello'])
})

test('an OpenDocument file with a password is refused as encrypted, a damaged one as malformed', async () => {
  const manifest = `<manifest:manifest ${namespaces}><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`
  const locked = documentOf('text', '', { 'META-INF/manifest.xml': manifest })
  await expect(extract(extractOdf, 'odt', locked)).rejects.toMatchObject({ code: 'extract.encrypted' })
  await expect(extract(extractOdf, 'odt', zipOf({ 'other.xml': '<a/>' }))).rejects.toMatchObject({
    code: 'extract.malformed',
  })
})

test('OpenDocument headers and footers are read, without page numbers and placeholders', async () => {
  const styles = `<office:document-styles ${namespaces}><office:master-styles><style:master-page>
    <style:header><text:p>Garden club</text:p></style:header>
    <style:footer><text:p>Page <text:page-number>1</text:page-number> of <text:page-count>99</text:page-count></text:p>
    <style:region-left><text:p>Page <text:page-number>1</text:page-number></text:p></style:region-left></style:footer>
    <style:footer-left><text:p>Plans for the pond, <text:page-number>2</text:page-number></text:p></style:footer-left>
    <draw:frame presentation:class="title"><draw:text-box><text:p>Click to edit</text:p></draw:text-box></draw:frame>
    <draw:frame><draw:text-box><text:p>On every slide</text:p></draw:text-box></draw:frame>
    </style:master-page></office:master-styles></office:document-styles>`
  const file = documentOf('text', '<text:p>Words</text:p>', { 'styles.xml': styles })
  expect((await extract(extractOdf, 'odt', file)).text).toBe(
    'Words\n\nGarden club\n\nPlans for the pond, 2\n\nOn every slide',
  )
})

test('objects embedded in OpenDocument are read once: formulas on one line, sheets, words of charts', async () => {
  const object = (number: number) =>
    `<text:p><draw:frame><draw:object xlink:href="./Object ${number}"/></draw:frame></text:p>`
  const content = (body: string) =>
    `<office:document-content ${namespaces}><office:body>${body}</office:body></office:document-content>`
  const row =
    '<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>'
  const parts = {
    'Object 1/content.xml':
      '<math:math xmlns:math="http://www.w3.org/1998/Math/MathML"><math:semantics><math:mrow><math:mi>E</math:mi><math:mo>=</math:mo><math:mi>m</math:mi><math:msup><math:mi>c</math:mi><math:mn>2</math:mn></math:msup></math:mrow><math:annotation>E = m c^2</math:annotation></math:semantics></math:math>',
    'Object 2/content.xml': content(
      `<office:spreadsheet><table:table>${row}</table:table></office:spreadsheet>`,
    ),
    'Object 3/content.xml': content(
      `<office:chart><text:p>Rain</text:p><table:table table:name="local-table">${row}</table:table>${object(3)}</office:chart>`,
    ),
  }
  const file = documentOf('text', [1, 2, 3, 3, 4].map(object).join(''), parts)
  expect((await extract(extractOdf, 'odt', file)).text).toBe('E=m c^2\n\n| a | b |\n| --- | --- |\n\nRain')
})

describe('a table of an OpenDocument text', () => {
  const cell = (text: string, attributes = '') =>
    `<table:table-cell ${attributes}>${text && `<text:p>${text}</text:p>`}</table:table-cell>`
  const read = async (...rows: string[]) => {
    const table = `<table:table>${rows.map(row => `<table:table-row>${row}</table:table-row>`).join('')}</table:table>`
    return (await extract(extractOdf, 'odt', documentOf('text', table))).text
  }

  test('repeats equal cells that the file stores once, so that the others stay in their columns', async () => {
    const text = await read(
      cell('a') + cell('b') + cell('c'),
      cell('', 'table:number-columns-repeated="2"') + cell('below c'),
      cell('same', 'table:number-columns-repeated="3"'),
    )
    expect(text).toBe('| a | b | c |\n| --- | --- | --- |\n|  |  | below c |\n| same | same | same |')
  })

  test.each(['0', '-5', 'x', '1.5'])('takes a repeat count of %s for one', async count => {
    expect(await read(cell('a', `table:number-columns-repeated="${count}"`) + cell('b'))).toMatch(
      /^\| a \| b \|/,
    )
  })

  test('with a cell that is repeated a million times has as many columns as a table may', async () => {
    const text = await read(cell('x') + cell('y', 'table:number-columns-repeated="1000000"'), cell('1'))
    expect(text.split('\n')[0]!.match(/[xy]/g)).toHaveLength(1_000)
  })

  test('of an embedded sheet ends where its content ends, not with the sheet', async () => {
    const rest = cell('', 'table:number-columns-repeated="16382"')
    const rows = [cell('a') + cell('b'), cell('1') + cell(''), cell('', 'table:number-columns-repeated="2"')]
    expect(await read(...rows.map(row => row + rest))).toBe('| a | b |\n| --- | --- |\n| 1 |  |')
  })
})

describe('an OpenDocument sheet', () => {
  const read = async (rows: string) =>
    (
      await extract(
        extractOdf,
        'ods',
        documentOf('spreadsheet', `<table:table table:name="Rain">${rows}</table:table>`),
      )
    ).text
  const cell = (text: string, attributes = '') =>
    `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`

  test('shows dates and numbers as the author saw them', async () => {
    const row = `<table:table-row>${cell('6. Mai 2024', 'office:date-value="2024-05-06"')}${cell('1.234,50 €', 'office:value="1234.5"')}</table:table-row>`
    expect(await read(row.repeat(2))).toContain('| 6. Mai 2024 | 1.234,50 € |')
  })

  test('with a million empty rows between two tables has two tables', async () => {
    const row = `<table:table-row>${cell('a')}${cell('b')}</table:table-row>`
    const gap =
      '<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    expect(await read(`${row}${row}${gap}${row}`)).toBe(
      '## Rain\n\n| a | b |\n| --- | --- |\n| a | b |\n\n| a | b |\n| --- | --- |',
    )
  })
})
