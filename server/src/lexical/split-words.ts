/** A word as it stands in a text, in lower case. What is not `stemmable` is looked up as it is written. */
export type Word = { text: string; stemmable: boolean }

/** Letters with their marks and digits, joined by what joins them in names of things: `user_id`, `v1.2`, `a@b.c`, `well-known`. */
const compounds =
  /[\p{L}\p{M}\p{N}]+(?:(?:[-_./:@&’'+]+|,(?=\p{N}))[\p{L}\p{M}\p{N}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?/gu

/** Scripts written without spaces: no word is told from the next, so each pair of characters stands for one. */
const unspaced =
  /(?:(?=[\p{L}\p{M}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}])+/gu

const thousands = /^\p{Nd}{1,3}(?:,\p{Nd}{3})+(?:\.\p{Nd}+)?$/u

// `don't` and `Ada's` are words of English, and its stemmer knows them; `l'amour` are two of French.
const jointsOfEnglish = /[^\p{L}\p{M}\p{N}'’]+/u
const joints = /[^\p{L}\p{M}\p{N}]+/u

/** Most words: of none of the rules below would anything come but the word itself, and they take ten times as long. */
const plainWord = /^[A-Za-z][a-z]{0,63}$/

/** Longer runs are data, not names: nobody types them, and half of a megabyte of base64 would be terms. */
const longestName = 64

/**
 * The words of a text. Names of things that hold several words (`getUserName`, `user_id`, `GH-1234`, `10.0.0.1`) count as
 * a whole and in parts: people search for either.
 */
export function splitWords(text: string, language: string): Word[] {
  const words: Word[] = []
  for (const [compound] of text.normalize('NFKC').matchAll(compounds)) addCompound(words, compound, language)
  return words
}

function addCompound(words: Word[], compound: string, language: string): void {
  if (plainWord.test(compound)) {
    words.push({ text: compound.toLowerCase(), stemmable: true })
    return
  }
  if (thousands.test(compound)) {
    words.push(exact(compound.replaceAll(',', '')))
    return
  }
  const parts = compound.split(language === 'en' ? jointsOfEnglish : joints).filter(part => part !== '')
  for (const part of parts) addPart(words, part.replaceAll('’', "'"))
  const isName = parts.length > 1 || /[+#]$/.test(compound)
  if (isName && compound.length <= longestName) words.push(exact(compound.replaceAll('’', "'")))
}

function addPart(words: Word[], part: string): void {
  const rest = part.replaceAll(unspaced, run => {
    for (const pair of pairsOf(run)) words.push(exact(pair))
    return ' '
  })
  for (const word of rest.split(' ')) if (word !== '' && word.length <= longestName) addWord(words, word)
}

function addWord(words: Word[], word: string): void {
  words.push(toWord(word))
  const humps = word.match(/\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? []
  if (humps.length > 1 && /\p{Ll}\p{Lu}|\p{L}\p{N}|\p{N}\p{L}/u.test(word)) words.push(...humps.map(toWord))
}

const toWord = (text: string): Word => ({ text: text.toLowerCase(), stemmable: !/\p{N}/u.test(text) })

const exact = (text: string): Word => ({ text: text.toLowerCase(), stemmable: false })

function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, i) => characters[i]! + character)
}
