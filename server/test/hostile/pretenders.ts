import type { HostileFile } from './file.ts'
import { documentXml, docx, paragraph } from './office.ts'
import { noise } from './repeat.ts'

/** The first bytes of many file types. */
const beginnings: Record<string, string> = {
  pdf: '255044462d312e370a',
  zip: '504b0304',
  'zip-end': '504b0506',
  cfb: 'd0cf11e0a1b11ae1',
  png: '89504e470d0a1a0a',
  jpg: 'ffd8ffe000104a4649460001',
  gif: '474946383961',
  tif: '49492a0008000000',
  webp: '52494646ffffff7f57454250',
  bmp: '424d',
  rtf: '7b5c72746631',
  gz: '1f8b08',
  bz2: '425a68',
  xz: 'fd377a585a00',
  '7z': '377abcaf271c',
  rar: '526172211a0700',
  tar: '7573746172',
  mp3: '4944330400000000',
  mp4: '0000001866747970697366d6',
  m4a: '00000018667479704d344120',
  ogg: '4f676753',
  flac: '664c6143',
  wav: '52494646ffffff7f57415645',
  mkv: '1a45dfa3',
  elf: '7f454c46',
  exe: '4d5a',
  wasm: '0061736d01000000',
  'utf-16': 'fffe',
  'utf-32': 'fffe0000',
  xml: '3c3f786d6c20',
  html: '3c21444f43545950452068746d6c3e',
  eml: '46726f6d3a2061406220',
}

function atoms(...list: [number, string, string][]): Buffer {
  return Buffer.concat(
    list.map(([size, type, data]) => {
      const head = Buffer.alloc(8)
      head.writeUInt32BE(size)
      head.write(type, 4, 'latin1')
      return Buffer.concat([head, Buffer.from(data, 'latin1')])
    }),
  )
}

const plainPdf = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n'

/** Files that are not what they claim, or several types at once. */
export const pretenders: HostileFile[] = [
  ...Object.entries(beginnings).map(([kind, hex], i) => ({
    name: `noise-as-${kind}`,
    make: () => Buffer.concat([Buffer.from(hex, 'hex'), noise(50_000, i + 2)]),
  })),
  ...['pdf', 'docx', 'xlsx', 'png', 'mp3', 'eml', 'epub', 'html', 'json', 'csv', 'md'].map((ending, i) => ({
    name: `noise.${ending}`,
    make: () => noise(20_000, i + 50),
  })),
  ...['pdf', 'docx', 'png', 'mp4', 'html', 'json'].map(ending => ({
    name: `empty.${ending}`,
    make: () => Buffer.alloc(0),
    ends: 'extract.empty' as const,
  })),
  ...['pdf', 'docx', 'png', 'mp4', 'html', 'json'].map(ending => ({
    name: `one-byte.${ending}`,
    make: () => Buffer.from([0x50]),
  })),
  {
    name: 'pdf-and-zip.pdf',
    make: () => Buffer.concat([Buffer.from(plainPdf), docx(documentXml(paragraph('inside')))]),
  },
  {
    name: 'gif-and-html.gif',
    make: () => Buffer.from('GIF89a/*<html><body><p>inside</p></body></html>*/=1;'),
  },
  {
    name: 'html-and-pdf.html',
    make: () => Buffer.from(`<html><!-- ${plainPdf} --><body><p>inside</p></body></html>`),
  },
  {
    name: 'zip-and-png.png',
    make: () => Buffer.concat([Buffer.from(beginnings.png!, 'hex'), docx(documentXml(paragraph('inside')))]),
  },
  { name: '../../../../etc/passwd', make: () => Buffer.from('a name that leads out') },
  { name: `${'long'.repeat(5_000)}.txt`, make: () => Buffer.from('a long name') },
  { name: 'null\0byte.txt', make: () => Buffer.from('a name with a zero') },
  {
    name: 'looping.mp4',
    make: () =>
      Buffer.concat([
        atoms([24, 'ftyp', 'isom\0\0\0\0isommp42'], [0xffff_ffff, 'moov', '']),
        atoms([8, 'trak', ''], [0, 'mdia', '']),
      ]),
  },
  {
    name: 'sizes.m4a',
    make: () =>
      atoms(
        [24, 'ftyp', 'M4A \0\0\0\0M4A mp42'],
        [1, 'mdat', '\x7f\xff\xff\xff\xff\xff\xff\xff'],
        [7, 'free', ''],
      ),
  },
  {
    name: 'long.wav',
    make: () =>
      Buffer.from(
        'RIFF\xff\xff\xff\xffWAVEfmt \x10\0\0\0\x01\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x10\0data\xff\xff\xff\xff',
        'latin1',
      ),
  },
]
