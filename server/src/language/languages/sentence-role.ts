import { spacedProfiles, unspacedProfiles, wordsIn } from './profiles/all-profiles.ts'
import type { LanguageProfile } from './profiles/profile.ts'
import type { UnspacedProfile } from './profiles/unspaced-scripts.ts'
import { foldedWords, lowered } from './read-words.ts'

/** The role of a sentence for the speaker's memories. */
export type SentenceRole =
  /** The speaker says something about themselves, their family or their belongings. */
  | 'self'
  /** Says something about a person named before. */
  | 'refers'
  | 'other'

/** Somebody else's words. */
const quotation = /["“„«][^"“”„«»]*["”“»]/gu

/** Words of the profiles as sets, made when a language first occurs. */
const vocabularies = new Map<string, Vocabulary>()
type Vocabulary = Record<
  'self' | 'notSelf' | 'listener' | 'requests' | 'refers' | 'refersVerbs',
  Set<string>
> & {
  passing: readonly string[]
  endings: RegExp | undefined
  fixed: RegExp | undefined
}

/** Tells whether a sentence in another language than English says something about its speaker. */
export function sentenceRole(text: string, language: string): SentenceRole {
  const sentence = text.replaceAll(quotation, ' ').trim()
  const unspaced = unspacedProfiles[language]
  const profile = spacedProfiles[language]
  if (isQuestion(sentence, language)) return 'other'
  if (unspaced) return roleOfUnspaced(sentence, unspaced)
  return profile ? roleOfSpaced(sentence, vocabularyOf(language, profile)) : 'other'
}

/** A semicolon ends a Greek question. */
const isQuestion = (sentence: string, language: string): boolean =>
  /[?？¿؟]/u.test(sentence) || (language === 'el' && /[;\u037e]\s*$/u.test(sentence))

function roleOfUnspaced(sentence: string, profile: UnspacedProfile): SentenceRole {
  if ([profile.listener, profile.requests, profile.passing].some(sign => sign.test(sentence))) return 'other'
  if (profile.refers.test(sentence)) return 'refers'
  return profile.self.test(sentence) && sentence.length > 5 ? 'self' : 'other'
}

function roleOfSpaced(sentence: string, vocabulary: Vocabulary): SentenceRole {
  const { listener, requests, passing, refers, refersVerbs, fixed } = vocabulary
  const words = foldedWords(fixed ? sentence.replaceAll(fixed, '') : sentence)
  const first = words[0]
  if (first === undefined || words.length < 2) return 'other'
  if (requests.has(first) || words.some(word => listener.has(word)) || beginsWith(sentence, passing))
    return 'other'
  if (refers.has(first) && !impersonal.test(sentence)) return 'refers'
  if (words.some(word => isSelf(word, vocabulary))) return 'self'
  return refersVerbs.has(first) && !impersonal.test(sentence) ? 'refers' : 'other'
}

const isSelf = (word: string, { self, notSelf, endings }: Vocabulary): boolean =>
  !notSelf.has(word) && (self.has(word) || (endings?.test(word) ?? false))

function beginsWith(sentence: string, phrases: readonly string[]): boolean {
  const said = lowered(sentence).replace(/^[^\p{L}]+/u, '')
  return phrases.some(phrase => said.startsWith(phrase) && !/^[\p{L}\p{M}]/u.test(said.slice(phrase.length)))
}

/** `Il y a trois ans`, `fa freddo`, `es que`: no person is meant. */
const impersonal =
  /^(?:il (?:y a|fait|faut|pleut)|es (?:que|verdad|tarde)|está (?:bien|lloviendo|chovendo)|se dice|è (?:che|vero|tardi)|fa (?:caldo|freddo|niente)|é (?:que|verdade)|faz (?:frio|calor)|je (?:to|mi)|jest (?:to|zimno))(?!\p{L})/iu

function vocabularyOf(language: string, profile: LanguageProfile): Vocabulary {
  const known = vocabularies.get(language)
  if (known) return known
  const vocabulary = {
    self: wordsIn(profile.self),
    notSelf: wordsIn(profile.notSelf ?? ''),
    listener: wordsIn(profile.listener),
    requests: wordsIn(profile.requests),
    passing: profile.passing.split(/,\s*/),
    refers: wordsIn(profile.refers),
    refersVerbs: wordsIn(profile.refersVerbs ?? ''),
    endings: profile.selfEndings,
    fixed: profile.fixed,
  }
  vocabularies.set(language, vocabulary)
  return vocabulary
}
