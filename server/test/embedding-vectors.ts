/**
 * Vectors of the embedding double, as JSON: they depend on the text alone. Assembled from ready-made blocks of small
 * whole numbers, because writing 64 × 384 new ones would take longer than the rest of a call.
 */
const blockLength = 16
const blockCount = 256

let blocks: string[] | undefined

export function writeVector(text: string, dimensions: number): string {
  blocks ??= Array.from({ length: blockCount }, (_, i) => writeNumbers(scramble(i + 1), blockLength))
  const parts: string[] = []
  let state = hash(text)
  for (let left = dimensions; left > 0; left -= blockLength) {
    state = scramble(state)
    parts.push(left < blockLength ? writeNumbers(state, left) : blocks[state >>> 24]!)
  }
  return `[${parts.join(',')}]`
}

function writeNumbers(seed: number, count: number): string {
  const numbers: number[] = []
  let state = seed
  for (let i = 0; i < count; i++) {
    state = scramble(state)
    numbers.push(((state >>> 8) % 1999) - 999)
  }
  return numbers.join(',')
}

/** FNV-1a. */
function hash(text: string): number {
  let state = 0x811c9dc5
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  return state || 1
}

/** Xorshift. */
function scramble(state: number): number {
  let next = state
  next ^= next << 13
  next ^= next >>> 17
  next ^= next << 5
  return next
}
