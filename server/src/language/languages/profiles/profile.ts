/**
 * The vocabulary of a language: enough to recognise the language of a sentence, and whether the speaker says something
 * about themselves in it. Words are in lower case, separated by spaces.
 */
export type LanguageProfile = {
  /** Function words and everyday words, which tell the language of a short sentence. */
  common: string
  /** Pronouns, possessives and everyday verbs of the first person, including `we`. */
  self: string
  /** Words whose ending alone says the first person: `trabajé`, `çalışıyorum`. */
  selfEndings?: RegExp
  /** Words with such an ending that are not in the first person. */
  notSelf?: string
  /** Words that only a sentence to the listener has: `you`, `please`. */
  listener: string
  /** Set phrases with such words that address nobody: `rendez-vous`. */
  fixed?: RegExp
  /** First words of a request, which is for now: `write`, `explain`. */
  requests: string
  /** How sentences begin that are for now, separated by commas: thanks, `me too`, `I need help`. */
  passing: string
  /** First words of a sentence about a person named before: `she`. */
  refers: string
  /** Verbs that begin such a sentence where the language leaves out `she`: `tiene`. */
  refersVerbs?: string
}
