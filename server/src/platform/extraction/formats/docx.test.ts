import { describe, expect, test } from 'vitest'
import {
  docxOf,
  extract,
  namespaces,
  paragraph,
  relationships,
  zipOf,
} from '../../../../test/office-files.ts'
import { extractDocx } from './docx.ts'

const style = (id: string) => `<w:pStyle w:val="${id}"/>`
const item = (level: number) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`
const read = async (body: string, parts?: Record<string, string>) =>
  (await extract(extractDocx, 'docx', docxOf(body, parts))).text

const styles = `<w:styles ${namespaces}>
  <w:style w:styleId="Titre1"><w:name w:val="heading 1"/></w:style>
  <w:style w:styleId="Mine"><w:name w:val="Chapter"/><w:basedOn w:val="Titre1"/></w:style>
  <w:style w:styleId="Deep"><w:name w:val="Deep"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
  <w:style w:styleId="Toc"><w:name w:val="TOC Heading"/><w:basedOn w:val="Titre1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>
</w:styles>`

const numbering = `<w:numbering ${namespaces}><w:abstractNum w:abstractNumId="7">
  <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
  <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl>
</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num></w:numbering>`

describe('the structure of a Word file', () => {
  test('has headings by the name, the parent or the outline level of their style', async () => {
    const body = ['Titre1', 'Mine', 'Deep', 'Toc', 'Unknown'].map(id => paragraph(id, style(id))).join('')
    const text = await read(body, {
      'word/_rels/document.xml.rels': relationships({ r1: ['styles', 'styles.xml'] }),
      'word/styles.xml': styles,
    })
    expect(text).toBe('# Titre1\n\n# Mine\n\n### Deep\n\nToc\n\nUnknown')
  })

  test('has lists numbered as in Word', async () => {
    const body = [0, 1, 1, 0, 1].map((level, i) => paragraph(`item ${i}`, item(level))).join('')
    const text = await read(body, {
      'word/_rels/document.xml.rels': relationships({ r1: ['numbering', 'numbering.xml'] }),
      'word/numbering.xml': numbering,
    })
    expect(text).toBe('1. item 0\n  1.a) item 1\n  1.b) item 2\n2. item 3\n  2.a) item 4')
  })

  test('has tables as rows, and nested tables as text of their cell', async () => {
    const cell = (content: string) => `<w:tc>${content}</w:tc>`
    const inner = `<w:tbl><w:tr>${cell(paragraph('x'))}${cell(paragraph('y'))}</w:tr></w:tbl>`
    const text = await read(
      `<w:tbl><w:tr>${cell(paragraph('a'))}${cell(paragraph('b'))}</w:tr>
       <w:tr>${cell(`${paragraph('c')}${paragraph('d')}`)}${cell(inner)}</w:tr></w:tbl>`,
    )
    expect(text).toBe('| a | b |\n| --- | --- |\n| c d | x, y |')
  })

  test('has pages where Word last rendered page breaks', async () => {
    const broken = '<w:p><w:r><w:lastRenderedPageBreak/><w:t>second</w:t></w:r></w:p>'
    const extraction = await extract(extractDocx, 'docx', docxOf(paragraph('first') + broken))
    expect(extraction.pages).toBe(2)
    expect(extraction.blocks.filter(block => block.kind === 'paragraph').map(block => block.page)).toEqual([
      1, 2,
    ])
  })
})

describe('the text of a Word file', () => {
  test('includes insertions, but neither deletions nor field instructions', async () => {
    const text = await read(`<w:p>
      <w:ins><w:r><w:t>new </w:t></w:r></w:ins><w:del><w:r><w:delText>old </w:delText></w:r></w:del>
      <w:moveFrom><w:r><w:t>gone </w:t></w:r></w:moveFrom>
      <w:r><w:instrText>PAGEREF</w:instrText></w:r><w:hyperlink><w:r><w:t>link</w:t></w:r></w:hyperlink>
      <w:r><w:noBreakHyphen/><w:t>op­tion</w:t><w:softHyphen/><w:t>al</w:t><w:tab/><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>
    </w:p>`)
    expect(text).toBe('new link-optional\t✓')
  })

  test('includes text boxes once, although the file has them for new and old programs', async () => {
    const box = `<w:txbxContent>${paragraph('boxed')}</w:txbxContent>`
    const text = await read(
      `<w:p><w:r><w:t>around</w:t><mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r></w:p>`,
    )
    expect(text).toBe('around\n\nboxed')
  })

  test('ends with notes, comments, headers and footers, each once', async () => {
    const header = `<w:hdr ${namespaces}>${paragraph('letterhead')}</w:hdr>`
    const text = await read('<w:p><w:r><w:t>claim</w:t><w:footnoteReference w:id="2"/></w:r></w:p>', {
      'word/_rels/document.xml.rels': relationships({
        r1: ['footnotes', 'footnotes.xml'],
        r2: ['comments', 'comments.xml'],
        r3: ['header', 'header1.xml'],
        r4: ['header', 'header2.xml'],
      }),
      'word/footnotes.xml': `<w:footnotes ${namespaces}><w:footnote w:type="separator" w:id="0">${paragraph('---')}</w:footnote><w:footnote w:id="2">${paragraph('proof')}</w:footnote></w:footnotes>`,
      'word/comments.xml': `<w:comments ${namespaces}><w:comment w:author="Ann">${paragraph('really?')}</w:comment></w:comments>`,
      'word/header1.xml': header,
      'word/header2.xml': header,
    })
    expect(text).toBe('claim[^1]\n\n[^1]: proof\n\nComment by Ann: really?\n\nletterhead')
  })

  test('is the same with other namespace prefixes and in strict files', async () => {
    const strict = 'http://purl.oclc.org/ooxml/wordprocessingml/main'
    const extraction = await extract(
      extractDocx,
      'docx',
      docxOf('', {
        'word/document.xml': `<document xmlns="${strict}"><body><p><r><t>strict</t></r></p></body></document>`,
      }),
    )
    expect(extraction.text).toBe('strict')
  })
})

describe('a Word file', () => {
  test('gets title, author and date from its core properties', async () => {
    const core = `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">
      <dc:title>Plan</dc:title><dc:creator>Ann</dc:creator><dcterms:modified>2024-05-06T07:08:09Z</dcterms:modified></cp:coreProperties>`
    const extraction = await extract(
      extractDocx,
      'docx',
      docxOf(paragraph('x'), { 'docProps/core.xml': core }),
    )
    expect(extraction).toMatchObject({ title: 'Plan', author: 'Ann', date: '2024-05-06T07:08:09.000Z' })
  })

  test('with a password is refused as encrypted, a damaged one as malformed', async () => {
    const compound = Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ])
    await expect(extract(extractDocx, 'docx', compound)).rejects.toMatchObject({ code: 'extract.encrypted' })
    const damaged = docxOf('', { 'word/document.xml': '<w:document><w:body>' })
    await expect(extract(extractDocx, 'docx', damaged)).rejects.toMatchObject({ code: 'extract.malformed' })
    await expect(extract(extractDocx, 'docx', Buffer.from('no zip'))).rejects.toMatchObject({
      code: 'extract.malformed',
    })
  })

  test('nested too deep is refused, and its entities do not expand', async () => {
    await expect(read('<w:p>'.repeat(100_000))).rejects.toMatchObject({ code: 'extract.malformed' })
    const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><w:document ${namespaces}><w:body>${paragraph('&b; &amp;')}</w:body></w:document>`
    expect(await read('', { 'word/document.xml': laughs })).toBe('&b; &')
  })
})

describe('a table of a Word file', () => {
  const cell = (text: string, properties = '') =>
    `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`
  const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`
  const read = async (...rows: string[]) => {
    const { text } = await extract(extractDocx, 'docx', docxOf(`<w:tbl>${rows.join('')}</w:tbl>`))
    return text
  }

  test('repeats its header after every fifty rows', async () => {
    const rows = Array.from({ length: 101 }, (_, i) => row(cell(`${i}`), cell('x')))
    const tables = (await read(row(cell('number'), cell('letter')), ...rows)).split('\n\n')
    expect(tables).toHaveLength(3)
    for (const table of tables) expect(table).toMatch(/^\| number \| letter \|\n/)
  })

  test('with rows that begin further right keeps their cells below their columns', async () => {
    const late = `<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell('below b')}</w:tr>`
    expect(await read(row(cell('a'), cell('b')), late)).toBe('| a | b |\n| --- | --- |\n|  | below b |')
  })

  test.each(['0', '-3', 'x', '2.7'])('with a span of %s has at least one column for it', async span => {
    const text = await read(
      row(cell('a', `<w:gridSpan w:val="${span}"/>`), cell('b')),
      row(cell('1'), cell('2')),
    )
    expect(text.split('\n')[0]).toMatch(/^\| a (?:\| {2})?\| b \|$/)
  })

  test('with a span of millions is bounded', async () => {
    const text = await read(row(cell('a', '<w:gridSpan w:val="9999999"/>')), row(cell('1'), cell('2')))
    expect(text.split('\n')[0]!.split('|')).toHaveLength(65)
  })

  test('with a table inside a cell writes that one in a line', async () => {
    const inner = `<w:tbl>${row(cell('x'), cell('y'))}</w:tbl>`
    expect(await read(row(`<w:tc>${paragraph('a')}${inner}</w:tc>`, cell('b')))).toBe(
      '| a x, y | b |\n| --- | --- |',
    )
  })
})

describe('a Word file', () => {
  test('in UTF-16, as some programs write it, is read', async () => {
    const xml = `\ufeff<?xml version="1.0" encoding="UTF-16"?><w:document ${namespaces}><w:body>${paragraph('Grüße')}</w:body></w:document>`
    const file = zipOf({ 'word/document.xml': Buffer.from(xml, 'utf16le') })
    expect((await extract(extractDocx, 'docx', file)).text).toBe('Grüße')
  })

  test('keeps text from right to left, emoji and escaped signs as they are', async () => {
    const body = `<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr><w:t>שלום</w:t></w:r></w:p>${paragraph('a &amp; b &#x1F600; &lt;x&gt;')}`
    expect((await extract(extractDocx, 'docx', docxOf(body))).text).toBe('שלום\n\na & b 😀 <x>')
  })

  test('whose styles or notes are damaged loses only those', async () => {
    const file = docxOf(paragraph('Kept', '<w:pStyle w:val="a"/>'), {
      'word/_rels/document.xml.rels': relationships({
        r1: ['styles', 'styles.xml'],
        r2: ['footnotes', 'footnotes.xml'],
        r3: ['numbering', 'missing.xml'],
      }),
      'word/styles.xml': '<w:styles><w:style',
      'word/footnotes.xml': '',
    })
    expect((await extract(extractDocx, 'docx', file)).text).toBe('Kept')
  })

  test('whose styles inherit from each other in a circle is read', async () => {
    const style = (id: string, parent: string) =>
      `<w:style w:styleId="${id}"><w:name w:val="${id}"/><w:basedOn w:val="${parent}"/></w:style>`
    const file = docxOf(paragraph('Kept', '<w:pStyle w:val="a"/>'), {
      'word/_rels/document.xml.rels': relationships({ r1: ['styles', 'styles.xml'] }),
      'word/styles.xml': `<w:styles ${namespaces}>${style('a', 'b')}${style('b', 'a')}</w:styles>`,
    })
    expect((await extract(extractDocx, 'docx', file)).text).toBe('Kept')
  })

  test.each([30, 300, 500])('cut off after %i bytes ends with extract.malformed', async bytes => {
    const whole = docxOf(Array.from({ length: 500 }, (_, i) => paragraph(`Line ${i * 7919}`)).join(''))
    await expect(extract(extractDocx, 'docx', whole.subarray(0, bytes))).rejects.toMatchObject({
      code: 'extract.malformed',
    })
  })
})
