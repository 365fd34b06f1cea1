import type { HostileFile } from './file.ts'
import { noise } from './repeat.ts'

const text = (value: () => string | Buffer) => () => Buffer.from(value())
const megabytes = 1_000_000

/** Plain texts, tables, JSON and code. */
export const texts: HostileFile[] = [
  { name: 'empty.txt', make: () => Buffer.alloc(0), ends: 'extract.empty' },
  { name: 'blank.txt', make: text(() => ' \n\t\r\n '.repeat(100_000)), ends: 'extract.empty' },
  { name: 'one-byte.txt', make: () => Buffer.from('a') },
  { name: 'zeros.txt', make: () => Buffer.alloc(10 * megabytes) },
  { name: 'text-and-zeros.txt', make: text(() => 'a\0b\0 '.repeat(megabytes)) },
  {
    name: 'odd.txt',
    make: () =>
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from('half a letter'.repeat(1_000), 'utf16le'),
        Buffer.from([0x41]),
      ]),
  },
  {
    name: 'surrogates.txt',
    make: () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(100_000, Buffer.from([0x00, 0xd8]))]),
  },
  {
    name: 'broken.txt',
    make: () =>
      Buffer.concat([
        Buffer.from('some text '),
        Buffer.alloc(megabytes, Buffer.from([0xf0, 0x9f, 0x98])),
        Buffer.from(' more'),
      ]),
  },
  { name: 'one-line.txt', make: () => Buffer.alloc(40 * megabytes, 'a') },
  { name: 'one-line.csv', make: () => Buffer.alloc(40 * megabytes, 'a,') },
  { name: 'quotes.csv', make: () => Buffer.alloc(40 * megabytes, '"') },
  { name: 'open-quote.csv', make: text(() => `a,b\n"${'x,y\n'.repeat(5 * megabytes)}`) },
  {
    name: 'wide.csv',
    make: text(() => `${'a,'.repeat(megabytes)}\n${'1,'.repeat(megabytes)}\n${'x\n'.repeat(1_000)}`),
  },
  { name: 'ragged.csv', make: text(() => `${'a\n'.repeat(100_000)}${'b,'.repeat(100_000)}`) },
  { name: 'deep.json', make: text(() => '['.repeat(5 * megabytes)) },
  { name: 'deep-closed.json', make: text(() => `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`) },
  { name: 'wide.json', make: text(() => `[${'{"a":[1,2,{"b":"c"}]},'.repeat(500_000)}1]`) },
  {
    name: 'proto.json',
    make: text(
      () =>
        '{"__proto__":{"toString":1},"constructor":{"prototype":null},"length":4294967295,"word":"quiet"}',
    ),
  },
  { name: 'deep.jsonl', make: text(() => `{"a":1}\n${'['.repeat(5 * megabytes)}\n{"a":2}\n`) },
  { name: 'short-lines.jsonl', make: text(() => '1\n'.repeat(5 * megabytes)) },
  { name: 'outputs.ipynb', make: notebook },
  { name: 'deep.ipynb', make: text(() => `{"nbformat":4,"cells":${'[{"source":'.repeat(200_000)}`) },
  { name: 'brackets.md', make: text(() => '['.repeat(megabytes)) },
  { name: 'stars.md', make: text(() => `# x\n\n${'**a *b _c '.repeat(300_000)}`) },
  { name: 'quotes.md', make: text(() => `${'>'.repeat(500_000)} deep`) },
  {
    name: 'lists.md',
    make: text(() => Array.from({ length: 5_000 }, (_, i) => `${'  '.repeat(i)}- x`).join('\n')),
  },
  { name: 'fences.md', make: text(() => `${'`'.repeat(megabytes)}\n${'```\n'.repeat(500_000)}`) },
  { name: 'addresses.txt', make: text(() => `${'a@a.'.repeat(megabytes)}! ${'http://a.'.repeat(300_000)}`) },
  { name: 'spaces.txt', make: text(() => `a${' '.repeat(5 * megabytes)}b${'\t \n'.repeat(megabytes)}c`) },
  { name: 'feeds.txt', make: text(() => '\r'.repeat(5 * megabytes)) },
  { name: 'marks.txt', make: text(() => `a${'\u0301'.repeat(2 * megabytes)}`) },
  { name: 'brackets.js', make: text(() => '('.repeat(megabytes)) },
  {
    name: 'nested.py',
    make: text(() => Array.from({ length: 3_000 }, (_, i) => `${' '.repeat(i)}if x:`).join('\n')),
  },
  { name: 'templates.ts', make: text(() => '`${'.repeat(500_000)) },
  { name: 'blocks.c', make: text(() => `int main(){${'{'.repeat(500_000)}`) },
  {
    name: 'endless.srt',
    make: text(() =>
      Array.from({ length: 300_000 }, (_, i) => `${i}\n00:00:00,000 --> 99:99:99,999\nx\n`).join('\n'),
    ),
  },
  {
    name: 'times.vtt',
    make: text(() => `WEBVTT\n\n${'9'.repeat(megabytes)}:00 --> ${'0'.repeat(megabytes)}\nx\n`),
  },
  { name: 'braces.rtf', make: text(() => `{\\rtf1 ${'{'.repeat(2 * megabytes)}`) },
  {
    name: 'closed-braces.rtf',
    make: text(() => `{\\rtf1 ${'{\\b '.repeat(500_000)}x${'}'.repeat(500_001)}`),
  },
  { name: 'binary.rtf', make: text(() => '{\\rtf1 a\\bin2147483647 x\\bin-5 y}') },
  {
    name: 'numbers.rtf',
    make: text(() => `{\\rtf1 ${"\\u-99999999999?\\uc2147483647 \\'zz".repeat(200_000)}}`),
  },
  {
    name: 'object.rtf',
    make: () =>
      Buffer.concat([
        Buffer.from('{\\rtf1 {\\object{\\*\\objdata '),
        Buffer.from(noise(10 * megabytes).toString('hex')),
        Buffer.from('}} word}'),
      ]),
  },
]

function notebook(): Buffer {
  const output = {
    output_type: 'display_data',
    data: { 'image/png': 'A'.repeat(4 * megabytes), 'text/plain': ['x'] },
  }
  const cells = [
    { cell_type: 'code', source: ['print(1)'], outputs: Array.from({ length: 10 }, () => output) },
  ]
  return Buffer.from(JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }))
}
