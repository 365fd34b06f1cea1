import { inflateRawSync } from 'node:zlib'
import type { Kind } from '../kinds.ts'
import { dataStart, listEntries, type ZipEntry } from '../zip/directory.ts'

/** Of `mimetype`, which OpenDocument and EPUB files begin with. */
const declaredTypes: readonly (readonly [RegExp, Kind])[] = [
  [/opendocument\.text/, 'odt'],
  [/opendocument\.presentation/, 'odp'],
  [/opendocument\.spreadsheet/, 'ods'],
  [/epub\+zip/, 'epub'],
]

const mainParts: readonly (readonly [RegExp, Kind])[] = [
  [/^word\/.*\.xml$/i, 'docx'],
  [/^ppt\/.*\.xml$/i, 'pptx'],
  [/^xl\/.*\.(?:xml|bin)$/i, 'xlsx'],
]

/** Of `[Content_Types].xml`, for packages whose parts have names of their own; embedded files are not `main`. */
const contentTypes: readonly (readonly [RegExp, Kind])[] = [
  [/(?:wordprocessingml|ms-word)\.[\w.]+\.main\+xml/i, 'docx'],
  [/(?:presentationml|ms-powerpoint)\.[\w.]+\.main\+xml/i, 'pptx'],
  [/(?:spreadsheetml|ms-excel)\.[\w.]+\.main(?:\+xml)?/i, 'xlsx'],
]

const maxDeclarationBytes = 200_000

/** What an archive is shows in fewer. */
const enoughEntries = 10_000

/** Which kind of document a zip file is; most are none. */
export function zipKind(bytes: Uint8Array): Kind | undefined {
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

function match(table: readonly (readonly [RegExp, Kind])[], text: string): Kind | undefined {
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
    return '' // Damaged, or far too long for what it should be; the names still tell.
  }
}
