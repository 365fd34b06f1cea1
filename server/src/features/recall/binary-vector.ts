/**
 * pgvector's binary form of a `vector`: the number of dimensions, two unused bytes, then floats, all big-endian. Writing and
 * parsing it takes 2 µs, and the text form takes 200 µs: a tenth of a search in a small container.
 */
export function toBinaryVector(vector: Float32Array): Buffer {
  const bytes = Buffer.allocUnsafe(4 + 4 * vector.length)
  bytes.writeInt16BE(vector.length, 0)
  bytes.writeInt16BE(0, 2)
  for (let i = 0; i < vector.length; i++) bytes.writeFloatBE(vector[i]!, 4 + 4 * i)
  return bytes
}
