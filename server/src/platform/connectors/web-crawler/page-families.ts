import { packLines, unpackLines } from '../pack-lines.ts'

/** A family with this many visits, of which few brought new words, is a trap. */
const leastTrapVisits = 50
const leastNewShare = 0.1
/** What a checkpoint keeps. A trap shows few different words, so these tell it; other families only look more varied than they are. */
const maxFamilies = 300
const maxWords = 24
const hashChars = 8

type Family = { visits: number; fresh: number; words: string[] }

/**
 * Families are addresses of one shape, such as `/calendar/#/#`. How many of their pages said anything new is kept in checkpoints: a
 * slow site answers a few requests in a step, and its traps would never be noticed.
 */
export class PageFamilies {
  readonly #families = new Map<string, Family>()
  readonly #words = new Set<string>()

  constructor(packed = '') {
    for (const line of unpackLines(packed)) {
      const [shape = '', visits, fresh, words = ''] = line.split('\t')
      const family = { visits: Number(visits), fresh: Number(fresh), words: words.split(' ').filter(Boolean) }
      this.#families.set(shape, family)
      for (const word of family.words) this.#words.add(word)
    }
  }

  /** Notes a page. Returns whether its family is a trap. */
  note(shape: string, wordsHash: string): boolean {
    const words = wordsHash.slice(-hashChars)
    const family = this.#families.get(shape) ?? { visits: 0, fresh: 0, words: [] }
    family.visits++
    if (!this.#words.has(words)) {
      family.fresh++
      if (family.words.length < maxWords) family.words.push(words)
    }
    this.#words.add(words)
    this.#families.set(shape, family)
    return family.visits >= leastTrapVisits && family.fresh < family.visits * leastNewShare
  }

  pack(): string {
    const largest = [...this.#families].sort(([, one], [, other]) => other.visits - one.visits)
    return packLines(
      largest
        .slice(0, maxFamilies)
        .map(([shape, { visits, fresh, words }]) => [shape, visits, fresh, words.join(' ')].join('\t')),
    )
  }
}
