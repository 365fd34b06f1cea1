import { eld } from 'eld/small'
import { spacedProfiles, wordsIn } from './profiles/all-profiles.ts'
import { english } from './profiles/germanic.ts'
import { lowered, writtenWords } from './read-words.ts'
import { scriptLanguage } from './script-language.ts'

/** Characters that are read; more take time and change nothing. */
const enough = 600
/** Weight of the everyday words of a language against its letter sequences, which `eld` counts from 0 to 1. */
const wordWeight = 0.9
/** A short sentence is in the language of its message, unless its own words say otherwise. */
const priorWeight = 0.25
/** Without an everyday word of a language, its letter sequences must exceed those of English by this much. */
const minLead = 0.35
/** Fewer words have too few letter sequences to decide without an everyday word. */
const minWords = 4

const everyday = everydayWords()
const selfWords = new Map(
  Object.entries(spacedProfiles).map(([language, { self }]) => [language, new Set(wordsIn(self))]),
)

/**
 * The language of a sentence, as an ISO 639-1 code, by its script, its everyday words and its letter sequences. A
 * capitalised word inside the sentence is probably a name and does not count. `expected` is the language of the whole
 * message. A sentence without evidence is in that language, or in English.
 */
export function detectLanguage(text: string, expected = 'en'): string {
  const sentence = withoutQuotation(text.slice(0, enough))
  const byScript = scriptLanguage(sentence)
  if (byScript !== undefined) return byScript
  const words = withoutNames(writtenWords(sentence))
  if (words.length === 0) return expected
  const evidence = readEvidence(words)
  const speaking = evidence.isEnglish || expected !== 'en' ? undefined : languageOfI(words[0]!, evidence)
  if (speaking !== undefined) return speaking
  const isPlainEnglish = evidence.foreign.size === 0 && evidence.isEnglish && expected === 'en'
  return isPlainEnglish ? 'en' : mostLikely(words, evidence, expected)
}

/** `She says "ist doch nur Regen"` is in the language of the words outside the quotation marks. */
function withoutQuotation(text: string): string {
  const outside = text.replaceAll(/["“„«][^"“”„«»]*["”“»]/gu, ' ')
  return writtenWords(outside).length > 1 ? outside : text
}

type Evidence = {
  /** How many of the words each language has. A word that several languages share counts for each in part. */
  counts: Record<string, number>
  /** Whether a word is English and nothing else. */
  isEnglish: boolean
  /** Languages with a word that English does not have. Single letters stand for too many things. */
  foreign: Set<string>
}

function readEvidence(words: readonly string[]): Evidence {
  const evidence: Evidence = { counts: {}, isEnglish: false, foreign: new Set() }
  for (const word of words) {
    const languages = languagesOf(word)
    const isEnglish = languages.includes('en')
    if (isEnglish && languages.length === 1) evidence.isEnglish = true
    for (const language of languages) {
      evidence.counts[language] = (evidence.counts[language] ?? 0) + 1 / languages.length
      if (!isEnglish && word.length > 1) evidence.foreign.add(language)
    }
  }
  return evidence
}

function mostLikely(words: readonly string[], evidence: Evidence, expected: string): string {
  const { counts, foreign, isEnglish } = evidence
  const letters = eld.detect(words.join(' ')).getScores()
  const scoreOf = (language: string): number =>
    (letters[language] ?? 0) +
    (wordWeight * (counts[language] ?? 0)) / words.length +
    (language === expected ? priorWeight : 0)
  const leads = (language: string): boolean =>
    !isEnglish && words.length >= minWords && (letters[language] ?? 0) > (letters.en ?? 0) + minLead
  return [...new Set([...Object.keys(letters), ...foreign])]
    .filter(language => language === 'en' || foreign.has(language) || leads(language))
    .reduce(
      (first, second) => (scoreOf(second) > scoreOf(first) ? second : first),
      isEnglish ? 'en' : expected,
    )
}

/** Elided words count by their first part: `j'habite`. */
const languagesOf = (word: string): readonly string[] =>
  everyday.get(word) ?? (word.includes("'") ? (everyday.get(word.split("'")[0]!) ?? []) : [])

/** Names are capitalised inside a sentence. The first word is a name only if another one follows it. */
function withoutNames(words: readonly string[]): string[] {
  const isCapital = (written: string | undefined): boolean => /^\p{Lu}/u.test(written ?? '')
  const isShouted = words.every(written => written === written.toUpperCase())
  return words.flatMap((written, i) => {
    const folded = lowered(written)
    if (isShouted || !isCapital(written) || everyday.has(folded)) return folded
    return i === 0 && !isCapital(words[1]) ? folded : []
  })
}

/**
 * `Ich heirate in Graz`: a sentence that begins with the word for `I` of one language is in it, unless it has more words of
 * another one that has the word too. Its letters alone say too little.
 */
function languageOfI(word: string, { counts }: Evidence): string | undefined {
  const languages = languagesOf(word)
  const [language, ...others] = languages.filter(each => selfWords.get(each)?.has(word))
  if (language === undefined || others.length > 0 || languages.includes('en')) return undefined
  return Object.values(counts).every(count => count <= counts[language]!) ? language : undefined
}

function everydayWords(): Map<string, string[]> {
  const languages = new Map<string, string[]>()
  const add = (language: string, list: string) => {
    for (const word of wordsIn(list)) languages.set(word, [...(languages.get(word) ?? []), language])
  }
  add('en', english.common)
  for (const [language, profile] of Object.entries(spacedProfiles))
    add(language, `${profile.common} ${profile.self} ${profile.requests} ${profile.listener}`)
  return languages
}
