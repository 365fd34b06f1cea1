import CFB from 'cfb'
import type { HostileFile } from './file.ts'
import {
  documentXml,
  docx,
  docxEntries,
  epub,
  officeNames,
  openDocument,
  paragraph,
  pptx,
  sheetNamespace,
  xlsx,
} from './office.ts'
import { deflatedBomb, noise } from './repeat.ts'
import { zip } from './zip.ts'

const [documentStart, documentEnd] = documentXml('|').split('|') as [string, string]
const endless = {
  before: documentStart,
  unit: paragraph('all work and no play '),
  megabytes: 4_000,
  after: documentEnd,
}
const cell = '<c><v>1</v></c>'
const page = (body: string) => `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`
const secrets = /root:.*:0:0/

/** Archives, and document formats that are archives. */
export const archives: HostileFile[] = [
  {
    name: 'flat-bomb.zip',
    make: () =>
      zip([{ name: 'a', data: deflatedBomb('', Buffer.alloc(1_024), 4_000, ''), isDeflated: true }]),
  },
  { name: 'bomb.docx', make: () => docx(endless) },
  {
    name: 'one-long-word.docx',
    make: () =>
      docx({
        ...endless,
        before: `${documentStart}<w:p><w:r><w:t>`,
        unit: 'a',
        after: `</w:t></w:r></w:p>${documentEnd}`,
      }),
  },
  { name: 'empty-paragraphs.docx', make: () => docx({ ...endless, unit: '<w:p/>' }) },
  {
    name: 'bomb-beside.docx',
    make: () =>
      docx(documentXml(paragraph('short')), [
        { name: 'word/comments.xml', data: deflatedBomb('<c>', ' ', 4_000, '</c>'), isDeflated: true },
      ]),
  },
  {
    name: 'bomb.pptx',
    make: () =>
      pptx({
        before: '<p:sld xmlns:p="p" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">',
        unit: '<a:p><a:r><a:t>word </a:t></a:r></a:p>',
        megabytes: 4_000,
        after: '</p:sld>',
      }),
  },
  {
    name: 'many-slides.pptx',
    make: () => pptx('<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"/>', 50_000),
  },
  {
    name: 'bomb.xlsx',
    make: () =>
      xlsx({
        before: `<worksheet ${sheetNamespace}><sheetData>`,
        unit: `<row>${cell.repeat(50)}</row>`,
        megabytes: 4_000,
        after: '</sheetData></worksheet>',
      }),
  },
  {
    name: 'far-cell.xlsx',
    make: () =>
      xlsx(
        `<worksheet ${sheetNamespace}><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData></worksheet>`,
      ),
  },
  {
    name: 'merged-all.xlsx',
    make: () =>
      xlsx(
        `<worksheet ${sheetNamespace}><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(1_000)}</mergeCells></worksheet>`,
      ),
  },
  {
    name: 'shared-strings.xlsx',
    make: () =>
      xlsx(
        `<worksheet ${sheetNamespace}><sheetData><row><c t="s"><v>999999999</v></c></row></sheetData></worksheet>`,
        {
          before: `<sst ${sheetNamespace} count="4294967295">`,
          unit: '<si><t>x</t></si>',
          megabytes: 2_000,
          after: '</sst>',
        },
      ),
  },
  {
    name: 'repeated-rows.ods',
    make: () =>
      openDocument(
        'spreadsheet',
        `<office:document-content ${officeNames}><office:body><office:spreadsheet><table:table><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
      ),
  },
  {
    name: 'bomb.odt',
    make: () =>
      openDocument('text', {
        before: `<office:document-content ${officeNames}><office:body><office:text>`,
        unit: '<text:p>again and </text:p>',
        megabytes: 4_000,
        after: '</office:text></office:body></office:document-content>',
      }),
  },
  {
    name: 'spaces.odt',
    make: () =>
      openDocument(
        'text',
        `<office:document-content ${officeNames}><office:body><office:text><text:p>${'a<text:s text:c="2147483647"/>'.repeat(9)}</text:p></office:text></office:body></office:document-content>`,
      ),
  },
  {
    name: 'bomb.epub',
    make: () =>
      epub({ before: '<html><body>', unit: '<p>chapter</p>', megabytes: 4_000, after: '</body></html>' }),
  },
  { name: 'long-spine.epub', make: () => epub(page(`<p>${'word '.repeat(20_000)}</p>`), 100_000) },
  { name: 'overlapping.docx', make: overlapping },
  {
    name: 'contains-itself.docx',
    make: () =>
      zip([
        ...docxEntries(documentXml(paragraph('short'))),
        { name: 'self.docx', data: 'x', at: 0, claimedSize: 4_000_000_000 },
      ]),
  },
  { name: 'nested.zip', make: nested },
  {
    name: 'huge-claims.docx',
    make: () =>
      zip(
        docxEntries(documentXml(paragraph('short'))).map(entry => ({ ...entry, claimedSize: 0xffff_fffe })),
      ),
  },
  {
    name: 'many-entries.docx',
    make: () =>
      docx(
        documentXml(paragraph('short')),
        Array.from({ length: 65_000 }, (_, i) => ({ name: `word/${i}.xml`, data: '' })),
      ),
  },
  {
    name: 'outside.docx',
    make: () =>
      docx(
        documentXml(paragraph('short')),
        ['../../../../etc/passwd', '/etc/passwd', 'word/..\\..\\x', 'word/\0.xml'].map(name => ({
          name,
          data: 'x',
        })),
      ),
    never: secrets,
  },
  {
    name: 'link.docx',
    make: () =>
      docx(documentXml(paragraph('short')), [
        { name: 'word/comments.xml', data: '/etc/passwd', mode: 0o120777 },
      ]),
    never: secrets,
  },
  { name: 'cut.docx', make: () => docx(documentXml(paragraph('word '.repeat(5_000)))).subarray(0, 700) },
  {
    name: 'noise-inside.docx',
    make: () =>
      zip([
        ...docxEntries('').slice(0, 2),
        { name: 'word/document.xml', data: noise(100_000), isDeflated: true },
      ]),
  },
  { name: 'password.docx', make: () => encryptedOffice(), ends: 'extract.encrypted' },
  { name: 'password.xlsx', make: () => encryptedOffice(), ends: 'extract.encrypted' },
  {
    name: 'zip-password.docx',
    make: () => zip(docxEntries(documentXml(paragraph('short'))).map(entry => ({ ...entry, flags: 1 }))),
    ends: 'extract.encrypted',
  },
  {
    name: 'password.odt',
    make: () =>
      openDocument(
        'text',
        noise(500).toString('latin1'),
        '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data manifest:checksum="x"><manifest:algorithm manifest:algorithm-name="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/></manifest:encryption-data></manifest:file-entry>',
      ),
    ends: 'extract.encrypted',
  },
  ...['looping.doc', 'looping.xls', 'looping.ppt', 'looping.msg'].map(name => ({ name, make: loopingCfb })),
]

/** A thousand entries that all decompress the same megabytes. */
function overlapping(): Buffer {
  const whole = docxEntries(documentXml(paragraph('short')))
  const kernel = { name: 'word/0.xml', data: deflatedBomb('<x>', ' ', 100, '</x>'), isDeflated: true }
  const at = zip(whole).indexOf('PK\x01\x02')
  const others = Array.from({ length: 1_000 }, (_, i) => ({ ...kernel, name: `word/${i + 1}.xml`, at }))
  return zip([...whole, kernel, ...others])
}

function nested(): Buffer {
  let inner = zip([{ name: 'a', data: deflatedBomb('', ' ', 100, ''), isDeflated: true }])
  for (let depth = 0; depth < 6; depth++)
    inner = zip(
      Array.from({ length: 4 }, (_, i) => ({ name: `${i}.zip`, data: inner.subarray(0, 1_000_000) })),
    )
  return inner
}

/** As Word writes a file with a password: an old container with the encrypted content inside. */
function encryptedOffice(): Buffer {
  const file = CFB.utils.cfb_new()
  CFB.utils.cfb_add(file, '/EncryptionInfo', noise(200))
  CFB.utils.cfb_add(file, '/EncryptedPackage', noise(8_000))
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array)
}

/** Its sector table leads from each sector to itself. */
function loopingCfb(): Buffer {
  const file = Buffer.alloc(512 * 8)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file)
  file.writeUInt16LE(0x3e, 24)
  file.writeUInt16LE(3, 26)
  file.writeUInt16LE(0xfffe, 28)
  file.writeUInt16LE(9, 30)
  file.writeUInt16LE(6, 32)
  file.writeUInt32LE(1, 44) // sectors of the table
  file.writeUInt32LE(1, 48) // where the directory begins
  file.writeUInt32LE(4_096, 56)
  file.writeUInt32LE(2, 60)
  file.writeUInt32LE(0xffff_ffff, 64)
  file.writeUInt32LE(3, 68) // a list of tables that is its own next
  file.writeUInt32LE(0xffff_ffff, 72)
  file.writeUInt32LE(0, 76)
  for (let i = 0; i < 128; i++) file.writeUInt32LE(i, 512 + i * 4)
  for (let i = 0; i < 128; i++) file.writeUInt32LE(3, 512 * 4 + i * 4)
  const root = Buffer.from('Root Entry', 'utf16le')
  root.copy(file, 1_024)
  file.writeUInt16LE(root.length + 2, 1_024 + 64)
  file[1_024 + 66] = 5
  for (const at of [68, 72, 76]) file.writeUInt32LE(0, 1_024 + at)
  return file
}
