import { eld } from 'eld/small'
import { wordsIn } from './profiles/all-profiles.ts'
import type { LanguageProfile } from './profiles/profile.ts'
import { russian, ukrainian } from './profiles/slavic.ts'
import { foldedWords } from './read-words.ts'

/** A sign of Chinese or Japanese stands for about as much as three letters. */
const signWeight = 3

const scripts: readonly [RegExp, (sentence: string) => string][] = [
  [/\p{Script=Hangul}/gu, () => 'ko'],
  [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
    s => (/[\u3040-\u30ff]/.test(s) ? 'ja' : 'zh'),
  ],
  [/\p{Script=Cyrillic}/gu, cyrillicLanguage],
  [/\p{Script=Greek}/gu, () => 'el'],
  [/\p{Script=Hebrew}/gu, () => 'he'],
  [/\p{Script=Arabic}/gu, s => (/[پچژگ]/u.test(s) ? detected(s, 'fa', ['fa', 'ur']) : 'ar')],
  [/\p{Script=Devanagari}/gu, s => detected(s, 'hi', ['hi'])],
  [/(?!\p{Script=Latin})\p{L}/gu, s => detected(s, 'other')],
]

/** The language of a sentence that is mostly not in Latin script; undefined for one in Latin script. */
export function scriptLanguage(sentence: string): string | undefined {
  const latin = sentence.match(/\p{Script=Latin}/gu)?.length ?? 0
  for (const [script, languageOf] of scripts) {
    const count = sentence.match(script)?.length ?? 0
    if (count > 0 && count * signWeight > latin && isMost(sentence, count, latin)) return languageOf(sentence)
  }
  return undefined
}

/** `I learn the word дякую`: a foreign word does not make a sentence foreign. */
const isMost = (sentence: string, count: number, latin: number): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(sentence)
    ? count * signWeight > latin
    : count > latin

/** Letters and everyday words tell Ukrainian, Belarusian and Russian apart; the rest is left to `eld`. */
function cyrillicLanguage(sentence: string): string {
  if (/ў/iu.test(sentence)) return 'be'
  if (/[іїєґ]/iu.test(sentence)) return 'uk'
  if (/[ыэё]/iu.test(sentence)) return 'ru'
  const words = foldedWords(sentence)
  const count = (own: ReadonlySet<string>, other: ReadonlySet<string>): number =>
    words.filter(word => own.has(word) && !other.has(word)).length
  const lead = count(russianWords, ukrainianWords) - count(ukrainianWords, russianWords)
  return lead === 0 ? detected(sentence, 'ru') : lead > 0 ? 'ru' : 'uk'
}

const everydayOf = ({ common, self, requests }: LanguageProfile): Set<string> =>
  wordsIn(`${common} ${self} ${requests}`)
const russianWords = everydayOf(russian)
const ukrainianWords = everydayOf(ukrainian)

function detected(sentence: string, otherwise: string, among?: readonly string[]): string {
  const { language } = eld.detect(sentence)
  return language !== '' && (among?.includes(language) ?? true) ? language : otherwise
}
