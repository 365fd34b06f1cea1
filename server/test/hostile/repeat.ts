import { constants, deflateRawSync } from 'node:zlib'

/** Compresses a piece of data so that it does not depend on what comes before it. */
function piece(bytes: Buffer | string): Buffer {
  return deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
}

const megabyte = 1 << 20

/** A deflated stream of `before`, about `megabytes` of repeated `unit`, and `after`: gigabytes in milliseconds. */
export function deflatedBomb(
  before: string,
  unit: string | Buffer,
  megabytes: number,
  after: string,
): Buffer {
  const block = Buffer.alloc(Math.max(1, Math.floor(megabyte / unit.length)) * unit.length, unit)
  const squeezed = piece(block)
  const repeated = Array.from({ length: megabytes }, () => squeezed)
  return Buffer.concat([piece(before), ...repeated, piece(after), Buffer.from([3, 0])])
}

/** In zlib's format. The checksum is wrong, which a reader notices last. */
export function zlibBomb(before: string, unit: string | Buffer, megabytes: number, after = ''): Buffer {
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    deflatedBomb(before, unit, megabytes, after),
    Buffer.alloc(4),
  ])
}

/** Noise that is the same every time. */
export function noise(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length)
  let state = seed * 2_654_435_761
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[i] = state >>> 24
  }
  return bytes
}
