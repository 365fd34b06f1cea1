import type { Stretch } from './calendar.ts'

/** Whether what is said lies ahead, behind, or may do either. */
export type Tense = 'ahead' | 'behind' | 'open'

/** Where a phrase is said from. */
export type Said = { at: number; tense: Tense }

export type Meaning = Stretch & {
  /** Counted to the day, but meant less exactly: `two years ago`. */
  about?: boolean
  /** Understood whenever it is read: it needs no writing out. */
  isComplete?: boolean
  /** Said without its year. */
  lacksYear?: boolean
  isWeekday?: boolean
  /** Only a date together with others: `the month`, of which something is the end. */
  isWeak?: boolean
  /** How a stretch of several days is said, up to its date. */
  words?: string
  /** What lasts since then: said and kept, with the date beside it. */
  isSince?: boolean
}

export type Groups = Record<string, string | undefined>

/** Words that name a date, as a pattern, and what they mean. Undefined: they mean none after all. */
export type Phrase = {
  words: string
  /** Only with the capitals it is given with. */
  isCased?: boolean
  mean(groups: Groups, said: Said): Meaning | undefined
}

/** −1 for `last`, 0 for `this`, 1 for `next`. */
export function turnOf(word: string): number {
  if (/past|last|previous/i.test(word)) return -1
  return /^(?:this|current)$/i.test(word) ? 0 : 1
}

/** By its first three letters, which tell weekdays and months apart. */
export function indexIn(names: readonly string[], word: string): number {
  const head = word.toLowerCase().slice(0, 3)
  return names.findIndex(name => name.toLowerCase().startsWith(head))
}
