export type Tensor = { dtype: 'F16' | 'F32'; shape: number[]; bytes: Uint8Array }

type Header = Record<string, { dtype: string; shape: number[]; data_offsets: [number, number] }>

/** Reads the safetensors format: an 8-byte length, a JSON header with offsets, and the numbers. */
export function readSafetensors(file: Uint8Array): (name: string) => Tensor {
  const headerLength = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true))
  const start = 8 + headerLength
  const header: Header = JSON.parse(new TextDecoder().decode(file.subarray(8, start)))
  return name => {
    const entry = header[name]
    if (!entry) throw new Error(`The weights have no tensor "${name}"`)
    if (entry.dtype !== 'F16' && entry.dtype !== 'F32') throw new Error(`"${name}" is ${entry.dtype}`)
    const [from, to] = entry.data_offsets
    return { dtype: entry.dtype, shape: entry.shape, bytes: file.subarray(start + from, start + to) }
  }
}

export function toFloat32(tensor: Tensor): Float32Array {
  // A copy, because the numbers of a file are not aligned to their size. (A Buffer's `slice` does not copy.)
  const { buffer } = new Uint8Array(tensor.bytes)
  if (tensor.dtype === 'F32') return new Float32Array(buffer)
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
