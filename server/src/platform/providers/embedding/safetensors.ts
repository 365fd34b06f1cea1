export type Tensor = { dtype: 'F16' | 'F32' | 'I8'; shape: number[]; bytes: Uint8Array }

/** Reads one tensor of a set of weights. */
export type ReadTensor = (name: string) => Tensor

type Entry = { dtype: string; shape: number[]; data_offsets: [number, number] }
type Header = { [name: string]: Entry } & { __metadata__?: Record<string, string> }

const known = new Set(['F16', 'F32', 'I8'])

/** Reads the safetensors format: an 8-byte length, a JSON header with offsets, and the numbers. */
export function readSafetensors(file: Uint8Array): ReadTensor {
  const { header, start } = readHeader(file)
  return name => {
    const entry = header[name]
    if (!entry) throw new Error(`The weights have no tensor "${name}"`)
    if (!known.has(entry.dtype)) throw new Error(`"${name}" is ${entry.dtype}`)
    const [from, to] = entry.data_offsets
    const bytes = file.subarray(start + from, start + to)
    return { dtype: entry.dtype as Tensor['dtype'], shape: entry.shape, bytes }
  }
}

/** The texts that the header has beside the tensors. */
export function readMetadata(file: Uint8Array): Record<string, string> {
  return readHeader(file).header.__metadata__ ?? {}
}

function readHeader(file: Uint8Array): { header: Header; start: number } {
  const headerLength = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true))
  const start = 8 + headerLength
  return { header: JSON.parse(new TextDecoder().decode(file.subarray(8, start))), start }
}

export function toFloat32(tensor: Tensor): Float32Array {
  // A copy, because the numbers of a file are not aligned to their size. (A Buffer's `slice` does not copy.)
  const { buffer } = new Uint8Array(tensor.bytes)
  if (tensor.dtype === 'F32') return new Float32Array(buffer)
  if (tensor.dtype === 'I8') return Float32Array.from(new Int8Array(buffer))
  return widenHalves(new Uint16Array(buffer))
}

/**
 * Half precision has the same layout as single with fewer bits. The bits are moved to their places, and a factor
 * corrects the exponent's bias (15 instead of 127). Weights contain no infinities.
 */
function widenHalves(halves: Uint16Array): Float32Array {
  const bits = new Uint32Array(halves.length)
  const values = new Float32Array(bits.buffer)
  const rebias = 2 ** 112
  for (let i = 0; i < halves.length; i++) {
    const half = halves[i]!
    bits[i] = ((half & 0x8000) << 16) | ((half & 0x7fff) << 13)
    values[i]! *= rebias
  }
  return values
}
