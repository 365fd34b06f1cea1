/**
 * The number of chunks in which each term occurs, in one value for a small container. A term takes four bytes, in the order
 * of the terms: 20 bits for the term and 12 for its count. As a row of its own it takes 202 bytes.
 *
 * The counts of a container are the sum of its tally and its rows in `term_counts`, so a count may be negative here.
 */

const entryBytes = 4
const countsPerTerm = 1 << 12
const zero = countsPerTerm / 2

/** The largest count that fits. The term for the language is in every chunk, so a tally has no more chunks than this. */
export const mostCounted = zero - 1

/** Adds counts to a tally. Undefined: a count does not fit. */
export function addToTally(
  tally: Uint8Array,
  counts: ReadonlyMap<number, number>,
): Buffer<ArrayBuffer> | undefined {
  const changes = [...counts].sort(([a], [b]) => a - b)
  const before = viewOf(tally)
  const after = Buffer.alloc(tally.byteLength + changes.length * entryBytes)
  let written = 0
  const write = (term: number, count: number) => {
    if (count !== 0) written = after.writeUInt32BE((term - 1) * countsPerTerm + count + zero, written)
  }
  let read = 0
  for (const [term, by] of changes) {
    while (read < before.byteLength && termAt(before, read) < term) {
      written = after.writeUInt32BE(before.getUint32(read), written)
      read += entryBytes
    }
    const isKnown = read < before.byteLength && termAt(before, read) === term
    const count = by + (isKnown ? countAt(before, read) : 0)
    if (Math.abs(count) > mostCounted) return undefined
    write(term, count)
    if (isKnown) read += entryBytes
  }
  after.set(tally.subarray(read), written)
  return after.subarray(0, written + tally.byteLength - read)
}

/** The count of a term, found by halving. */
export function countInTally(tally: Uint8Array, term: number): number {
  const view = viewOf(tally)
  let [low, high] = [0, tally.byteLength / entryBytes]
  while (low < high) {
    const middle = (low + high) >> 1
    if (termAt(view, middle * entryBytes) < term) low = middle + 1
    else high = middle
  }
  const at = low * entryBytes
  return at < tally.byteLength && termAt(view, at) === term ? countAt(view, at) : 0
}

/** All counts of a tally, by term. */
export function countsOfTally(tally: Uint8Array): Map<number, number> {
  const view = viewOf(tally)
  const counts = new Map<number, number>()
  for (let at = 0; at < tally.byteLength; at += entryBytes) counts.set(termAt(view, at), countAt(view, at))
  return counts
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

const termAt = (tally: DataView, at: number) => Math.floor(tally.getUint32(at) / countsPerTerm) + 1

const countAt = (tally: DataView, at: number) => (tally.getUint32(at) % countsPerTerm) - zero
