import { describe, expect, test } from 'vitest'
import { extract } from '../../../../test/office-files.ts'
import { extractEml } from './eml.ts'
import { extractMbox } from './mbox.ts'

const mailbox = (...messages: string[]) =>
  messages.map(message => `From a@b Mon May  6 07:08:09 2024\n${message}\n`).join('\n')
const read = async (content: string | Uint8Array) =>
  extract(extractMbox, 'mbox', typeof content === 'string' ? Buffer.from(content) : content)

describe('a mailbox', () => {
  const two = mailbox('Subject: one\n\nFirst.\n', 'Subject: two\n\nSecond.\n')

  test.each([
    ['a byte order mark', Buffer.from(`\ufeff${two}`)],
    ['Windows line ends', Buffer.from(two.replaceAll('\n', '\r\n'))],
    ['empty lines before the first message', Buffer.from(`\n\n${two}`)],
    ['UTF-16', Buffer.from(`\ufeff${two}`, 'utf16le')],
    ['no line end at its end', Buffer.from(two.trimEnd())],
  ])('with %s has all its messages', async (_, bytes) => {
    expect(await read(bytes)).toMatchObject({
      text: '## one\n\nFirst.\n\n## two\n\nSecond.',
      pages: 2,
    })
  })

  test('restores lines that were escaped once, twice and not at all', async () => {
    const { text } = await read(mailbox('Subject: x\n\n>From me\n>>From you\n> From them\nFrom us\n'))
    expect(text).toBe('## x\n\nFrom me\n>From you\n> From them\nFrom us')
  })

  test('keeps the encodings of its messages, which differ', async () => {
    const part = (charset: string, body: Buffer) =>
      Buffer.concat([
        Buffer.from(
          `From a@b Mon May  6 07:08:09 2024\nContent-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: 8bit\nSubject: ${charset}\n\n`,
        ),
        body,
        Buffer.from('\n\n'),
      ])
    const { text } = await read(
      Buffer.concat([part('iso-8859-1', Buffer.from('Größe', 'latin1')), part('utf-8', Buffer.from('שלום'))]),
    )
    expect(text).toContain('Größe')
    expect(text).toContain('שלום')
  })

  test('with messages that consist of nothing keeps the others', async () => {
    const { text, pages } = await read(mailbox('', 'Subject: two\n\nSecond.\n', ''))
    expect([text, pages]).toEqual(['## two\n\nSecond.', 3])
  })

  test('that is empty or no mailbox has no messages', async () => {
    for (const content of ['', 'no mail at all\n'])
      expect(await read(content)).toMatchObject({ text: '', pages: 0 })
  })
})

describe('a message', () => {
  const readMail = (content: string | Uint8Array) =>
    extract(extractEml, 'eml', typeof content === 'string' ? Buffer.from(content) : content)

  test('that begins with a byte order mark keeps its sender', async () => {
    expect(await readMail('\ufeffFrom: Ann <ann@example.com>\r\nSubject: Hi\r\n\r\nHello.')).toMatchObject({
      author: 'Ann <ann@example.com>',
      text: '## Hi\n\nFrom: Ann <ann@example.com>\n\nHello.',
    })
  })

  test('with headers folded over lines, in capitals and from right to left is read', async () => {
    const { title, text } = await readMail(
      'SUBJECT: =?utf-8?B?16nXnNeV150=?=\r\n =?utf-8?Q?_=D7=A2?=\r\nTO: "Bo, B." <bo@example.com>,\r\n\tcy@example.com\r\n\r\nx',
    )
    expect(title).toBe('שלום ע')
    expect(text).toContain('To: Bo, B. <bo@example.com>, cy@example.com')
  })

  test('cut off inside its header, its body or a part still has what came before', async () => {
    expect((await readMail('Subject: cut')).text).toBe('## cut')
    const multipart =
      'Subject: cut\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nThe beginning'
    expect((await readMail(multipart)).text).toContain('The beginning')
  })

  test('whose date is no date has none, but shows what was written', async () => {
    const extraction = await readMail('Subject: Hi\r\nDate: some day\r\n\r\nx')
    expect(extraction.date).toBeUndefined()
    expect(extraction.text).toContain('Date: some day')
  })

  test('to a group names its members', async () => {
    const { text } = await readMail('To: Friends: a@example.com, b@example.com;\r\n\r\nx')
    expect(text).toContain('To: Friends: a@example.com, b@example.com')
  })

  test('of HTML alone is written with its structure', async () => {
    const { text } = await readMail(
      'Content-Type: text/html; charset=utf-8\r\n\r\n<h2>Plan</h2><ul><li>one<li>two</ul>',
    )
    expect(text).toBe('## Plan\n\n- one\n- two')
  })
})
