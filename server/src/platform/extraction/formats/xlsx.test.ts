import { utils, write } from '@e965/xlsx'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { extract, namespaces, relationships, zipOf } from '../../../../test/office-files.ts'
import { extractXls } from './xls.ts'
import { extractXlsx } from './xlsx.ts'

function workbook(sheets: Record<string, string>, parts: Record<string, string> = {}): Uint8Array {
  const names = Object.keys(sheets)
  return zipOf({
    'xl/workbook.xml': `<x:workbook ${namespaces}><x:sheets>${names
      .map((name, i) => `<x:sheet name="${name}" sheetId="${i + 1}" r:id="s${i}"/>`)
      .join('')}</x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': relationships({
      ...Object.fromEntries(
        names.map((_, i) => [`s${i}`, ['worksheet', `worksheets/sheet${i}.xml`] as const]),
      ),
      strings: ['sharedStrings', 'sharedStrings.xml'],
      styles: ['styles', 'styles.xml'],
    }),
    ...Object.fromEntries(
      Object.values(sheets).map((rows, i) => [
        `xl/worksheets/sheet${i}.xml`,
        `<x:worksheet ${namespaces}><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
      ]),
    ),
    ...parts,
  })
}

const row = (number: number, cells: string) => `<x:row r="${number}">${cells}</x:row>`
const cell = (reference: string, value: string, attributes = '') =>
  `<x:c r="${reference}" ${attributes}><x:v>${value}</x:v></x:c>`
const inline = (reference: string, words: string) =>
  `<x:c r="${reference}" t="inlineStr"><x:is><x:t>${words}</x:t></x:is></x:c>`
const read = async (file: Uint8Array) => (await extract(extractXlsx, 'xlsx', file)).text

describe('cells of a workbook', () => {
  test('are written as a person sees them', async () => {
    const text = await read(
      workbook(
        {
          Ledger: row(
            1,
            [
              cell('A1', '0', 't="s"'),
              cell('B1', '45413', 's="1"'),
              cell('C1', '0.255', 's="2"'),
              cell('D1', '1234.5', 's="3"'),
              cell('E1', '1', 't="b"'),
              cell('F1', '#N/A', 't="e"'),
              cell('G1', 'sum', 't="str"'),
              inline('H1', 'here'),
              cell('I1', '4111111111111111'),
            ].join(''),
          ),
        },
        {
          'xl/sharedStrings.xml': `<x:sst ${namespaces}><x:si><x:r><x:t>sha</x:t></x:r><x:r><x:t>red</x:t></x:r><x:rPh><x:t>said</x:t></x:rPh></x:si></x:sst>`,
          'xl/styles.xml': `<x:styleSheet ${namespaces}><x:numFmts><x:numFmt numFmtId="164" formatCode="#,##0.00&quot; €&quot;"/></x:numFmts>
            <x:cellXfs><x:xf numFmtId="0"/><x:xf numFmtId="14"/><x:xf numFmtId="10"/><x:xf numFmtId="164"/></x:cellXfs></x:styleSheet>`,
        },
      ),
    )
    expect(text).toBe(
      '## Ledger\n\n| shared | 2024-05-01 | 25.50% | 1,234.50 € | TRUE | #N/A | sum | here | 4111111111111111 |\n|' +
        ' --- |'.repeat(9),
    )
  })
})

describe('sheets of a workbook', () => {
  const table = [
    row(1, inline('B1', 'Report of May')),
    row(2, inline('B2', 'name') + inline('D2', 'size')),
    row(3, inline('B3', 'oak') + cell('D3', '20')),
    row(9, inline('C9', 'a remark')),
  ].join('')

  test('are pages below their names, with titles and remarks around tables as paragraphs', async () => {
    const extraction = await extract(
      extractXlsx,
      'xlsx',
      workbook({ Empty: '', Trees: table, More: row(1, cell('A1', '7')) }),
    )
    expect(extraction.text).toBe(
      '## Trees\n\nReport of May\n\n| name | size |\n| --- | --- |\n| oak | 20 |\n\na remark\n\n## More\n\n7',
    )
    expect(extraction.pages).toBe(3)
    expect(extraction.blocks.find(block => block.kind === 'table')?.page).toBe(2)
  })

  test('include their comments', async () => {
    const text = await read(
      workbook(
        { Trees: row(1, cell('A1', '7')) },
        {
          'xl/worksheets/_rels/sheet0.xml.rels': relationships({ r1: ['comments', '../comments1.xml'] }),
          'xl/comments1.xml': `<x:comments ${namespaces}><x:commentList><x:comment ref="A1"><x:text><x:t>why?</x:t></x:text></x:comment></x:commentList></x:comments>`,
        },
      ),
    )
    expect(text).toBe('## Trees\n\n7\n\nComment on A1: why?')
  })

  test('with cells in every column are refused', async () => {
    const columns = Array.from({ length: 3_000 }, (_, i) =>
      row(i + 1, cell(utils.encode_col(i) + (i + 1), '1')),
    )
    await expect(read(workbook({ Diagonal: columns.join('') }))).rejects.toMatchObject({
      code: 'extract.too_large',
    })
  })
})

test('workbooks from before 2007 are read like newer ones', async () => {
  const book = utils.book_new()
  const sheet = utils.aoa_to_sheet([
    ['day', 'count'],
    [new Date(Date.UTC(2024, 4, 1)), 3],
  ])
  utils.book_append_sheet(book, sheet, 'Visits')
  utils.book_append_sheet(book, utils.aoa_to_sheet([]), 'Empty')
  const bytes = new Uint8Array(write(book, { type: 'buffer', bookType: 'biff8' }))
  const extraction = await extract(extractXls, 'xls', bytes)
  expect(extraction.text).toBe('## Visits\n\n| day | count |\n| --- | --- |\n| 2024-05-01 | 3 |')
  expect(extraction.pages).toBe(2)
  await expect(extract(extractXls, 'xls', bytes.subarray(0, 600))).rejects.toMatchObject({
    code: 'extract.malformed',
  })
})

describe('numbers of a workbook', () => {
  const formats = ['0', '14', '21', '164', '165', '166', '167', '9', '12']
  const styles = `<x:styleSheet ${namespaces}><x:numFmts>
    <x:numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><x:numFmt numFmtId="165" formatCode="[$-407]d\\.\\ mmmm\\ yyyy;@"/>
    <x:numFmt numFmtId="166" formatCode="[h]:mm"/><x:numFmt numFmtId="167" formatCode="bad[[["/></x:numFmts>
    <x:cellXfs>${formats.map(id => `<x:xf numFmtId="${id}"/>`).join('')}</x:cellXfs></x:styleSheet>`
  const shown = async (value: string, style: string, properties = '') => {
    const file = workbook(
      { S: row(1, cell('A1', value, `s="${formats.indexOf(style)}"`)) },
      { 'xl/styles.xml': styles },
    )
    if (properties === '') return (await read(file)).split('\n\n')[1]
    const parts = unzipSync(file)
    parts['xl/workbook.xml'] = strToU8(
      strFromU8(parts['xl/workbook.xml']!).replace('<x:sheets>', `${properties}<x:sheets>`),
    )
    return (await read(zipSync(parts))).split('\n\n')[1]
  }

  test.each([
    ['a date', '45418', '14', '2024-05-06'],
    ['a date with its time', '45418.75', '164', '2024-05-06 18:00'],
    ['a time', '0.75', '21', '18:00:00'],
    ['hours beyond a day', '1.5', '166', '36:00'],
    ['the day in 1900 that only Excel knows', '60', '14', '1900-02-29'],
    ['a date before the first one', '-1', '14', '-1'],
    ['a share', '0.5', '9', '50%'],
    ['a fraction', '2.75', '12', '2 3/4'],
    ['a number in a format that is broken', '7.5', '167', '7.5'],
    ['a sum of binary fractions', '0.30000000000000004', '0', '0.3'],
    ['zero', '0', '0', '0'],
  ])('show %s as a person sees it', async (_, value, style, expected) => {
    expect(await shown(value, style)).toBe(expected)
  })

  test('count their days from 1904 where the workbook says so', async () => {
    expect(await shown('43956', '14', '<x:workbookPr date1904="1"/>')).toBe('2024-05-06')
    expect(await shown('45418', '14', '<x:workbookPr date1904="0"/>')).toBe('2024-05-06')
  })

  test('in a style or a string that does not exist do not fail', async () => {
    const cells =
      cell('A1', '45418', 's="99"') + cell('B1', '99', 't="s"') + cell('C1', '2024-05-06', 't="d"')
    expect(await read(workbook({ S: row(1, cells) + row(2, cells) }))).toContain('| 45418 | 2024-05-06 |')
  })

  test('in cells without references follow each other', async () => {
    const bare = '<x:row><x:c><x:v>1</x:v></x:c><x:c><x:v>2</x:v></x:c></x:row>'
    expect(await read(workbook({ S: bare.repeat(2) }))).toBe('## S\n\n| 1 | 2 |\n| --- | --- |\n| 1 | 2 |')
  })
})

test('a workbook that lacks a sheet keeps the others, and one whose sheet is cut off is malformed', async () => {
  const file = workbook({ Gone: '', There: row(1, cell('A1', '7')) })
  const { 'xl/worksheets/sheet0.xml': _, ...rest } = unzipSync(file)
  expect(await read(zipSync(rest))).toBe('## There\n\n7')
  await expect(read(workbook({ S: '<x:row r="1"><x:c r="A1"><x:v>1</x:row>' }))).rejects.toMatchObject({
    code: 'extract.malformed',
  })
})
