import { eld } from 'eld/small'
import { termId } from './term-vector.ts'

/** The languages Postgres has a stemmer for, by their code. Of all others words are kept as they are. */
export const stemmers: Readonly<Record<string, string>> = {
  ar: 'arabic_stem',
  ca: 'catalan_stem',
  da: 'danish_stem',
  de: 'german_stem',
  el: 'greek_stem',
  en: 'english_stem',
  es: 'spanish_stem',
  eu: 'basque_stem',
  fi: 'finnish_stem',
  fr: 'french_stem',
  hi: 'hindi_stem',
  hu: 'hungarian_stem',
  hy: 'armenian_stem',
  it: 'italian_stem',
  lt: 'lithuanian_stem',
  nl: 'dutch_stem',
  no: 'norwegian_stem',
  pt: 'portuguese_stem',
  ro: 'romanian_stem',
  ru: 'russian_stem',
  sr: 'serbian_stem',
  sv: 'swedish_stem',
  ta: 'tamil_stem',
  tr: 'turkish_stem',
}

/** What a language is told by; more of a text costs time and changes nothing. */
const enough = 2_000

/** The code of the language a text is in. Undefined when too little of it is words. */
export function detectLanguage(text: string): string | undefined {
  const { language } = eld.detect(text.slice(0, enough))
  return language === '' ? undefined : language
}

/** Where a text's words are kept as they are, whatever its language. */
const other = 'other'

/** How the words of a language are read: languages that are read alike have one reading. */
export const readingOf = (language: string): string => (language in stemmers ? language : other)

/**
 * A term no text holds, in every chunk read this way: so the counts of a container's terms say what languages are in it,
 * through adds, moves and deletes, and a query is read in just those.
 */
export const markOf = (reading: string): number => termId(`\0reading ${reading}`)

export const marks: ReadonlyMap<number, string> = new Map(
  [...Object.keys(stemmers), other].map(reading => [markOf(reading), reading]),
)
