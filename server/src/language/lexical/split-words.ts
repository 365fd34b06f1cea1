/** A word of a text in lower case. A word that is not `stemmable` is looked up as written. */
export type Word = { text: string; stemmable: boolean }

/**
 * Letters with their marks and digits, joined by the characters that join names: `user_id`, `v1.2`, `a@b.c`,
 * `well-known`.
 */
const compounds =
  /[\p{L}\p{M}\p{N}]+(?:(?:[-_./:@&’'+]+|,(?=\p{N}))[\p{L}\p{M}\p{N}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?/gu

/** Scripts without spaces: word boundaries are unknown, so each pair of characters counts as a word. */
const unspaced =
  /(?:(?=[\p{L}\p{M}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}])+/gu

const thousands = /^\p{Nd}{1,3}(?:,\p{Nd}{3})+(?:\.\p{Nd}+)?$/u

// English keeps `don't` and `Ada's` whole, and its stemmer knows them; French splits `l'amour` in two.
const jointsOfEnglish = /[^\p{L}\p{M}\p{N}'’]+/u
const joints = /[^\p{L}\p{M}\p{N}]+/u

/** Fast path for most words: the rules below would only yield the word itself, and take ten times as long. */
const plainWord = /^[A-Za-z][a-z]{0,63}$/

/**
 * Longer runs are data, not names: nobody types them, and a megabyte of base64 would become half a megabyte of terms.
 */
const longestName = 64

/**
 * The words of a text. Compound names (`getUserName`, `user_id`, `GH-1234`, `10.0.0.1`) count both as a whole and in
 * parts, because people search for either.
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
