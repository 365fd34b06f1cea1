/**
 * Adds a trailer to a file whose end was lost. PDFium finds the objects of a damaged file itself, but needs a trailer
 * to know where to begin. Undefined when the file names no catalog.
 */
export function repairEnd(bytes: Uint8Array): Uint8Array | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const catalog = findCatalog(file)
  if (catalog === undefined) return undefined
  return Buffer.concat([file, Buffer.from(`\ntrailer\n<< /Root ${catalog} 0 R >>\nstartxref\n0\n%%EOF\n`)])
}

/** The number of the last object that calls itself the catalog. */
function findCatalog(file: Buffer): number | undefined {
  const mark = file.lastIndexOf('/Catalog')
  const start = mark === -1 ? -1 : file.lastIndexOf(' obj', mark)
  if (start === -1) return undefined
  const number = /(\d+)\s+\d+$/.exec(file.subarray(Math.max(0, start - 20), start).toString('latin1'))
  return number ? Number(number[1]) : undefined
}
