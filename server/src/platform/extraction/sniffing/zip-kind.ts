import { inflateRawSync } from 'node:zlib'
import type { FileKind } from '../kinds.ts'
import { dataStart, listEntries, type ZipEntry } from '../zip/directory.ts'

/** Kinds by content of `mimetype`, the first entry of OpenDocument and EPUB files. */
const declaredTypes: readonly (readonly [RegExp, FileKind])[] = [
  [/opendocument\.text/, 'odt'],
  [/opendocument\.presentation/, 'odp'],
  [/opendocument\.spreadsheet/, 'ods'],
  [/epub\+zip/, 'epub'],
]

const mainParts: readonly (readonly [RegExp, FileKind])[] = [
  [/^word\/.*\.xml$/i, 'docx'],
  [/^ppt\/.*\.xml$/i, 'pptx'],
  [/^xl\/.*\.(?:xml|bin)$/i, 'xlsx'],
]

/** Kinds by `[Content_Types].xml`, for packages with unusual part names. Embedded files are not `main`. */
const contentTypes: readonly (readonly [RegExp, FileKind])[] = [
  [/(?:wordprocessingml|ms-word)\.[\w.]+\.main\+xml/i, 'docx'],
  [/(?:presentationml|ms-powerpoint)\.[\w.]+\.main\+xml/i, 'pptx'],
  [/(?:spreadsheetml|ms-excel)\.[\w.]+\.main(?:\+xml)?/i, 'xlsx'],
]

const maxDeclarationBytes = 200_000

/** The first entries are enough to recognise a document. */
const enoughEntries = 10_000

/** The document kind of a zip file; most are not documents. */
export function zipKind(bytes: Uint8Array): FileKind | undefined {
  const entries = listEntries(bytes, enoughEntries)
  const declared = readEntry(bytes, entries, 'mimetype')
  const names = entries.map(entry => entry.name.replaceAll('\\', '/').replace(/^\//, ''))
  return (
    match(declaredTypes, declared) ??
    (names.some(name => name === 'META-INF/container.xml') ? 'epub' : undefined) ??
    match(contentTypes, readEntry(bytes, entries, '[Content_Types].xml')) ??
    mainParts.find(([part]) => names.some(name => part.test(name)))?.[1]
  )
}

function match(table: readonly (readonly [RegExp, FileKind])[], text: string): FileKind | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1]
}

function readEntry(bytes: Uint8Array, entries: readonly ZipEntry[], name: string): string {
  const entry = entries.find(one => one.name === name)
  if (!entry) return ''
  try {
    const start = dataStart(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), entry)
    const end = entry.compressedSize > 0 ? start + entry.compressedSize : bytes.length
    const data = bytes.subarray(start, Math.min(end, start + maxDeclarationBytes))
    if (entry.method === 0) return Buffer.from(data).toString('latin1')
    return inflateRawSync(data, { maxOutputLength: maxDeclarationBytes }).toString('latin1')
  } catch {
    return '' // Damaged or far too long. The names of the entries may still tell the kind.
  }
}
