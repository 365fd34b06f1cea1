import { describe, expect, test } from 'vitest'
import { extract } from '../../../../test/office-files.ts'
import { extractRtf } from './rtf.ts'

const read = async (rtf: string) => (await extract(extractRtf, 'rtf', Buffer.from(rtf, 'latin1'))).text

const fonts =
  '{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset204 Arial Cyr;}{\\f2\\fcharset128 Mincho;}{\\f3\\fcharset2 Symbol;}}'

describe('characters in RTF', () => {
  test('are decoded by the code page of their font, or as Unicode', async () => {
    const text = await read(
      `{\\rtf1\\ansi${fonts}\\f0 caf\\'e9 {\\f1 \\'ef\\'f0\\'e8} {\\f2\\'83A\\'83\\'43} {\\f3\\'b7\\'61} \\uc2\\u8364 xx\\uc1\\u-10179?\\u-8704? raw \xe9}`,
    )
    expect(text).toBe('café при アイ •α €😀 raw é')
  })

  test('with a name are written as the named character', async () => {
    expect(await read('{\\rtf1 a\\emdash b\\~c\\_d\\-e\\{f\\}\\tab g\\line h}')).toBe(
      'a—b\u00a0c-de{f}\tg\nh',
    )
  })

  test('with half a surrogate pair are replaced', async () => {
    expect(await read('{\\rtf1 a\\u-10179? b}')).toBe('a\ufffd b')
  })
})

describe('the structure of RTF', () => {
  test('has headings by style or outline level, and list marks as written', async () => {
    const text = await read(
      `{\\rtf1{\\stylesheet{Normal;}{\\s1 heading 1;}{\\s2\\outlinelevel1 Mine;}}
      {\\pard\\s1 One\\par}{\\pard\\s2 Two\\par}{\\pard\\outlinelevel2 Three\\par}
      {\\pard{\\listtext 1.\\tab}\\ls1 first\\par}{\\pard{\\listtext\\'b7\\tab}\\ls1\\ilvl1 second\\par}}`,
    )
    expect(text).toBe('# One\n\n## Two\n\n### Three\n\n1. first\n  - second')
  })

  test('has cells and rows as tables', async () => {
    expect(
      await read(
        '{\\rtf1 before\\par\\trowd\\intbl a\\cell b\\par c\\cell\\row\\trowd\\intbl d\\cell e\\cell\\row\\pard after}',
      ),
    ).toBe('before\n\n| a | b c |\n| --- | --- |\n| d | e |\n\nafter')
  })

  test('has notes, comments, boxes, headers and footers apart from the text', async () => {
    expect(
      await read(
        '{\\rtf1{\\header letterhead\\par}{\\header letterhead\\par}{\\footer - 3 -\\par}claim{\\footnote proof}{\\*\\annotation sure?}{\\shp{\\*\\shpinst{\\sp{\\sn x}}{\\shptxt boxed\\par}}}\\par}',
      ),
    ).toBe('claim[^1]\n\nboxed\n\n[^1]: proof\n\nComment: sure?\n\nletterhead')
  })

  test('excludes pictures, instructions, hidden and deleted text', async () => {
    expect(
      await read(
        '{\\rtf1{\\pict ffd8}{\\field{\\*\\fldinst HYPERLINK x}{\\fldrslt link}}{\\*\\unknown secret} {\\v hidden}{\\deleted old}{\\object{\\*\\objdata 00}{\\result shown}}\\bin3 }}} end} trailing',
      ),
    ).toBe('link shown end')
  })

  test('is that of the HTML page when the file wraps one', async () => {
    expect(
      await read(
        '{\\rtf1\\fromhtml1{\\*\\htmltag64 <h1>}News{\\*\\htmltag72 </h1>}{\\*\\htmltag64 <p>}\\htmlrtf {\\b \\htmlrtf0 a < b\\htmlrtf }\\htmlrtf0}',
      ),
    ).toBe('# News\n\na < b')
  })
})

describe('an RTF file', () => {
  test('has title, author and date', async () => {
    const info =
      '{\\info{\\title Plan}{\\author Ann}{\\creatim\\yr2023\\mo1\\dy2}{\\revtim\\yr2024\\mo5\\dy6\\hr7\\min8}}'
    const extraction = await extract(extractRtf, 'rtf', Buffer.from(`{\\rtf1${info} text}`))
    expect(extraction).toMatchObject({ title: 'Plan', author: 'Ann', date: '2024-05-06T07:08:00.000Z' })
  })

  test('ends with extract.malformed when it is not RTF or nested endlessly', async () => {
    await expect(read('plain text')).rejects.toMatchObject({ code: 'extract.malformed' })
    await expect(read(`{\\rtf1${'{'.repeat(100_000)}`)).rejects.toMatchObject({ code: 'extract.malformed' })
  })
})

describe('an RTF file with', () => {
  const read = (rtf: string) => extract(extractRtf, 'rtf', Buffer.from(rtf, 'latin1'))

  test.each([
    ['a damaged month', '\\yr2024\\mo9999999999\\dy1', undefined],
    ['a year that no program knew', '\\yr1601\\mo1\\dy1', undefined],
    ['a day alone', '\\yr2024\\mo5\\dy6', '2024-05-06T00:00:00.000Z'],
  ])('%s in its date keeps its text', async (_, words, date) => {
    const extraction = await read(`{\\rtf1{\\info{\\creatim${words}}}Hello}`)
    expect([extraction.text, extraction.date]).toEqual(['Hello', date])
  })

  test('characters above the first plane has them whole', async () => {
    expect((await read('{\\rtf1\\uc1 A\\u-10179?\\u-8704?B}')).text).toBe('A😀B')
  })

  test('more substitutes than one after a character leaves all of them out', async () => {
    expect((await read('{\\rtf1\\uc2 x\\u8364 ??y{\\uc0 \\u8364 z}}')).text).toBe('x€y€z')
  })

  test('Hebrew and Russian fonts decodes each in its code page', async () => {
    const fonts = '{\\fonttbl{\\f0\\fcharset177 A;}{\\f1\\fcharset204 B;}}'
    const { text } = await read(`{\\rtf1\\ansi${fonts}\\f0\\rtlch \\'f9\\'ec\\'e5\\'ed \\f1\\'cc\\'e8\\'f0}`)
    expect(text).toBe('שלום Мир')
  })

  test('raw bytes skips as many as it says, although they look like groups', async () => {
    expect((await read('{\\rtf1 a{\\pict\\bin5 }}}{{b}c}')).text).toBe('ac')
    expect((await read('{\\rtf1 a{\\pict\\bin999999999 }}} lost')).text).toBe('a')
  })

  test('its end cut off, or with junk behind it, keeps its text', async () => {
    expect((await read('{\\rtf1 Hello {\\b wor')).text).toBe('Hello wor')
    expect((await read('{\\rtf1 Hello}\0\0 junk {\\rtf1 more}')).text).toBe('Hello')
  })
})
