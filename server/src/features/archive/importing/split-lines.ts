import { ArchiveError } from '../archive-error.ts'

const newline = 0x0a

const faults = {
  archive: { tooLong: 'archive.line_too_long', notUtf8: 'archive.malformed' },
  import: { tooLong: 'import.entry_too_large', notUtf8: 'import.malformed' },
} as const

/** The lines of a UTF-8 text, without their ends. A longer line than `maxBytes` is refused before it is in memory. */
export async function* splitLines(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  of: keyof typeof faults,
): AsyncGenerator<string> {
  const { tooLong, notUtf8 } = faults[of]
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let held: Uint8Array[] = []
  let heldBytes = 0
  const take = (tail: Uint8Array): string => {
    const bytes = held.length === 0 ? tail : Buffer.concat([...held, tail])
    held = []
    heldBytes = 0
    return decode(decoder, bytes, notUtf8)
  }
  for await (const chunk of body) {
    let start = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      if (heldBytes + end - start > maxBytes) throw new ArchiveError(tooLong)
      yield take(chunk.subarray(start, end))
      start = end + 1
    }
    held.push(chunk.subarray(start))
    heldBytes += chunk.length - start
    if (heldBytes > maxBytes) throw new ArchiveError(tooLong)
  }
  if (heldBytes > 0) yield take(new Uint8Array())
}

function decode(
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Uint8Array,
  fault: 'archive.malformed' | 'import.malformed',
): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ArchiveError(fault, 'not UTF-8')
  }
}
