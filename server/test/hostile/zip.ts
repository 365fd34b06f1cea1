import { crc32, deflateRawSync } from 'node:zlib'

/** An entry with its claims. Claims that are not given are true. */
export type Entry = {
  name: string
  data: Buffer | string
  /** The data is compressed already. */
  isDeflated?: boolean
  claimedSize?: number
  flags?: number
  /** Unix mode, as 0o120777 for a link. */
  mode?: number
  /** Only in the directory, with the place of another entry's data. */
  at?: number
}

/** Writes a zip archive, because no library writes what these tests need. */
export function zip(entries: readonly Entry[], tail: Buffer = Buffer.alloc(0)): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const packed = entry.isDeflated ? Buffer.from(entry.data) : deflate(entry.data)
    const name = Buffer.from(entry.name)
    const fields = shared(entry, packed, name)
    directory.push(centralHeader(fields, name, entry.mode ?? 0o100644, entry.at ?? offset))
    if (entry.at !== undefined) continue
    const local = Buffer.concat([signature(0x04034b50), fields, name, packed])
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  return Buffer.concat([...parts, central, ending(entries.length, central.length, offset), tail])
}

/** Tens of thousands of entries are empty, and zlib is slow for each. */
function deflate(data: Buffer | string): Buffer {
  return data.length === 0 ? Buffer.from([3, 0]) : deflateRawSync(data)
}

function shared(entry: Entry, packed: Buffer, name: Buffer): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(entry.flags ?? 0, 2)
  fields.writeUInt16LE(8, 4)
  fields.writeUInt32LE(entry.isDeflated ? 0 : crc32(entry.data), 10)
  fields.writeUInt32LE(packed.length, 14)
  fields.writeUInt32LE(entry.claimedSize ?? Math.min(entry.data.length, 0xffff_fffe), 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}

function centralHeader(fields: Buffer, name: Buffer, mode: number, offset: number): Buffer {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE((mode << 16) >>> 0, 6)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([signature(0x02014b50), Buffer.from([20, 3]), fields, rest, name])
}

function ending(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(Math.min(count, 0xffff), 8)
  record.writeUInt16LE(Math.min(count, 0xffff), 10)
  record.writeUInt32LE(size, 12)
  record.writeUInt32LE(offset, 16)
  return record
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
