import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { expectBlocks } from '../../../../test/expect-blocks.ts'
import { extractCsv } from './csv.ts'

async function read(content: string | Uint8Array, contentType = ''): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const extraction = await extractCsv({ bytes, kind: 'csv', name: 'a.csv', contentType })
  expectBlocks(extraction)
  return extraction.text
}

/** The cells of a Markdown table, without the line under its header. */
const cellsOf = (text: string) =>
  text
    .split('\n')
    .filter(line => !/^\|(?: --- \|)+$/.test(line))
    .map(line => line.slice(2, -2).split(' | '))

describe('a CSV file', () => {
  test("begins below Excel's line that names the delimiter", async () => {
    for (const line of ['sep=;', 'SEP=;', '"sep=;"'])
      expect(cellsOf(await read(`${line}\r\na;b\r\n1,5;2,5\r\n`))).toEqual([
        ['a', 'b'],
        ['1,5', '2,5'],
      ])
  })

  test('is cut at the delimiter that it names, even where another one is more frequent', async () => {
    expect(cellsOf(await read('sep=|\na,b,c|d,e,f\n1,2,3|4,5,6\n'))).toEqual([
      ['a,b,c', 'd,e,f'],
      ['1,2,3', '4,5,6'],
    ])
  })

  test('may have a column called "sep=" when no delimiter follows', async () => {
    expect(cellsOf(await read('sep=unit,b\n1,2\n'))).toEqual([
      ['sep=unit', 'b'],
      ['1', '2'],
    ])
  })

  test('with decimal commas is cut at its semicolons', async () => {
    expect(cellsOf(await read('place;rain\nLisbon;1,5\nPorto;2,75\n'))).toEqual([
      ['place', 'rain'],
      ['Lisbon', '1,5'],
      ['Porto', '2,75'],
    ])
  })

  test('keeps delimiters, quotes and line ends inside quotes in one cell', async () => {
    expect(cellsOf(await read('name,note\r\nAda,"one, ""two""\r\nthree"\r\n'))).toEqual([
      ['name', 'note'],
      ['Ada', 'one, "two" three'],
    ])
  })

  test('with Windows, Unix and old Mac line ends in one file has a row for each line', async () => {
    expect(cellsOf(await read('a,b\r\n1,2\n3,4\r5,6'))).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ])
  })

  test.each([
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffname,city\nZoë,Köln\n')],
    ['UTF-16, as Excel saves Unicode text', Buffer.from('\ufeffname\tcity\nZoë\tKöln\n', 'utf16le')],
    ['Windows-1252', iconv.encode('name;city\nJürgen;München\n', 'windows-1252'), 'Jürgen', 'München'],
  ])('in %s has clean names in its header', async (_, bytes, name = 'Zoë', city = 'Köln') => {
    expect(cellsOf(await read(bytes))).toEqual([
      ['name', 'city'],
      [name, city],
    ])
  })

  test('follows the charset that its sender names', async () => {
    const bytes = iconv.encode('name,city\nŻaneta,Łódź\n', 'cp852')
    expect(cellsOf(await read(bytes, 'text/csv; charset=cp852'))[1]).toEqual(['Żaneta', 'Łódź'])
  })

  test('whose last quote is never closed is kept as plain text', async () => {
    const text = 'a,b\n1,"never closed\n2,3\n'
    expect(await read(text)).toBe(text)
  })

  test('of one column is a table of one column', async () => {
    expect(cellsOf(await read('name\nAda\nBo\n'))).toEqual([['name'], ['Ada'], ['Bo']])
  })

  test('of a header alone, of blank lines or of nothing is read without an error', async () => {
    expect(await read('a,b\n')).toBe('| a | b |\n| --- | --- |')
    expect(await read('\n\n\n')).toBe('')
    expect(await read('')).toBe('')
  })

  test('leaves out rows of delimiters alone', async () => {
    expect(cellsOf(await read('a,b\n,\n1,2\n,,\n'))).toHaveLength(2)
  })

  test('begins a second table after exactly fifty rows', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, i) => `${i},x`).join('\n')
    const tables = async (count: number) =>
      (await read(`number,letter\n${rows(count)}`)).split('\n\n').map(table => cellsOf(table).length - 1)
    expect(await tables(50)).toEqual([50])
    expect(await tables(51)).toEqual([50, 1])
    expect(await tables(100)).toEqual([50, 50])
  })
})
