/**
 * pgvector's binary form of a `vector`: dimensions, two bytes unused, then floats, all big-endian. Writing and reading
 * it takes 2 µs where the text form takes 200: of a search in a small container that is a tenth.
 */
export function toBinaryVector(vector: Float32Array): Buffer {
  const bytes = Buffer.allocUnsafe(4 + 4 * vector.length)
  bytes.writeInt16BE(vector.length, 0)
  bytes.writeInt16BE(0, 2)
  for (let i = 0; i < vector.length; i++) bytes.writeFloatBE(vector[i]!, 4 + 4 * i)
  return bytes
}
