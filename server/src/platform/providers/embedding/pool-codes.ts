/**
 * Token pooling (Clavié et al. 2024): the tokens of a text that are most alike become one, until few enough are left.
 * It reads codes and not vectors, so stored tokens can be pooled without the model. A search compares each of its words with the
 * nearest token of a text, so it finds a little less: nDCG@10 of Cranfield 41.8 → 41.5, of SciFact 73.6 → 72.3. With 48 tokens
 * 42.2 and 72.8. That is why new chunks keep all of their tokens (decision 48).
 */

/**
 * The most tokens that a text keeps: 1.5 KB at 384 dimensions, so five rows fit in a page. With 32, a word also finds no more
 * by chance in a long text than in a short one, which `compare-tokens.ts` corrects for otherwise.
 */
export const mostTokens = 32

/** Pools the codes of a text's tokens, `width` bytes each. Returns the same buffer if there are few enough. */
export function poolCodes<T extends Buffer>(
  codes: T,
  width: number,
  most = mostTokens,
): T | Buffer<ArrayBuffer> {
  const count = codes.length / width
  if (count <= most) return codes
  const words = Math.ceil(width / 4)
  const bits = readBits(codes, width, words, count)
  const groups = new Groups(bits, words, count)
  for (let left = count; left > most; left--) groups.mergeNearest()
  const pooled = Buffer.alloc(most * width)
  for (const [i, members] of groups.members().entries())
    pooled.set(new Uint8Array(majorityOf(bits, words, members).buffer, 0, width), i * width)
  return pooled
}

function readBits(codes: Buffer, width: number, words: number, count: number): Int32Array {
  const bits = new Int32Array(count * words)
  const bytes = new Uint8Array(bits.buffer)
  for (let i = 0; i < count; i++) bytes.set(codes.subarray(i * width, (i + 1) * width), i * words * 4)
  return bits
}

/**
 * Groups of tokens, each named by its first. By Ward's criterion, merging groups of many tokens costs more, or a few groups
 * would absorb all others. Flat arrays and no objects: a text of 90 tokens takes .5 ms.
 */
class Groups {
  readonly #count: number
  /** The number of tokens in a group; 0 if it was merged into another. */
  readonly #sizes: Int16Array
  /** For each token, the first token of its group, or one that leads there. */
  readonly #leaders: Int16Array
  /** The cost to merge a group with one before it, by `group * count + before`. */
  readonly #costs: Float32Array
  /** For each group, the one before it with which it is cheapest to merge; -1 if there is none. */
  readonly #nearest: Int16Array

  constructor(bits: Int32Array, words: number, count: number) {
    this.#count = count
    this.#sizes = new Int16Array(count).fill(1)
    this.#leaders = Int16Array.from({ length: count }, (_, i) => i)
    this.#costs = new Float32Array(count * count)
    this.#nearest = new Int16Array(count)
    for (let i = 0; i < count; i++) {
      for (let other = 0; other < i; other++)
        this.#costs[i * count + other] = countDifferent(bits, i * words, other * words, words) / 2
      this.#nearest[i] = this.#findNearest(i)
    }
  }

  mergeNearest(): void {
    const [sizes, nearest] = [this.#sizes, this.#nearest]
    let from = -1
    for (let i = 1; i < this.#count; i++)
      if (nearest[i]! >= 0 && (from < 0 || this.#nearestCost(i) < this.#nearestCost(from))) from = i
    const into = nearest[from]!
    this.#updateCosts(into, from)
    sizes[into]! += sizes[from]!
    sizes[from] = 0
    this.#leaders[from] = into
    nearest[from] = -1
    nearest[into] = this.#findNearest(into)
    for (let i = into + 1; i < this.#count; i++) {
      if (sizes[i] === 0) continue
      if (nearest[i] === into || nearest[i] === from) nearest[i] = this.#findNearest(i)
      else if (this.#costs[i * this.#count + into]! < this.#nearestCost(i)) nearest[i] = into
    }
  }

  /** The tokens of each group, in the order of the text. */
  members(): number[][] {
    const groups = new Map<number, number[]>()
    for (let i = 0; i < this.#count; i++) {
      let leader = i
      while (this.#leaders[leader] !== leader) leader = this.#leaders[leader]!
      groups.set(leader, [...(groups.get(leader) ?? []), i])
    }
    return [...groups.values()]
  }

  /** The costs to merge any group with the union of two, from the costs with each of the two (Lance and Williams). */
  #updateCosts(into: number, from: number): void {
    const [sizes, costs] = [this.#sizes, this.#costs]
    const [one, other] = [sizes[into]!, sizes[from]!]
    const between = costs[this.#at(into, from)]!
    for (let i = 0; i < this.#count; i++) {
      const size = sizes[i]!
      if (size === 0 || i === into || i === from) continue
      const at = this.#at(i, into)
      costs[at] =
        ((one + size) * costs[at]! + (other + size) * costs[this.#at(i, from)]! - size * between) /
        (one + other + size)
    }
  }

  #at(a: number, b: number): number {
    return a > b ? a * this.#count + b : b * this.#count + a
  }

  #nearestCost(group: number): number {
    return this.#costs[group * this.#count + this.#nearest[group]!]!
  }

  #findNearest(group: number): number {
    const [sizes, costs, row] = [this.#sizes, this.#costs, group * this.#count]
    let nearest = -1
    for (let other = 0; other < group; other++)
      if (sizes[other]! > 0 && (nearest < 0 || costs[row + other]! < costs[row + nearest]!)) nearest = other
    return nearest
  }
}

/** Adds up bytes of counts, which cannot overflow within 30 words of a code, and sums the four of them at the end. */
function countDifferent(bits: Int32Array, a: number, b: number, words: number): number {
  let total = 0
  for (let from = 0; from < words; from += 30) {
    const to = Math.min(words, from + 30)
    let counts = 0
    for (let i = from; i < to; i++) {
      const different = bits[a + i]! ^ bits[b + i]!
      const pairs = (different - ((different >>> 1) & 0x55555555)) | 0
      const fours = ((pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)) | 0
      counts = (counts + ((fours + (fours >>> 4)) & 0x0f0f0f0f)) | 0
    }
    total += (counts & 255) + ((counts >>> 8) & 255) + ((counts >>> 16) & 255) + (counts >>> 24)
  }
  return total
}

/** A dimension follows the majority. In a tie, the first and the last token decide for every other dimension. */
function majorityOf(bits: Int32Array, words: number, members: readonly number[]): Int32Array<ArrayBuffer> {
  const code = new Int32Array(words)
  const [first, last] = [members[0]! * words, members.at(-1)! * words]
  for (let word = 0; word < words; word++) {
    const ties = (bits[first + word]! & 0xaaaaaaaa) | (bits[last + word]! & 0x55555555)
    if (members.length <= 2) code[word] = ties | (bits[first + word]! & bits[last + word]!)
    else code[word] = majorityOfWord(bits, word, words, members, ties)
  }
  return code
}

function majorityOfWord(
  bits: Int32Array,
  word: number,
  words: number,
  members: readonly number[],
  ties: number,
): number {
  let code = 0
  for (let bit = 0; bit < 32; bit++) {
    let votes = 0
    for (const member of members) votes += ((bits[member * words + word]! >>> bit) & 1) * 2 - 1
    if (votes > 0 || (votes === 0 && (ties >>> bit) & 1)) code |= 1 << bit
  }
  return code
}
