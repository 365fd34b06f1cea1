import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { compoundOf, docOf, numbers, pptRecord } from '../../../../test/compound-files.ts'
import { docxOf, extract, paragraph } from '../../../../test/office-files.ts'
import { extractDoc } from './doc.ts'
import { extractMsg } from './msg.ts'
import { extractPpt } from './ppt.ts'

describe('an old Word file', () => {
  const inTable = [0x16, 0x24, 1]
  const rowEnd = [...inTable, 0x17, 0x24, 1]
  const { stream, table } = docOf(
    [
      { text: 'Garden\r', changes: [0x40, 0x26, 0] },
      { text: 'Old\u001eoaks\u0002, see \u0013 HYPERLINK "x" \u0014there\u0015\r' },
      { text: 'dig\r', changes: [0x0b, 0x46, 1, 0, 0x0a, 0x26, 1] },
      { text: 'a\u0007', changes: inTable },
      { text: 'b\u0007', changes: inTable },
      { text: '\u0007', changes: rowEnd },
      { text: 'c\u0007', changes: inTable },
      { text: 'd\u0007', changes: inTable },
      { text: '\u0007', changes: rowEnd },
      { text: 'after\r' },
    ],
    { text: '\u0002 by the pond\rpage head\r\u0005sure?\r', lengths: [14, 10, 0, 7] },
  )

  test('is read from its pieces: headings, lists, tables, notes, comments, headers', async () => {
    const file = compoundOf({ WordDocument: stream, '0Table': table })
    expect((await extract(extractDoc, 'doc', file)).text).toBe(
      [
        '# Garden',
        'Old-oaks[^1], see there',
        '  - dig',
        '| a | b |\n| --- | --- |\n| c | d |',
        'after',
        '[^1]: by the pond',
        'Comment: sure?',
        'page head',
      ].join('\n\n'),
    )
  })

  test('includes embedded documents of either generation, but not the figures of charts', async () => {
    const inner = docOf([{ text: 'Inner words\r' }])
    const chart = { Workbook: Buffer.from('x'), '\u0001CompObj': Buffer.from('....Microsoft Graph Chart') }
    const inFolder = (folder: string, streams: Record<string, Uint8Array>) =>
      Object.fromEntries(Object.entries(streams).map(([name, one]) => [`ObjectPool/${folder}/${name}`, one]))
    const file = compoundOf({
      WordDocument: stream,
      '0Table': table,
      ...inFolder('_1', { WordDocument: inner.stream, '0Table': inner.table }),
      ...inFolder('_2', { Package: docxOf(paragraph('Newer words')) }),
      ...inFolder('_3', chart),
      ...inFolder('_4', { WordDocument: Buffer.from('broken') }),
    })
    const { text } = await extract(extractDoc, 'doc', file)
    expect(text.endsWith('page head\n\nInner words\n\nNewer words')).toBe(true)
  })

  test('includes formulas, which are in the instruction of a field without a result', async () => {
    const reading =
      '\u0013 EQ \\* jc2 \\* "Font:MS Mincho" \\* hps11 \\o\\ad(\\s\\up 10(とうきょう),東京)\u0015'
    const fraction = '\u0013EQ \\f(one,\u0013 SEQ n \u0014two\u0015)\u0015'
    const parts = docOf([{ text: `${reading} and ${fraction}, \u0013 SET hidden "x"\u0015none\r` }])
    const file = compoundOf({ WordDocument: parts.stream, '0Table': parts.table })
    expect((await extract(extractDoc, 'doc', file)).text).toBe('東京(とうきょう) and one two, none')
  })

  test('ends with a clear code when it needs a password or has no text', async () => {
    const locked = Buffer.from(stream)
    locked.writeUInt16LE(0x0100, 10)
    await expect(
      extract(extractDoc, 'doc', compoundOf({ WordDocument: locked, '0Table': table })),
    ).rejects.toMatchObject({ code: 'extract.encrypted' })
    const lost = compoundOf({ WordDocument: stream, '0Table': Buffer.alloc(table.length) })
    await expect(extract(extractDoc, 'doc', lost)).rejects.toMatchObject({ code: 'extract.malformed' })
    await expect(extract(extractDoc, 'doc', compoundOf({ Other: stream }))).rejects.toMatchObject({
      code: 'extract.malformed',
    })
    await expect(extract(extractDoc, 'doc', Buffer.from('PK\u0003\u0004'))).rejects.toMatchObject({
      code: 'extract.malformed',
    })
  })
})

describe('an old PowerPoint file', () => {
  const wide = (text: string) => pptRecord(0x0fa0, Buffer.from(text, 'utf16le'))
  const kind = (number: number) => pptRecord(0x0f9f, numbers(number))
  const box = (...records: Uint8Array[]) => pptRecord(0xf004, [pptRecord(0xf00d, records)])
  const slide = pptRecord(0x03ee, [
    pptRecord(0x040c, [
      box(kind(4), pptRecord(0x0fa8, Buffer.from('caf\xe9', 'latin1'))),
      box(pptRecord(0x0f9e, numbers(1))),
      box(pptRecord(0x0f9e, numbers(0))),
    ]),
  ])
  const notes = pptRecord(0x03f0, [pptRecord(0x03f1, numbers(256, 0)), box(kind(2), wide('say hello'))])
  const listOf = (instance: number, id: number, texts: Uint8Array[]) =>
    pptRecord(0x0ff0, [pptRecord(0x03f3, numbers(id, 0, 0, 256, 0)), ...texts], instance)
  const document = pptRecord(0x03e8, [
    listOf(0, 2, [kind(0), wide('Opening'), kind(1), wide('point\rother')]),
    listOf(2, 3, []),
    pptRecord(0x0409, [
      pptRecord(0x0fc3, numbers(1, 0, 1, 2, 4, 0)),
      pptRecord(0x0fc3, numbers(1, 0, 2, 4, 5, 0)),
      pptRecord(0x0fc3, numbers(1, 0, 3, 2, 6, 0)),
    ]),
  ])
  const inner = docOf([{ text: 'Inner words\r' }])
  const embedded = compoundOf({ WordDocument: inner.stream, '0Table': inner.table })
  const packed = pptRecord(0x1011, Buffer.concat([numbers(embedded.length), deflateSync(embedded)]), 1)
  const broken = pptRecord(0x1011, Buffer.from('....not packed'), 1)
  const parts = [document, slide, notes, packed, packed, broken]
  const offsets = parts.map((_, i) => Buffer.concat(parts.slice(0, i)).length)
  const directoryAt = Buffer.concat(parts).length
  const directory = pptRecord(0x1772, numbers((6 << 20) | 1, ...offsets))
  const edit = pptRecord(0x0ff5, numbers(0, 0, 0, directoryAt, 1, 4, 0))
  const stream = Buffer.concat([...parts, directory, edit])
  const user = (token: number) =>
    pptRecord(0x0ff6, numbers(0x14, token, directoryAt + directory.length, 0, 0))

  test('is read by its directory: titles, outlines in their shapes, notes, then embedded documents', async () => {
    const file = compoundOf({ 'PowerPoint Document': stream, 'Current User': user(0xe391c05f) })
    const extraction = await extract(extractPpt, 'ppt', file)
    expect(extraction.text).toBe('## Opening\n\ncafé\n\n- point\n- other\n\nNotes: say hello\n\nInner words')
    expect(extraction.pages).toBe(1)
  })

  test('ends with a clear code when it needs a password or is empty', async () => {
    const locked = compoundOf({ 'PowerPoint Document': stream, 'Current User': user(0xf3d1c4df) })
    await expect(extract(extractPpt, 'ppt', locked)).rejects.toMatchObject({ code: 'extract.encrypted' })
    const empty = compoundOf({ 'PowerPoint Document': Buffer.alloc(100), 'Current User': user(0) })
    await expect(extract(extractPpt, 'ppt', empty)).rejects.toMatchObject({ code: 'extract.malformed' })
  })
})

describe('an Outlook file', () => {
  const text = (value: string) => Buffer.from(value, 'utf16le')

  test('is read like a mail', async () => {
    const file = compoundOf({
      '__properties_version1.0': Buffer.alloc(32),
      '__substg1.0_0037001F': text('Dinner'),
      '__substg1.0_0C1A001F': text('Ann'),
      '__substg1.0_5D01001F': text('ann@example.com'),
      '__substg1.0_1000001F': text('At eight.\r\n\r\nBring wine.'),
    })
    expect(await extract(extractMsg, 'msg', file)).toMatchObject({
      text: '## Dinner\n\nFrom: Ann <ann@example.com>\n\nAt eight.\n\nBring wine.',
      title: 'Dinner',
      author: 'Ann <ann@example.com>',
    })
  })

  test('names the sender from the mail headers when its own field is a directory path', async () => {
    const file = compoundOf({
      '__properties_version1.0': Buffer.alloc(32),
      '__substg1.0_0C1A001F': text('Ann'),
      '__substg1.0_0C1F001F': text('/O=COMPANY/OU=GROUP/CN=ANN'),
      '__substg1.0_007D001F': text(
        'To: bob@example.com\r\nFrom: "Ann"\r\n <ann@example.com>\r\nX-From: other@example.com\r\n',
      ),
      '__substg1.0_1000001F': text('At eight.'),
    })
    expect((await extract(extractMsg, 'msg', file)).author).toBe('Ann <ann@example.com>')
  })

  test('includes the text of its attachments', async () => {
    const file = compoundOf({
      '__properties_version1.0': Buffer.alloc(32),
      '__substg1.0_1000001F': text('See the list.'),
      '__attach_version1.0_#00000000/__properties_version1.0': Buffer.alloc(8),
      '__attach_version1.0_#00000000/__substg1.0_3707001F': text('list.txt'),
      '__attach_version1.0_#00000000/__substg1.0_37010102': Buffer.from('bread and wine'),
    })
    expect((await extract(extractMsg, 'msg', file)).text).toBe(
      'See the list.\n\nAttachments: list.txt\n\n### list.txt\n\nbread and wine',
    )
  })

  test('ends with extract.malformed when it is not a compound file', async () => {
    await expect(extract(extractMsg, 'msg', Buffer.from('no message'))).rejects.toMatchObject({
      code: 'extract.malformed',
    })
  })
})
