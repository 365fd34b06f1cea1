import { describe, expect, test } from 'vitest'
import { extract } from '../../../test/office-files.ts'
import { extractEml } from './eml.ts'
import { extractMbox } from './mbox.ts'

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
const head = [
  'From: Ann <ann@example.com>',
  'To: Bob <bob@example.com>',
  'Date: Mon, 6 May 2024 07:08:09 +0200',
]

describe('a message', () => {
  test('is its subject, who wrote to whom when, its text and the names of what hung on it', async () => {
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
      text: '## Café\n\nFrom: Ann <ann@example.com>\nTo: Bob <bob@example.com>\nDate: Mon, 6 May 2024 07:08:09 +0200\n\nHello Bob,\n\nsee you.\n\nAttachments: menu.pdf',
      title: 'Café',
      author: 'Ann <ann@example.com>',
      date: '2024-05-06T05:08:09.000Z',
    })
  })

  test('is its HTML where that says more', async () => {
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

  test('holds the messages that hang on it, as deep as people forward', async () => {
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

  test('only its recipients can read says so', async () => {
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

  test('saved in 16 bits is read', async () => {
    const wide = Buffer.from('\ufeffSubject: wide\r\n\r\nwords of it', 'utf16le')
    expect((await extract(extractEml, 'eml', wide)).text).toBe('## wide\n\nwords of it')
  })
})

test('messages of a mailbox are pages', async () => {
  const box =
    'From a@b Mon May  6\nSubject: one\n\nFirst.\n>From here on.\nFrom there on.\n\nFrom c@d Tue May  7\nSubject: two\n\nSecond.\n'
  const extraction = await extract(extractMbox, 'mbox', Buffer.from(box))
  expect(extraction.text).toBe('## one\n\nFirst.\nFrom here on.\nFrom there on.\n\n## two\n\nSecond.')
  expect(extraction.pages).toBe(2)
  expect(extraction.blocks.at(-1)?.page).toBe(2)
})
