import * as chrono from 'chrono-node'
import { day, monthOf, type Period, yearOf } from './calendar.ts'

export type ParsedDate = ReturnType<typeof chrono.parse>[number]
type Parser = { parse(text: string, reference: chrono.ParsingReference): ParsedDate[] }

/** Languages whose dates are understood. */
const parsers: Record<string, Parser> = {
  de: chrono.de,
  en: chrono.en,
  es: chrono.es,
  fr: chrono.fr,
  it: chrono.it,
  ja: chrono.ja,
  nl: chrono.nl,
  pt: chrono.pt,
  ru: chrono.ru,
  sv: chrono.sv,
  uk: chrono.uk,
  zh: chrono.zh,
}

export const hasDates = (language: string): boolean => language in parsers

export function parseDates(text: string, at: Date, language: string): ParsedDate[] {
  return parsers[language]?.parse(text, { instant: at, timezone: 'UTC' }) ?? []
}

/** The day, month or year, depending on the components that the text names. */
export function periodOf(moment: ParsedDate['start']): Period {
  const [year, month, date] = [moment.get('year')!, moment.get('month')! - 1, moment.get('day')!]
  if (moment.isCertain('day') || moment.isCertain('weekday')) return day(Date.UTC(year, month, date))
  return moment.isCertain('month') ? monthOf(year, month) : yearOf(year)
}
