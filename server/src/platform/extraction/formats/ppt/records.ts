/** A record of a PowerPoint file. `start` and `end` delimit its content in the stream. */
export type PptRecord = { type: number; instance: number; isContainer: boolean; start: number; end: number }

export const recordTypes = {
  document: 0x03e8,
  slide: 0x03ee,
  notes: 0x03f0,
  notesAtom: 0x03f1,
  slidePersist: 0x03f3,
  placeholder: 0x0bc3,
  outlineReference: 0x0f9e,
  oleObject: 0x0fc3,
  oleStorage: 0x1011,
  textHeader: 0x0f9f,
  textChars: 0x0fa0,
  textBytes: 0x0fa8,
  cString: 0x0fba,
  slideList: 0x0ff0,
  userEdit: 0x0ff5,
  comment: 0x2ee0,
  /** Additions of later versions, such as comments. It is a container although its header does not say so. */
  tagData: 0x138b,
  persistDirectory: 0x1772,
  shape: 0xf004,
  textBox: 0xf00d,
}

const maxDepth = 60

/** The records between two positions, in order. A record that claims to be longer than the space ends there. */
export function* recordsIn(stream: Buffer, start: number, end: number): Generator<PptRecord> {
  let at = start
  while (at + 8 <= end) {
    const record = readRecord(stream, at, end)
    yield record
    at = record.end
  }
}

export function recordAt(stream: Buffer, at: number): PptRecord | undefined {
  return at >= 0 && at + 8 <= stream.length ? readRecord(stream, at, stream.length) : undefined
}

/** All records of some types inside one, at any depth, but not inside each other. */
export function findRecords(
  stream: Buffer,
  parent: PptRecord,
  types: readonly number[],
  depth = 0,
): PptRecord[] {
  const found: PptRecord[] = []
  for (const record of recordsIn(stream, parent.start, parent.end)) {
    if (types.includes(record.type)) found.push(record)
    else if (record.isContainer && depth < maxDepth)
      found.push(...findRecords(stream, record, types, depth + 1))
  }
  return found
}

function readRecord(stream: Buffer, at: number, end: number): PptRecord {
  const head = stream.readUInt16LE(at)
  const type = stream.readUInt16LE(at + 2)
  return {
    type,
    instance: head >> 4,
    isContainer: (head & 0xf) === 0xf || type === recordTypes.tagData,
    start: at + 8,
    end: Math.min(end, at + 8 + stream.readUInt32LE(at + 4)),
  }
}
