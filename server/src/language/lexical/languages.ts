import { eld } from 'eld/small'
import { termId } from './term-vector.ts'

/** Languages with a stemmer in Postgres, by code. Words of other languages are kept as they are. */
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

/** Characters used to detect a language; more take time and change nothing. */
const enough = 2_000

/** The code of a text's language. Undefined when the text has too few words. */
export function detectLanguage(text: string): string | undefined {
  const { language } = eld.detect(text.slice(0, enough))
  return language === '' ? undefined : language
}

/** The stem language of texts that have no stemmer: their words are kept as they are. */
const other = 'other'

/** The stem language of a language: its own code if Postgres has a stemmer for it, else `other`. */
export const stemLanguageOf = (language: string): string => (language in stemmers ? language : other)

/**
 * An artificial term in every chunk of this stem language. Through it, the term counts of a container tell which stem
 * languages it has, also after moves and deletes, and a query is stemmed in just these. Stored terms contain the word
 * `reading`, an earlier name, so it must stay.
 */
export const languageTerm = (stemLanguage: string): number => termId(`\0reading ${stemLanguage}`)

export const marks: ReadonlyMap<number, string> = new Map(
  [...Object.keys(stemmers), other].map(stemLanguage => [languageTerm(stemLanguage), stemLanguage]),
)
