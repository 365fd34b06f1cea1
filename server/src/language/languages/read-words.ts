const word = /[\p{L}\p{M}·]+(?:['’][\p{L}\p{M}]+)*/gu

/** The words of a sentence as written. `j’habite` and `don't` are one word. */
export const writtenWords = (sentence: string): string[] => sentence.match(word) ?? []

/** In lower case, with straight apostrophes. JavaScript lowers a Turkish `İ` to two characters. */
export const lowered = (text: string): string => text.toLowerCase().replaceAll('i̇', 'i').replaceAll('’', "'")

/** The words of a sentence in lower case; a word with an apostrophe also gives its parts: `j'habite`, `j`, `habite`. */
export const foldedWords = (sentence: string): string[] =>
  writtenWords(sentence).flatMap(written => {
    const whole = lowered(written)
    return whole.includes("'") ? [whole, ...whole.split("'")] : [whole]
  })
