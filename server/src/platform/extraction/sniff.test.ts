import CFB from 'cfb'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { FileKind } from './kinds.ts'
import { describeFile, sniff } from './sniff.ts'

const text = (content: string) => new TextEncoder().encode(content)
const zip = (...names: string[]) => zipSync(Object.fromEntries(names.map(name => [name, strToU8('<x/>')])))
const odf = (type: string) =>
  zipSync({ mimetype: [strToU8(type), { level: 0 }], 'content.xml': strToU8('<x/>') })
const types = (main: string) =>
  zipSync({
    '[Content_Types].xml': strToU8(`<Types><Override ContentType="${main}"/></Types>`),
    'a.xml': strToU8('<x/>'),
  })

function compound(...streams: string[]): Uint8Array {
  const file = CFB.utils.cfb_new()
  for (const stream of streams) CFB.utils.cfb_add(file, stream, Buffer.from('x'))
  return new Uint8Array(CFB.write(file, { type: 'buffer' }) as Buffer)
}

const cases: [string, Uint8Array, string, FileKind | undefined][] = [
  ['a PDF behind junk', text('\r\nHello\r\n%PDF-1.4\n'), 'a.bin', 'pdf'],
  ['text about PDF', text('A PDF begins with %PDF-1.4, they say.'), 'a.txt', 'text'],
  ['a PDF called text', text('%PDF-1.7\n'), 'a.txt', 'pdf'],
  ['a Word file', zip('[Content_Types].xml', 'word/document.xml'), 'a', 'docx'],
  ['slides with a Word file inside', zip('ppt/presentation.xml', 'ppt/embeddings/a.docx'), 'a', 'pptx'],
  ['a workbook in binary', zip('xl/workbook.bin'), 'a', 'xlsx'],
  [
    'a workbook with names of its own',
    types('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'),
    'a',
    'xlsx',
  ],
  ['an OpenDocument text', odf('application/vnd.oasis.opendocument.text'), 'a', 'odt'],
  ['an OpenDocument sheet', odf('application/vnd.oasis.opendocument.spreadsheet'), 'a', 'ods'],
  ['a book', odf('application/epub+zip'), 'a', 'epub'],
  ['a damaged Word file', zip('word/document.xml').subarray(0, 60), 'a', 'docx'],
  ['an archive', zip('notes.txt'), 'notes.docx', undefined],
  ['an old Word file', compound('/WordDocument'), 'a', 'doc'],
  ['an old workbook', compound('/Workbook'), 'a', 'xls'],
  ['old slides', compound('/PowerPoint Document'), 'a', 'ppt'],
  ['a Word file in a workbook', compound('/Workbook', '/MBD0001/WordDocument'), 'a', 'xls'],
  ['a mail of Outlook', compound('/__properties_version1.0'), 'a', 'msg'],
  ['an encrypted workbook', compound('/EncryptionInfo', '/EncryptedPackage'), 'a.xlsx', 'xlsx'],
  ['RTF called a Word file', text('{\\rtf1 Hello}'), 'a.doc', 'rtf'],
  ['text called a Word file', text('Hello'), 'a.doc', 'text'],
  ['a page without a name', text('<!-- x -->\n<!DOCTYPE html><p>Hi'), 'download', 'html'],
  ['a page of a PHP site', text('<!doctype html><p>Hi'), 'index.php', 'html'],
  ['a template', text('<html><?php echo 1 ?>'), 'index.php', 'code'],
  ['a feed', text('<?xml version="1.0"?><rss/>'), 'feed', 'xml'],
  ['XHTML', text('<?xml version="1.0"?><!DOCTYPE html><html/>'), 'a.xml', 'html'],
  ['a mail', text('From: a@example.org\nTo: b@example.org\nSubject: Hi\n\nHello'), 'a.txt', 'eml'],
  ['a mailbox', text('From a@example.org Mon Jan 1 00:00:00 2024\nSubject: Hi\n\nHello'), 'a', 'mbox'],
  ['SubRip', text('1\n00:00:01,000 --> 00:00:02,000\nHi\n'), 'a.txt', 'subtitles'],
  ['WebVTT', text('WEBVTT\n\n00:01.000 --> 00:02.000\nHi'), 'a', 'subtitles'],
  ['JSON without a name', text('{"a": [1, 2]}'), 'a', 'json'],
  ['JSON, one to a line', text('{"a": 1}\n{"a": 2}\n'), 'a.json', 'jsonl'],
  ['a notebook', text('{"cells": [], "nbformat": 4}'), 'a.json', 'notebook'],
  ['a table without a name', text('a,b,c\n1,2,3\n4,5,6\n7,8,9\n'), 'a', 'csv'],
  [
    'prose with commas',
    text('First, we ate.\nThen, after that, we slept, and so on.\nIt was good.\n'),
    'a',
    'text',
  ],
  ['Markdown by its name', text('<div align="center">Hi</div>'), 'README.md', 'markdown'],
  ['code by its name', text('print("hi")'), 'a.py', 'code'],
  ['nothing at all', new Uint8Array(), 'a', 'text'],
  ['junk', Uint8Array.from({ length: 999 }, (_, i) => (i * i * 7) % 256), 'a.txt', undefined],
  ['junk called a PDF', Uint8Array.from({ length: 999 }, (_, i) => (i * i * 7) % 256), 'a.pdf', 'pdf'],
  ['text that begins like a bitmap', text('BMW announced a new car.'), 'a.txt', 'text'],
  ['a GIF', text('GIF89a\x01\0\x01\0'), 'a.txt', 'image'],
]

describe('sniff', () => {
  test.each(cases)('gives %s the right kind', async (_, bytes, name, kind) => {
    expect(await sniff(bytes, name, '')).toBe(kind)
  })

  test("trusts the sender's type only after content and name", async () => {
    expect(await sniff(text('Hello'), 'note', 'text/markdown; charset=utf-8')).toBe('markdown')
    expect(await sniff(text('Hello'), 'note.txt', 'text/markdown')).toBe('text')
    expect(await sniff(text('<!doctype html>'), 'note', 'text/plain')).toBe('html')
  })

  test('is complemented by describeFile, which names the type of an unreadable file', async () => {
    expect(await describeFile(zip('notes.txt'))).toContain('application/zip')
    expect(await describeFile(Uint8Array.of(1, 2, 3))).toBe('is of no known type')
  })
})
