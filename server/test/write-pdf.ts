import { createHash } from 'node:crypto'

export type PdfPage = {
  /** Drawing operators of the page. `at` writes them. */
  content: string
  /** Additional entries of its dictionary. */
  entries?: string
}

export type PdfSource = {
  pages: readonly PdfPage[]
  /** Objects that pages refer to. The first has the number `firstExtra`. */
  extra?: readonly string[]
  catalog?: string
  info?: string
  passwords?: { user: string; owner: string }
}

/** Writes text at a point of the page. F1 is Helvetica, F2 is Helvetica bold. */
export function at(x: number, y: number, text: string, { size = 12, font = 'F1' } = {}): string {
  const escaped = text.replace(/[\\()]/g, '\\$&')
  return `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped}) Tj ET\n`
}

/** Writes lines of text below each other. */
export function lines(
  x: number,
  y: number,
  texts: readonly string[],
  { size = 12, leading = 14 } = {},
): string {
  return texts.map((text, i) => at(x, y - i * leading, text, { size })).join('')
}

export const firstExtra = 10

const [catalog, pageTree, info, font, bold, encryption] = [1, 2, 3, 4, 5, 6]

/** Creates an uncompressed PDF with pages of 595 by 842 points, so a test controls every byte. */
export function writePdf(source: PdfSource): Buffer {
  const { pages, extra = [], passwords } = source
  const locks = passwords && lock(passwords.user, passwords.owner)
  const firstPage = firstExtra + extra.length
  const objects = new Map<number, string>([
    [catalog, `<< /Type /Catalog /Pages ${pageTree} 0 R ${source.catalog ?? ''} >>`],
    [
      pageTree,
      `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${firstPage + 2 * i} 0 R`).join(' ')}] >>`,
    ],
    [info, `<< ${source.info ?? ''} >>`],
    [font, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
    [bold, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>'],
    ...extra.map((object, i): [number, string] => [firstExtra + i, object]),
  ])
  for (const [i, page] of pages.entries()) {
    const at = firstPage + 2 * i
    objects.set(at, pageObject(page, at + 1))
    objects.set(at + 1, streamObject('', locks ? locks.encrypt(page.content, at + 1) : page.content))
  }
  if (locks) objects.set(encryption, locks.dictionary)
  return assemble(objects, locks ? `/Encrypt ${encryption} 0 R /ID [<${fileId}> <${fileId}>]` : '')
}

export function streamObject(entries: string, content: string): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`
}

function pageObject({ entries = '' }: PdfPage, contents: number): string {
  const fonts = `/Font << /F1 ${font} 0 R /F2 ${bold} 0 R >>`
  const images = `/XObject << /I ${firstExtra} 0 R >>`
  return `<< /Type /Page /Parent ${pageTree} 0 R /MediaBox [0 0 595 842] /Resources << ${fonts} ${images} >> /Contents ${contents} 0 R ${entries} >>`
}

function assemble(objects: ReadonlyMap<number, string>, trailer: string): Buffer {
  let file = '%PDF-1.4\n'
  const offsets = new Map<number, number>()
  for (const [number, body] of objects) {
    offsets.set(number, file.length)
    file += `${number} 0 obj\n${body}\nendobj\n`
  }
  const start = file.length
  const size = Math.max(...objects.keys()) + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n`
  for (let i = 1; i < size; i++) {
    const offset = offsets.get(i)
    file += offset === undefined ? '0000000000 00000 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`
  }
  file += `trailer\n<< /Size ${size} /Root ${catalog} 0 R /Info ${info} 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

const fileId = '00112233445566778899aabbccddeeff'
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/** Revision 2 of the standard security handler: RC4 with keys of 40 bits. */
function lock(user: string, owner: string) {
  const ownerEntry = rc4(md5(padded(owner)).subarray(0, 5), padded(user))
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff])
  const key = md5(padded(user), ownerEntry, permissions, Buffer.from(fileId, 'hex')).subarray(0, 5)
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`
  return {
    dictionary: `<< /Filter /Standard /V 1 /R 2 /P -4 /O ${hex(ownerEntry)} /U ${hex(rc4(key, padding))} >>`,
    encrypt(content: string, object: number): string {
      const number = Buffer.from([object, object >> 8, object >> 16, 0, 0])
      return rc4(md5(key, number).subarray(0, 10), Buffer.from(content, 'latin1')).toString('latin1')
    },
  }
}

const padded = (password: string) => Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)

function md5(...parts: readonly Buffer[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest()
}

/** Our own RC4, because OpenSSL no longer offers it. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i)
  const swap = (i: number, j: number) => {
    const kept = state[i]!
    state[i] = state[j]!
    state[j] = kept
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  return Buffer.from(
    data.map(byte => {
      i = (i + 1) & 255
      j = (j + state[i]!) & 255
      swap(i, j)
      return byte ^ state[(state[i]! + state[j]!) & 255]!
    }),
  )
}
