import { danish, dutch, german, norwegian, swedish } from './germanic.ts'
import { arabic, finnish, greek, hebrew, hindi, korean, turkish } from './other-families.ts'
import type { LanguageProfile } from './profile.ts'
import { catalan, french, italian, portuguese, romanian, spanish } from './romance.ts'
import { czech, polish, russian, ukrainian } from './slavic.ts'
import { chinese, japanese, type UnspacedProfile } from './unspaced-scripts.ts'

/** The languages other than English whose sentences about the speaker are recognised, by ISO 639-1 code. */
export const spacedProfiles: Readonly<Record<string, LanguageProfile>> = {
  ar: arabic,
  ca: catalan,
  cs: czech,
  da: danish,
  de: german,
  el: greek,
  es: spanish,
  fi: finnish,
  fr: french,
  he: hebrew,
  hi: hindi,
  it: italian,
  ko: korean,
  nl: dutch,
  no: norwegian,
  pl: polish,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sv: swedish,
  tr: turkish,
  uk: ukrainian,
}

export const unspacedProfiles: Readonly<Record<string, UnspacedProfile>> = { ja: japanese, zh: chinese }

export const wordsIn = (list: string): Set<string> => new Set(list.split(/\s+/).filter(word => word !== ''))
