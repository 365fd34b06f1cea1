import type { Period } from './calendar.ts'

/** Whether the statement is about the future, the past, or undecided. */
export type Tense = 'ahead' | 'behind' | 'open'

/** The time of speaking and the tense of the statement, from which a phrase is understood. */
export type Viewpoint = { at: number; tense: Tense }

export type DateMeaning = Period & {
  /** Computed to the day, but meant less precisely: `two years ago`. */
  about?: boolean
  /** Clear at any time of reading, so it needs no full date. */
  isComplete?: boolean
  /** Named without its year. */
  lacksYear?: boolean
  isWeekday?: boolean
  /** Only a date together with another: `the month` in `the end of the month`. */
  isWeak?: boolean
  /** Words for a period of several days, before its date. */
  words?: string
  /** A state that continues since then: the phrase is kept and the date is added. */
  isSince?: boolean
}

export type Groups = Record<string, string | undefined>

/** A pattern of words that name a date, and their meaning. Undefined when a match is not a date after all. */
export type Phrase = {
  words: string
  /** Matches only with the given capitals. */
  isCased?: boolean
  mean(groups: Groups, said: Viewpoint): DateMeaning | undefined
}

/** −1 for `last`, 0 for `this`, 1 for `next`. */
export function turnOf(word: string): number {
  if (/past|last|previous/i.test(word)) return -1
  return /^(?:this|current)$/i.test(word) ? 0 : 1
}

/** Compares the first three letters, which distinguish all weekdays and all months. */
export function indexIn(names: readonly string[], word: string): number {
  const head = word.toLowerCase().slice(0, 3)
  return names.findIndex(name => name.toLowerCase().startsWith(head))
}
