import { months, seasons, weekdays } from '../rules/vocabulary.ts'
import { type Period, partsOf } from './calendar.ts'
import type { DateMeaning } from './phrase.ts'

/** A date in words, and the preposition that fits it into a sentence. */
export function writeDate(meaning: DateMeaning): { preposition: string; words: string } {
  const { preposition, words } = writeExactDate(meaning)
  return { preposition: meaning.about ? 'around' : preposition, words }
}

function writeExactDate(meaning: DateMeaning): { preposition: string; words: string } {
  const { year, month } = partsOf(meaning.from)
  switch (meaning.granularity) {
    case 'day':
      return {
        preposition: 'on',
        words: `${meaning.isWeekday ? `${weekdayOf(meaning)} ` : ''}${writeDay(meaning.from)}`,
      }
    case 'time':
      return { preposition: 'on', words: `${partName(meaning)}${writeDay(meaning.from)}` }
    case 'week':
      return { preposition: 'in', words: `the week of ${writeDay(meaning.from)}` }
    case 'weekend':
      return { preposition: 'on', words: `the weekend of ${writeDay(meaning.from)}` }
    case 'month':
      return { preposition: 'in', words: `${months[month]} ${year}` }
    case 'season':
      return { preposition: 'in', words: `${seasons[(month - 2) / 3]} ${year}` }
    case 'year':
      return { preposition: 'in', words: `${year}` }
    case 'decade':
      return { preposition: 'in', words: `the ${year}s` }
    case 'range':
      return { preposition: 'in', words: writeRange(meaning) }
  }
}

export function writeDay(at: number): string {
  const { year, month, day } = partsOf(at)
  return `${day} ${months[month]} ${year}`
}

const weekdayOf = ({ from }: Period) => weekdays[partsOf(from).weekday]

function partName({ from, to }: Period): string {
  const hour = new Date(from).getUTCHours()
  if (to - from <= 3_600_000) return ''
  return `the ${hour < 12 ? 'morning' : hour < 16 ? 'afternoon' : hour < 20 ? 'evening' : 'night'} of `
}

function writeRange({ words, from, to }: DateMeaning): string {
  if (words) return `${words} ${writeDay(words.endsWith('from') ? from : to)}`
  return `the time from ${writeDay(from)} to ${writeDay(to - 1)}`
}

/** As precise as the date was meant: `2023`, `2023-05`, `2023-05-07`; both ends if it is longer than a day. */
export function writeIsoDate({ from, to, granularity }: Period): string {
  const [first, last] = [from, to - 1].map(at => new Date(at).toISOString())
  if (granularity === 'year') return first!.slice(0, 4)
  if (granularity === 'month') return first!.slice(0, 7)
  if (granularity === 'time') return first!.slice(0, 16)
  const days = [first, last].map(date => date!.slice(0, 10))
  return [...new Set(days)].join('/')
}
