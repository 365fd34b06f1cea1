import type { Rule } from '../rules/rule.ts'
import type { Period } from './calendar.ts'

/**
 * What the verb of a statement says about its time. `scheduled` and `present` are in the present tense: `the lease ends`
 * plans something, `I am there` may be true every week. A `habit` is about no single time, and a `label` such as
 * `measured on` may be about any; `open` has no verb.
 * A date on its own is `bare`: whoever writes only `3 May` means the nearest one.
 */
export type Tense = 'ahead' | 'scheduled' | 'present' | 'behind' | 'habit' | 'label' | 'open' | 'bare'

/** The side of now on which a date lies. */
export type Side = 'ahead' | 'behind' | 'bare' | 'open'

/** The time of speaking, the tense of the statement, and the words around a phrase, from which it is understood. */
export type Viewpoint = { at: number; tense: Tense; before: string; after: string }

/** The side of now on which a single day lies. A day in the present tense is planned: `he goes in on the 13th`. */
export function sideOfDay(tense: Tense): Side {
  return tense === 'present' ? 'ahead' : sideOfPeriod(tense)
}

/** The side of now on which a month or a season lies. `I prune the roses in March` may be meant for every March. */
export function sideOfPeriod(tense: Tense): Side {
  if (tense === 'ahead' || tense === 'scheduled') return 'ahead'
  return tense === 'behind' || tense === 'bare' ? tense : 'open'
}

export type DateMeaning = Period & {
  /** Computed to the day, but meant less precisely: `two years ago`. */
  about?: boolean
  /** Clear at any time of reading, so it needs no full date. */
  isComplete?: boolean
  /** Named without its year. */
  lacksYear?: boolean
  /** The same date in another year. */
  inYear?: (year: number) => Period | undefined
  /** Has more than one reading: a date only if the words around it decide. */
  isOpen?: boolean
  /** The year of another date in the same clause, which stays in the text but is no date of its own. */
  isYearOfOther?: boolean
  isWeekday?: boolean
  /** A weekday without a word such as `next`. */
  isBareWeekday?: boolean
  /** `The 12th`, without a month. */
  lacksMonth?: boolean
  /** Name of a holiday, which stays in the text. */
  holiday?: string
  /** Only a date together with another: `the month` in `the end of the month`. */
  isWeak?: boolean
  /** Words for a period of several days, before its date. */
  words?: string
  /** A state that continues since then: the phrase is kept and the date is added. */
  isSince?: boolean
}

export type Groups = Record<string, string | undefined>

/** A pattern of words that name a date, and their meaning. Undefined when a match is not a date after all. */
export type Phrase = Omit<Rule, 'expression'> & {
  words: string
  /** Matches every text with this phrase, and is much cheaper to try. */
  needs: RegExp
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
