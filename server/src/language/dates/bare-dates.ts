import { dateWord } from './rules/date-words.ts'

/** Longest text that is tested, in characters. A longer one is no date on its own. */
const longest = 120

/** Whether a text is a date and nothing else, as in a search, a heading or a table: `3 May`, `on Friday`. */
export const isBareDate = (text: string): boolean =>
  text.length <= longest && text.replaceAll(dateWord.expression, '') === ''
