import { describe, expect, test } from 'vitest'
import { docxOf, extract, paragraph } from '../../../../test/office-files.ts'
import { extractEml } from './eml.ts'
import { extractMbox } from './mbox.ts'

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const head = [
  'From: Ann <ann@example.com>',
  'To: Bob <bob@example.com>',
  'Date: Mon, 6 May 2024 07:08:09 +0200',
]

describe('a message', () => {
  test('is written with subject, sender, recipients, date, text and names of attachments', async () => {
    const extraction = await extract(
      extractEml,
      'eml',
      mail(
        ...head,
        'Subject: =?utf-8?q?Caf=C3=A9?=',
        'Content-Type: multipart/mixed; boundary=x',
        '',
        '--x',
        'Content-Type: multipart/alternative; boundary=y',
        '',
        '--y',
        'Content-Type: text/plain',
        '',
        'Hello Bob,',
        '',
        'see you.',
        '--y',
        'Content-Type: text/html',
        '',
        '<p>Hello Bob,<p>see you.',
        '--y--',
        '--x',
        'Content-Type: application/pdf; name=menu.pdf',
        'Content-Disposition: attachment; filename=menu.pdf',
        '',
        'x',
        '--x--',
      ),
    )
    expect(extraction).toMatchObject({
      text: '## Café\n\nFrom: Ann <ann@example.com>\nTo: Bob <bob@example.com>\nDate: Mon, 6 May 2024 07:08:09 +0200\n\nHello Bob,\n\nsee you.\n\nAttachments: menu.pdf (not read: The file is not a PDF, or it is damaged)',
      title: 'Café',
      author: 'Ann <ann@example.com>',
      date: '2024-05-06T05:08:09.000Z',
    })
  })

  test('is read from its HTML when that contains more', async () => {
    const shown = `<h1>News</h1><ul><li>${'word '.repeat(80)}</li></ul>`
    const { text } = await extract(
      extractEml,
      'eml',
      mail(
        'Content-Type: multipart/alternative; boundary=y',
        '',
        '--y',
        'Content-Type: text/plain',
        '',
        'See HTML.',
        '--y',
        'Content-Type: text/html',
        '',
        shown,
        '--y--',
      ),
    )
    expect(text.startsWith('# News\n\n- word')).toBe(true)
    expect(text).not.toContain('See HTML.')
  })

  test('includes attached messages, as deep as people forward', async () => {
    const nest = (depth: number): string[] =>
      depth === 0
        ? ['Subject: innermost', '', 'end']
        : [
            `Subject: level ${depth}`,
            `Content-Type: multipart/mixed; boundary=b${depth}`,
            '',
            `--b${depth}`,
            'Content-Type: message/rfc822',
            '',
            ...nest(depth - 1),
            `--b${depth}--`,
          ]
    const { text } = await extract(extractEml, 'eml', mail(...nest(3)))
    expect(text).toBe('## level 3\n\n### level 2\n\n#### level 1\n\n##### innermost\n\nend')
    const deep = await extract(extractEml, 'eml', mail(...nest(40)))
    expect(deep.text).not.toContain('innermost')
  })

  test('that is encrypted ends with extract.encrypted', async () => {
    const sealed = mail(
      ...head,
      'Content-Type: multipart/encrypted; boundary=x',
      '',
      '--x',
      'Content-Type: application/pgp-encrypted',
      '',
      'Version: 1',
      '--x--',
    )
    await expect(extract(extractEml, 'eml', sealed)).rejects.toMatchObject({ code: 'extract.encrypted' })
  })

  test('saved in UTF-16 is read', async () => {
    const wide = Buffer.from('\ufeffSubject: wide\r\n\r\nwords of it', 'utf16le')
    expect((await extract(extractEml, 'eml', wide)).text).toBe('## wide\n\nwords of it')
  })
})

describe('an attachment', () => {
  const part = (name: string, content: Uint8Array | string, type = 'application/octet-stream') => [
    '--x',
    `Content-Type: ${type}`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(content).toString('base64'),
  ]
  const mailWith = (...parts: string[][]) =>
    mail(
      'Subject: Plans',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      '',
      'See below.',
      ...parts.flat(),
      '--x--',
    )

  test('is read below its name, one heading level below the message', async () => {
    const { text, blocks } = await extract(
      extractEml,
      'eml',
      mailWith(
        part('notes.md', '# Garden\n\n- dig\n- sow'),
        part('prices.csv', 'what,price\nrake,12'),
        part('page.html', '<h2>Soil</h2><p>Needs lime.', 'text/html'),
        part('letter.docx', docxOf(paragraph('Dear Ann'))),
      ),
    )
    expect(text).toBe(
      [
        '## Plans',
        'See below.',
        'Attachments: notes.md, prices.csv, page.html, letter.docx',
        '### notes.md',
        '#### Garden',
        '- dig\n- sow',
        '### prices.csv',
        '| what | price |\n| --- | --- |\n| rake | 12 |',
        '### page.html',
        '##### Soil',
        'Needs lime.',
        '### letter.docx',
        'Dear Ann',
      ].join('\n\n'),
    )
    for (const { start, end } of blocks) expect(text.slice(start, end).trim()).toBe(text.slice(start, end))
    expect(blocks.map(({ level }) => level).filter(Boolean)).toEqual([2, 3, 4, 3, 3, 5, 3])
  })

  test('is only named when it is an image, a signature or empty, and named with the reason when unreadable', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    const { text } = await extract(
      extractEml,
      'eml',
      mailWith(
        part('photo.png', png, 'image/png'),
        part('signature.asc', '-----BEGIN PGP SIGNATURE-----', 'application/pgp-signature'),
        part('nothing.txt', ''),
        part('broken.docx', 'PK\u0003\u0004 and no more'),
        part('program.bin', Buffer.from('7f454c460201010000000000000000000300b700', 'hex')),
      ),
    )
    expect(text).toMatch(
      /^## Plans\n\nSee below\.\n\nAttachments: photo\.png, signature\.asc, nothing\.txt, broken\.docx \(not read: [^()]+\), program\.bin \(not read: Its type is not supported\)$/,
    )
  })

  test('is read up to two levels deep and up to twenty per message', async () => {
    const inner = mailWith(part('innermost.eml', mailWith(part('deep.txt', 'unseen'))))
    const nested = await extract(extractEml, 'eml', mailWith(part('one.eml', inner)))
    expect(nested.text).toContain('Attachments: innermost.eml')
    expect(nested.text).toContain('deep.txt (not read: It is nested too deeply)')
    expect(nested.text).not.toContain('unseen')
    const many = Array.from({ length: 22 }, (_, i) => part(`${i + 1}.txt`, `words of ${i + 1}`))
    const { text } = await extract(extractEml, 'eml', mailWith(...many))
    expect(text).toContain('20.txt, 21.txt (not read: Only 20 are read)')
    expect(text).toContain('words of 20')
    expect(text).not.toContain('words of 21')
  })

  test('with too much text does not affect the message', async () => {
    const long = 'word '.repeat(300_000)
    const { text } = await extract(extractEml, 'eml', mailWith(part('a.txt', long), part('b.txt', long)))
    expect(text).toContain('b.txt (not read: All attachments together have too much text)')
    expect(text.length).toBeLessThan(1_600_000)
  })
})

test('each message of a mailbox is a page', async () => {
  const box =
    'From a@b Mon May  6\nSubject: one\n\nFirst.\n>From here on.\nFrom there on.\n\nFrom c@d Tue May  7\nSubject: two\n\nSecond.\n'
  const extraction = await extract(extractMbox, 'mbox', Buffer.from(box))
  expect(extraction.text).toBe('## one\n\nFirst.\nFrom here on.\nFrom there on.\n\n## two\n\nSecond.')
  expect(extraction.pages).toBe(2)
  expect(extraction.blocks.at(-1)?.page).toBe(2)
})
