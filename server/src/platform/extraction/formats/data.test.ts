import { describe, expect, test } from 'vitest'
import { expectBlocks, listBlocks } from '../../../../test/expect-blocks.ts'
import type { Extraction, SourceFile } from '../extraction.ts'
import { extractCsv } from './csv.ts'
import { extractJson } from './json.ts'
import { extractJsonLines } from './jsonl.ts'
import { extractNotebook } from './notebook.ts'
import { extractXml } from './xml.ts'

async function read(extract: (file: SourceFile) => Promise<Extraction>, text: string): Promise<Extraction> {
  const bytes = new TextEncoder().encode(text)
  const extraction = await extract({ bytes, kind: 'text', name: '', contentType: '' })
  expectBlocks(extraction)
  return extraction
}

describe('a table of values', () => {
  test.each([',', ';', '\t', '|'])('separated by %j is read', async delimiter => {
    const text = [`"a${delimiter}b"`, 'c'].join(delimiter).concat('\n', ['1', '2'].join(delimiter))
    const cell = delimiter === '|' ? 'a\\|b' : `a${delimiter}b`.replace('\t', ' ')
    expect((await read(extractCsv, text)).text).toBe(`| ${cell} | c |\n| --- | --- |\n| 1 | 2 |`)
  })

  test('repeats its header in every block when it is long', async () => {
    const rows = Array.from({ length: 120 }, (_, i) => `${i},x${i}`)
    const { text, blocks } = await read(extractCsv, ['number,name', ...rows].join('\n'))
    expect(blocks).toHaveLength(3)
    for (const { start } of blocks) expect(text.slice(start)).toMatch(/^\| number \| name \|/)
    expect(text).toContain('| 119 | x119 |')
  })

  test('is read even when rows have too few or too many cells', async () => {
    expect((await read(extractCsv, 'a,b\n1\n1,2,3')).text).toBe(
      '| a | b |  |\n| --- | --- | --- |\n| 1 |  |  |\n| 1 | 2 | 3 |',
    )
  })
})

describe('JSON', () => {
  test('is written as names and values', async () => {
    const value = { title: 'Trip', when: null, tags: ['a', 'b'], to: { city: 'Lisbon', at: { lat: 38.7 } } }
    const extraction = await read(extractJson, JSON.stringify(value))
    expect(extraction.title).toBe('Trip')
    expect(listBlocks(extraction)).toEqual([
      'paragraph: title: Trip\ntags: a, b',
      'heading: # to',
      'paragraph: city: Lisbon',
      'heading: ## at',
      'paragraph: lat: 38.7',
    ])
  })

  test('with records becomes one paragraph per record', async () => {
    const value = [{ name: 'Ada', address: { city: 'Lisbon' } }, { name: 'Bo' }, 'x']
    expect(listBlocks(await read(extractJson, JSON.stringify(value)))).toEqual([
      'paragraph: name: Ada\naddress.city: Lisbon',
      'paragraph: name: Bo',
      'list: - x',
    ])
  })

  test('of a chat is written with the speakers', async () => {
    const messages = [
      { role: 'user', content: 'Where do bees sleep?' },
      { author: { name: 'Bot' }, content: [{ type: 'text', text: 'In flowers.' }] },
    ]
    expect(listBlocks(await read(extractJson, JSON.stringify({ messages })))).toEqual([
      'heading: # messages',
      'paragraph: user: Where do bees sleep?',
      'paragraph: Bot: In flowers.',
    ])
  })

  test('that is invalid is read as plain text', async () => {
    expect((await read(extractJson, '{"a": 1,')).text).toBe('{"a": 1,')
  })

  test('is written without data for machines', async () => {
    const value = {
      name: 'x',
      image: 'A'.repeat(5_000),
      vector: Array.from({ length: 384 }, (_, i) => i / 384),
    }
    expect((await read(extractJson, JSON.stringify(value))).text).toBe('name: x')
  })

  test('with endless nesting is read up to a depth', async () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
    expect((await read(extractJson, `{"b": "kept", "c": ${deep}}`)).text).toContain('b: kept')
    const lists = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    expect((await read(extractJson, `["kept", ${lists}]`)).text).toBe('- kept')
  })

  test('with one value per line keeps lines that are not valid', async () => {
    const { text } = await read(extractJsonLines, '{"a": 1}\nnot json\n\n{"a": 2}\n')
    expect(text).toBe('a: 1\n\n- not json\n\na: 2')
  })
})

describe('a notebook', () => {
  test('becomes its prose, its code and the printed output', async () => {
    const notebook = {
      nbformat: 4,
      metadata: { language_info: { name: 'python' } },
      cells: [
        { cell_type: 'markdown', source: ['# Bees\n', '- one\n', '- two'] },
        {
          cell_type: 'code',
          source: 'print(1)',
          outputs: [
            { text: ['\u001b[31m1\u001b[0m\n'] },
            { data: { 'image/png': 'AAAA', 'text/plain': 'Figure' } },
          ],
        },
      ],
    }
    const extraction = await read(extractNotebook, JSON.stringify(notebook))
    expect(extraction.title).toBe('Bees')
    expect(extraction.text).toBe(
      '# Bees\n\n- one\n- two\n\n```python\nprint(1)\n```\n\n```\n1\n```\n\n```\nFigure\n```',
    )
  })

  test('without cells ends with extract.malformed', async () => {
    await expect(read(extractNotebook, '{"nbformat": 4}')).rejects.toMatchObject({
      code: 'extract.malformed',
    })
  })
})

describe('XML', () => {
  test('of a feed becomes a heading per item', async () => {
    const rss = `<?xml version="1.0"?><rss><channel><title>News</title><item><title>Bees</title>
      <pubDate>Wed, 01 May 2024 08:00:00 GMT</pubDate><description><![CDATA[<p>They <b>sleep</b>.</p>]]></description>
      </item></channel></rss>`
    const extraction = await read(extractXml, rss)
    expect(extraction.title).toBe('News')
    expect(listBlocks(extraction)).toEqual([
      'heading: # News',
      'heading: ## Bees',
      'paragraph: Wed, 01 May 2024 08:00:00 GMT',
      'paragraph: They sleep.',
    ])
  })

  test('of a document becomes titles and paragraphs', async () => {
    const xml =
      '<book><title>Bees</title><chapter><title>Sleep</title><para>In <em>flowers</em>.</para></chapter></book>'
    expect(listBlocks(await read(extractXml, xml))).toEqual([
      'heading: # Bees',
      'heading: ## Sleep',
      'paragraph: In flowers.',
    ])
  })

  test('of data becomes a paragraph per record', async () => {
    const xml =
      '<people><person job="painter"><name>Ada</name><city>Lisbon</city></person><person><name>Bo</name></person></people>'
    expect(listBlocks(await read(extractXml, xml))).toEqual([
      'paragraph: job: painter\nname: Ada\ncity: Lisbon',
      'paragraph: name: Bo',
    ])
  })

  test('of Word and Excel is read as an office file', async () => {
    const word = `<?xml version="1.0"?><w:wordDocument xmlns:w="x"><w:styles><w:style w:type="table">noise</w:style></w:styles><w:body>
      <w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>Old </w:t></w:r><w:r><w:t>oaks</w:t></w:r></w:p>
      <w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:p></w:body></w:wordDocument>`
    expect((await read(extractXml, word)).text).toBe('Old oaks\n\n| a | b |\n| --- | --- |')
    const excel = `<?xml version="1.0"?><Workbook xmlns:ss="x"><Styles><Style ss:ID="s1" ss:Name="Normal"/></Styles><Worksheet ss:Name="Rain"><Table>
      <Row><Cell><Data ss:Type="String">day</Data></Cell><Cell ss:Index="3"><Data ss:Type="Number">12</Data></Cell></Row></Table></Worksheet></Workbook>`
    expect((await read(extractXml, excel)).text).toBe('## Rain\n\n| day |  | 12 |\n| --- | --- | --- |')
  })

  test('with growing entities does not expand them', async () => {
    const xml = '<!DOCTYPE a [<!ENTITY x "lol"><!ENTITY y "&x;&x;&x;&x;">]><a><b>&y;</b></a>'
    expect((await read(extractXml, xml)).text.length).toBeLessThan(20)
  })

  test('with endless nesting ends with extract.malformed', async () => {
    await expect(read(extractXml, '<a>'.repeat(100_000))).rejects.toMatchObject({ code: 'extract.malformed' })
  })
})
