import type { HostileFile } from './file.ts'
import { deflatedBomb, noise } from './repeat.ts'
import { zip } from './zip.ts'

const head = 'From: a@example.org\r\nTo: b@example.org\r\nSubject: Hello\r\nMIME-Version: 1.0\r\n'
const text = (value: () => string) => () => Buffer.from(value())

/** Mail: nested parts, and endless headers. */
export const letters: HostileFile[] = [
  { name: 'nested.eml', make: text(() => head + nestedParts(100_000)) },
  {
    name: 'attached.eml',
    make: text(
      () => `${`${head}Content-Type: message/rfc822\r\n\r\n`.repeat(20_000)}${head}\r\nthe innermost`,
    ),
  },
  {
    name: 'headers.eml',
    make: text(
      () => `${head}${Array.from({ length: 500_000 }, (_, i) => `X-H${i}: v\r\n`).join('')}\r\nbody`,
    ),
  },
  { name: 'folded.eml', make: text(() => `${head}X-Long: ${'a\r\n '.repeat(2_000_000)}\r\n\r\nbody`) },
  {
    name: 'recipients.eml',
    make: text(() => `From: a@b\r\nTo: ${'"a, b" <a@b>, ((((, '.repeat(100_000)}\r\nSubject: x\r\n\r\nbody`),
  },
  {
    name: 'encoded-words.eml',
    make: text(() => `From: a@b\r\nSubject: ${'=?utf-8?B?YQ==?= '.repeat(200_000)}\r\n\r\nbody`),
  },
  {
    name: 'boundaries.eml',
    make: text(
      () => `${head}Content-Type: multipart/mixed; boundary="a"\r\n\r\n${'--a\r\n\r\n'.repeat(500_000)}`,
    ),
  },
  {
    name: 'no-boundary.eml',
    make: text(() => `${head}Content-Type: multipart/mixed; boundary=""\r\n\r\n${'--\r\n'.repeat(100_000)}x`),
  },
  {
    name: 'base64.eml',
    make: text(() => `${head}Content-Transfer-Encoding: base64\r\n\r\n${'QUJD\r\n'.repeat(4_000_000)}`),
  },
  {
    name: 'charset.eml',
    make: text(() => `${head}Content-Type: text/plain; charset="${'x'.repeat(1_000_000)}"\r\n\r\nbody`),
  },
  { name: 'endless.mbox', make: text(() => 'From a@b Thu Jan  1 00:00:00 2015\n'.repeat(300_000)) },
  {
    name: 'many.mbox',
    make: text(() => 'From a@b Thu Jan  1 00:00:00 2015\nSubject: x\n\nbody\n\n'.repeat(200_000)),
  },
  { name: 'bombs.eml', make: () => mailWith(Array.from({ length: 5 }, bomb)), ends: 'text' },
  {
    name: 'crumbs.eml',
    make: () => mailWith(Array.from({ length: 20_000 }, () => Buffer.from('x'))),
    ends: 'text',
  },
  { name: 'noise.eml', make: () => Buffer.concat([Buffer.from(head), noise(1_000_000)]) },
]

function bomb(): Buffer {
  const data = deflatedBomb('', Buffer.alloc(1_024), 1_000, '')
  return zip([{ name: 'word/document.xml', data, isDeflated: true }])
}

function mailWith(attachments: readonly Uint8Array[]): Buffer {
  const parts = attachments.map(
    (bytes, i) =>
      `--a\r\nContent-Disposition: attachment; filename="${i}.docx"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes).toString('base64')}\r\n`,
  )
  return Buffer.from(`${head}Content-Type: multipart/mixed; boundary="a"\r\n\r\n${parts.join('')}--a--`)
}

function nestedParts(depth: number): string {
  const parts: string[] = []
  for (let i = 0; i < depth; i++)
    parts.push(`Content-Type: multipart/mixed; boundary="b${i}"\r\n\r\n--b${i}\r\n`)
  return `${parts.join('')}Content-Type: text/plain\r\n\r\nthe innermost`
}
