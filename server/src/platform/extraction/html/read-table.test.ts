import { describe, expect, test } from 'vitest'
import { TextBuilder } from '../text-builder.ts'
import { isElement, parseHtml } from './parse-html.ts'
import { readTable } from './read-table.ts'
import { textOf } from './text-of.ts'
import { writeHtml } from './write-html.ts'

function rowsOf(html: string): string[][] | undefined {
  const table = parseHtml(html).find(isElement)!
  return readTable(table)
}

describe('a table of a page', () => {
  test('leaves the cells below a tall cell empty, so that the others stay in their columns', () => {
    const html =
      '<table><tr><th>Country<th>City<tr><td rowspan=2>Portugal<td>Lisbon<tr><td>Porto<tr><td>Spain<td>Madrid</table>'
    expect(rowsOf(html)).toEqual([
      ['Country', 'City'],
      ['Portugal', 'Lisbon'],
      ['', 'Porto'],
      ['Spain', 'Madrid'],
    ])
  })

  test('leaves room for a cell that is both tall and wide, and for one at the end of a row', () => {
    const html =
      '<table><tr><td rowspan=2 colspan=2>a<td>b<td rowspan=3>c<tr><td>d<tr><td>e<td>f<td>g</table>'
    expect(rowsOf(html)).toEqual([
      ['a', '', 'b', 'c'],
      ['', '', 'd', ''],
      ['e', 'f', 'g', ''],
    ])
  })

  test('ends a tall cell with its head, body or foot, as browsers do', () => {
    const html =
      '<table><thead><tr><th rowspan=2>Name<th rowspan=2>Age</thead><tbody><tr><td>Ada<td>36<tr><td rowspan=9>Bo<td>41</tbody><tbody><tr><td>Cy<td>7</table>'
    expect(rowsOf(html)).toEqual([
      ['Name', 'Age'],
      ['Ada', '36'],
      ['Bo', '41'],
      ['Cy', '7'],
    ])
  })

  test('counts a row that is too short to reach a tall cell among the rows of that cell', () => {
    const html = '<table><tr><td>a<td>b<td rowspan=2>c<tr><td>d<tr><td>e<td>f<td>g<tr><td>h<td>i<td>j</table>'
    expect(rowsOf(html)).toEqual([['a', 'b', 'c'], ['d'], ['e', 'f', 'g'], ['h', 'i', 'j']])
  })

  test.each(['0', '-1', 'x', '', '1.9', 'NaN'])('takes a span of %j for one cell', span => {
    expect(rowsOf(`<table><tr><td rowspan="${span}" colspan="${span}">a<td>b<tr><td>c<td>d</table>`)).toEqual(
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    )
  })

  test('with spans up to the sky is bounded', () => {
    const wide = rowsOf('<table><tr><td colspan=999999999>a<tr><td>b<td>c<tr><td>d<td>e</table>')
    expect(wide?.[0]).toHaveLength(100)
    const tall = rowsOf('<table><tr><td rowspan=999999999>a<td>b<tr><td>c<td>d<tr><td>e<td>f</table>')
    expect(tall).toEqual([
      ['a', 'b'],
      ['', 'c', 'd'],
      ['', 'e', 'f'],
    ])
  })

  test('keeps the words of paragraphs, lines and items in a cell apart', () => {
    const html =
      '<table><tr><td><div>Ada</div><div>Lovelace</div><td><p>12</p><p>July</p><tr><td>a<br>b<td><span>c</span><span>d</span></table>'
    expect(rowsOf(html)).toEqual([
      ['Ada Lovelace', '12 July'],
      ['a b', 'cd'],
    ])
  })

  test('that lays out a page is not a table', () => {
    for (const html of [
      '<table role="presentation"><tr><td>a<td>b<tr><td>c<td>d</table>',
      '<table><tr><td>only one<tr><td>column</table>',
      '<table><tr><td>a<td>b</table>',
      '<table><tr><td><ul><li>menu</ul><td>b<tr><td>c<td>d</table>',
      `<table><tr><td>${'word '.repeat(300)}<td>b<tr><td>c<td>d</table>`,
      `<table><tr>${'<td>x'.repeat(101)}<tr><td>a<td>b</table>`,
    ])
      expect(rowsOf(html), html.slice(0, 60)).toBeUndefined()
  })

  test('has its rows in the order of the file, with head, body and foot', () => {
    const html =
      '<table><thead><tr><th>a<th>b</thead><tbody><tr><td>1<td>2</tbody><tfoot><tr><td>3<td>4</tfoot></table>'
    expect(rowsOf(html)).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ])
  })

  test('of more rows than a page can show is written as paragraphs', () => {
    const row = '<tr><td>a<td>b'
    expect(rowsOf(`<table>${row.repeat(20_000)}</table>`)).toHaveLength(20_000)
    expect(rowsOf(`<table>${row.repeat(20_001)}</table>`)).toBeUndefined()
  })
})

describe('the text of an element in one line', () => {
  test.each([
    ['blocks', '<div>a<div>b</div>c</div>', 'a b c'],
    ['headings with a subtitle', '<h1>One<small>and</small><div>Two</div></h1>', 'Oneand Two'],
    ['line breaks', '<p>a<br>b<br/>c</p>', 'a b c'],
    ['items', '<ul><li>a<li>b</ul>', 'a b'],
    ['definitions', '<dl><dt>a<dd>b</dl>', 'a b'],
    ['inline elements inside a word', '<p>un<b>believ</b>able</p>', 'unbelievable'],
    ['scripts and pronunciation', '<p>漢<rt>かん</rt><script>x</script>字</p>', '漢字'],
    ['spaces of all kinds', '<p> a\n\t\u00a0 b </p>', 'a b'],
  ])('separates %s as they look', (_, html, expected) => {
    expect(textOf(parseHtml(html).find(isElement)!)).toBe(expected)
  })
})

test('a preformatted text keeps its own lines and gets no others', () => {
  const builder = new TextBuilder()
  writeHtml(builder, '<pre><div>a</div>  b\n\n<p>c</p></pre>')
  expect(builder.finish().text).toBe('```\na  b\n\nc\n```')
})
