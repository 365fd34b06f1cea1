import { dayMs, partsOf } from './calendar.ts'

/** Holidays on a fixed date, as month and day. */
const fixed: Record<string, [month: number, day: number]> = {
  "new year's day": [1, 1],
  "valentine's day": [2, 14],
  "valentine's": [2, 14],
  "saint patrick's day": [3, 17],
  "st. patrick's day": [3, 17],
  "st patrick's day": [3, 17],
  "april fools' day": [4, 1],
  'groundhog day': [2, 2],
  "women's day": [3, 8],
  'earth day': [4, 22],
  'may day': [5, 1],
  "international workers' day": [5, 1],
  'cinco de mayo': [5, 5],
  juneteenth: [6, 19],
  'independence day': [7, 4],
  'bastille day': [7, 14],
  halloween: [10, 31],
  'veterans day': [11, 11],
  'christmas eve': [12, 24],
  'christmas day': [12, 25],
  christmas: [12, 25],
  xmas: [12, 25],
  'boxing day': [12, 26],
  "new year's eve": [12, 31],
  nye: [12, 31],
}

/** Holidays on the nth weekday of a month; −1 is the last. */
const nth: Record<string, [month: number, weekday: number, nth: number]> = {
  'martin luther king day': [1, 1, 3],
  "presidents' day": [2, 1, 3],
  "mother's day": [5, 0, 2],
  'memorial day': [5, 1, -1],
  "father's day": [6, 0, 3],
  'labor day': [9, 1, 1],
  'columbus day': [10, 1, 2],
  thanksgiving: [11, 4, 4],
  'black friday': [11, 5, 4],
}

const names = [
  ...Object.keys(fixed),
  ...Object.keys(nth),
  'easter sunday',
  'good friday',
  'easter monday',
  'easter',
]

/** A pattern of all names, with apostrophes as people type them or leave them out. */
export const holidays = names
  .toSorted((a, b) => b.length - a.length)
  .map(name => name.replaceAll('.', '\\.').replaceAll("'", "['’]?").replaceAll(' ', '\\s+'))
  .join('|')

export function holidayIn(said: string, year: number): number {
  const plain = (name: string) => name.toLowerCase().replaceAll(/['’]/g, '').replaceAll(/\s+/g, ' ')
  const name = names.find(known => plain(known) === plain(said))!
  const day = fixed[name]
  if (day) return Date.UTC(year, day[0] - 1, day[1])
  const rule = nth[name]
  if (rule) return nthWeekday(year, ...rule)
  const easter = easterIn(year)
  return name === 'good friday' ? easter - 2 * dayMs : name === 'easter monday' ? easter + dayMs : easter
}

export function nthWeekday(year: number, month: number, weekday: number, n: number): number {
  if (n < 0) {
    const last = Date.UTC(year, month, 0)
    return last - ((partsOf(last).weekday - weekday + 7) % 7) * dayMs
  }
  const first = Date.UTC(year, month - 1, 1)
  return first + (((weekday - partsOf(first).weekday + 7) % 7) + (n - 1) * 7) * dayMs
}

/** The Gregorian computus of Meeus, Jones and Butcher. */
function easterIn(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const day = h + l - 7 * m + 114
  return Date.UTC(year, Math.floor(day / 31) - 1, (day % 31) + 1)
}
