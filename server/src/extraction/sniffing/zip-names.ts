const centralSignature = 0x02014b50
const localSignature = 0x04034b50
const endSignature = 0x06054b50

/** No document that people have has more; archives made to cost time do. */
const maxEntries = 10_000

export type ZipEntry = { name: string; method: number; dataStart: number; compressedSize: number }

/** Names in a zip file by its directory; of a damaged one, those that follow each other from its start. */
export function listZip(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const listed = listCentral(bytes, view)
  return listed.length > 0 ? listed : listLocal(bytes, view)
}

function listCentral(bytes: Uint8Array, view: DataView): ZipEntry[] {
  const end = findEnd(view)
  if (end === undefined) return []
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  while (entries.length < maxEntries && at + 46 <= bytes.length) {
    if (view.getUint32(at, true) !== centralSignature) break
    const nameLength = view.getUint16(at + 28, true)
    const local = view.getUint32(at + 42, true)
    entries.push({
      name: readName(bytes, at + 46, nameLength),
      method: view.getUint16(at + 10, true),
      compressedSize: view.getUint32(at + 20, true),
      dataStart:
        local + 30 <= bytes.length
          ? local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
          : bytes.length,
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

function listLocal(bytes: Uint8Array, view: DataView): ZipEntry[] {
  const entries: ZipEntry[] = []
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mark = Buffer.from([0x50, 0x4b, 3, 4])
  let at = 0
  while (entries.length < maxEntries && at >= 0 && at + 30 <= bytes.length) {
    if (view.getUint32(at, true) !== localSignature) break
    const nameLength = view.getUint16(at + 26, true)
    const dataStart = at + 30 + nameLength + view.getUint16(at + 28, true)
    const compressedSize = view.getUint32(at + 18, true)
    entries.push({
      name: readName(bytes, at + 30, nameLength),
      method: view.getUint16(at + 8, true),
      compressedSize,
      dataStart,
    })
    at = file.indexOf(mark, dataStart)
  }
  return entries
}

/** The directory's end record is the last thing but for a comment of at most 64 kB. */
function findEnd(view: DataView): number | undefined {
  const lowest = Math.max(0, view.byteLength - 22 - 0xffff)
  for (let at = view.byteLength - 22; at >= lowest; at--)
    if (view.getUint32(at, true) === endSignature) return at
  return undefined
}

function readName(bytes: Uint8Array, start: number, length: number): string {
  return Buffer.from(bytes.subarray(start, start + length))
    .toString('utf8')
    .replaceAll('\\', '/')
}
