import { shortWeekdays, shortWeekendDays, weekdays } from '../rules/vocabulary.ts'
import { day, dayMs, partsOf, startOfDay, unitAt, weekdayBefore } from './calendar.ts'
import { isJoined, isPlural } from './habits.ts'
import { hints } from './hints.ts'
import { ordinal, toOrdinal } from './numbers.ts'
import { type DateMeaning, type Phrase, sideOfDay, type Viewpoint } from './phrase.ts'
import { inWeek, isOfStory, turn, unitWord, weekdayOf, weekdayWord } from './relative-units.ts'
import { nameBefore } from './rules/durations.ts'

const weekdayWithNumber = `(?<weekday>${[...weekdays, ...shortWeekdays, ...shortWeekendDays].join('|')})`
const ofMonth = `(?:the\\s+)?(?<nth>${ordinal}|\\d{1,2})(?!\\s*(?:[:/.-]\\d|\\d|(?:to|–|-)\\s*\\d|[ap]\\.?m|o['’]?clock|of|${unitWord.replace('<unit>', '<ignored>')}))`

/** Phrases with a weekday. */
export const weekdayPhrases: readonly Phrase[] = [
  {
    // `Last Thursday, first thing`
    name: 'weekday and day of the month',
    needs: hints.weekday,
    matches: ['Friday the 13th'],
    rejects: ['Friday'],
    words: `${weekdayWithNumber}(?!,\\s+(?:first|second|third)\\b),?\\s+${ofMonth}`,
    mean: ({ weekday, nth }, said) => weekdayOnThe(weekdayOf(weekday!), toOrdinal(nth!), said),
  },
  {
    name: 'last or next weekday',
    needs: hints.weekday,
    matches: ['next Friday'],
    rejects: ['on Friday'],
    words: `(?<the>the\\s+)?${turn}\\s+${weekdayWord}`,
    mean: ({ the, turn: which, weekday }, said) => ({
      ...turnedWeekday(which!.toLowerCase(), weekdayOf(weekday!), said.at),
      isOpen: isOfStory(the, which!, said),
    }),
  },
  {
    name: 'weekday after a preposition',
    needs: hints.weekday,
    matches: ['We meet on Friday'],
    rejects: ['every Friday'],
    words: `(?<=(?:^|\\b(?:on|by|until|till|since|from|to|for|and|or|through|time)\\s+|[.!?,;(-]\\s*))${weekdayWord}`,
    mean: ({ weekday }, said) => nearWeekday(weekday!, said),
  },
  {
    name: 'weekday at the end of a clause',
    needs: hints.weekday,
    matches: ['We meet Friday at noon', 'See Tom Friday.'],
    rejects: ['every Friday.'],
    words: `(?<!\\b(?:the|every|each|first|second|third|fourth|last|my|your|our|his|her|their|an?|entire|whole)\\s)${weekdayWord}(?=\\s*(?:[.,;!?)]|$|(?:early|late|morning|afternoon|evening|night|at|from|between|or|to|through|until|\\d|noon)\\b|-))`,
    mean: ({ weekday }, said) => nearWeekday(weekday!, said),
  },
]

function turnedWeekday(which: string, weekday: number, at: number): DateMeaning {
  if (which === 'previous') return inWeek(unitAt(at, 'week', -1).from, weekday)
  if (/past|last/.test(which)) return { ...day(weekdayBefore(at - dayMs, weekday)), isWeekday: true }
  if (which === 'this') return inWeek(unitAt(at, 'week').from, weekday)
  // `Next Friday`, said on a Monday, is in the next week; `the coming Friday` is the first one.
  if (/coming/.test(which)) return { ...day(weekdayBefore(at + 7 * dayMs, weekday)), isWeekday: true }
  return inWeek(unitAt(at, 'week', 1).from, weekday)
}

function nearWeekday(name: string, { at, tense, before, after }: Viewpoint): DateMeaning {
  const side = sideOfDay(tense)
  const from = side === 'ahead' ? at + 7 * dayMs : at - dayMs
  const isTimetable = isJoined(before, after) && (tense === 'present' || tense === 'scheduled')
  const isName = /^\p{Lu}/u.test(name) && nameBefore.expression.test(before)
  const isOpen = side === 'open' || isTimetable || isPlural(after) || isName
  return { ...day(weekdayBefore(from, weekdayOf(name))), isWeekday: true, isBareWeekday: true, isOpen }
}

/** `Friday the 13th`: the nearest one in the direction of the tense. */
function weekdayOnThe(weekday: number, nth: number, { at, tense }: Viewpoint): DateMeaning | undefined {
  const side = sideOfDay(tense)
  if (nth < 1 || nth > 31 || side === 'open') return undefined
  const step = side === 'ahead' ? dayMs : -dayMs
  for (let then = startOfDay(at), i = 0; i < 800; i++, then += step) {
    const parts = partsOf(then)
    if (parts.weekday === weekday && parts.day === nth) return { ...day(then), isWeekday: true }
  }
  return undefined
}
