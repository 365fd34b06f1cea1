import { crc32, deflateSync } from 'node:zlib'

/** Makes a zip archive whose members are stored uncompressed. */
function zip(members: Record<string, string>): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(members)) {
    const [path, body] = [Buffer.from(name), Buffer.from(text)]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(body), 10)
    common.writeUInt32LE(body.length, 14)
    common.writeUInt32LE(body.length, 18)
    common.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, path, body])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), common, place, path]))
    files.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('504b0506', 0, 'hex')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...files, listed, end]))
}

/** Makes a Word document with one paragraph for each line. */
export function docx(...lines: string[]): Uint8Array<ArrayBuffer> {
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'
  const paragraphs = lines.map(line => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join('')
  return zip({
    '[Content_Types].xml': `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${word}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs}</w:body></w:document>`,
  })
}

/** The rows of some capital letters, five dots wide. */
const letters: Record<string, string[]> = {
  E: ['11111', '10000', '10000', '11110', '10000', '10000', '11111'],
  H: ['10001', '10001', '10001', '11111', '10001', '10001', '10001'],
  O: ['01110', '10001', '10001', '10001', '10001', '10001', '01110'],
  R: ['11110', '10001', '10001', '11110', '10100', '10010', '10001'],
  T: ['11111', '00100', '00100', '00100', '00100', '00100', '00100'],
}
const dot = 6
const margin = 3

/** Makes a PNG with these letters in black on white. */
export function picture(text: string): Uint8Array<ArrayBuffer> {
  const width = (text.length * 6 + 2 * margin) * dot
  const rowOf = (bits: string) => {
    const dots = [...'0'.repeat(margin), ...bits].map(bit => Buffer.alloc(dot, bit === '1' ? 0 : 255))
    const row = Buffer.concat([...dots, Buffer.alloc(width, 255)]).subarray(0, width)
    return Buffer.concat([Buffer.from([0]), row])
  }
  const written = Array.from({ length: 7 }, (_, y) =>
    [...text].map(letter => `${letters[letter]?.[y] ?? '00000'}0`).join(''),
  )
  const blank = Array<string>(margin).fill('')
  const rows = [...blank, ...written, ...blank].flatMap(bits => Array<Buffer>(dot).fill(rowOf(bits)))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(rows.length, 4)
  header[8] = 8
  const parts = [part('IHDR', header), part('IDAT', deflateSync(Buffer.concat(rows))), part('IEND')]
  return new Uint8Array(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]))
}

function part(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
