import iconv from 'iconv-lite'
import { symbolOf } from '../../symbol-fonts.ts'

/** Code pages by the charset number of a font. */
const charsets: Record<number, number> = {
  77: 10000,
  128: 932,
  129: 949,
  130: 1361,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
}

/** Code pages of the whole file, where fonts name none. */
export const documentPages: Record<string, number> = { ansi: 1252, mac: 10000, pc: 437, pca: 850 }

export const namedCharacters: Record<string, string> = {
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  line: '\n',
  softline: '\n',
}

export type Font = { charset: number; codePage: number; name: string }

/** Whether the last byte is the first half of a character. */
export function isCut(bytes: readonly number[], font: Font | undefined): boolean {
  const page = font?.codePage || charsets[font?.charset ?? 0] || 0
  if (![932, 936, 949, 950].includes(page)) return false
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at]!
    const isLead = byte > 0x80 && byte < 0xff && !(page === 932 && byte >= 0xa0 && byte < 0xe0)
    at += isLead ? 2 : 1
  }
  return at > bytes.length
}

export function decodeBytes(bytes: readonly number[], font: Font | undefined, documentPage: number): string {
  if (font?.charset === 2)
    return bytes.map(byte => symbolOf(font.name.replace(/;.*$/s, '').trim(), byte.toString(16))).join('')
  const page = font?.codePage || charsets[font?.charset ?? 0] || documentPage
  const encoding = page === 10000 ? 'macroman' : page === 65001 ? 'utf-8' : `cp${page}`
  return iconv.decode(Buffer.from(bytes), iconv.encodingExists(encoding) ? encoding : 'cp1252')
}
