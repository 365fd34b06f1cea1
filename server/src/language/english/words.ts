import model from 'wink-eng-lite-web-model'
import winkNLP, { type ItsFunction, type WinkMethods } from 'wink-nlp'
import { BoundedMap } from '../../platform/lib/bounded-map.ts'

/** A word with its position in the text, its part of speech (Universal POS) and its stem (Porter). */
export type TaggedWord = {
  text: string
  lower: string
  pos: string
  stem: string
  start: number
  end: number
}

let tagger: WinkMethods | undefined

/** A statement is tagged several times in a row, for its speaker, its pronouns and its claim. */
const lately = new BoundedMap<string, readonly TaggedWord[]>(256)

/** Stemming takes two fifths of the tagger's time, and most words of a sentence were stemmed before. */
const knownStems = new BoundedMap<string, string>(10_000)

/** The words of an English text, including punctuation. Tagging 120,000 words takes about a second on one core. */
export function readWords(text: string): readonly TaggedWord[] {
  const known = lately.get(text)
  if (known) return known
  const words = tagWords(text)
  lately.set(text, words)
  return words
}

function tagWords(text: string): TaggedWord[] {
  tagger ??= winkNLP(model, ['pos'])
  const { its } = tagger
  const tokens = tagger.readDoc(straighten(text)).tokens()
  const spaces = tokens.out(its.precedingSpaces as unknown as ItsFunction<string>)
  const written = tokens.out()
  const stems = written.every(token => knownStems.has(token))
    ? written.map(token => knownStems.get(token)!)
    : tokens.out(its.stem as unknown as ItsFunction<string>)
  const tags = tokens.out(its.pos)
  let end = 0
  return written.flatMap((token, i) => {
    if (!knownStems.has(token)) knownStems.set(token, stems[i]!)
    const start = end + spaces[i]!.length
    end = start + token.length
    const lower = token.toLowerCase()
    const word = {
      text: text.slice(start, end),
      lower,
      pos: tags[i]!,
      stem: stems[i]!.toLowerCase(),
      start,
      end,
    }
    return lower === "i'm" ? apart(word) : word
  })
}

/** The tagger splits `I've` and `you're`, but takes `I'm` for one word. */
function apart({ text, start, end }: TaggedWord): TaggedWord[] {
  const i = { text: text[0]!, lower: 'i', pos: 'PRON', stem: 'i', start, end: start + 1 }
  return [i, { text: text.slice(1), lower: "'m", pos: 'AUX', stem: "'m", start: start + 1, end }]
}

/** Straightens curly quotes without moving positions: the tagger takes `I’m` for a name. */
export const straighten = (text: string): string =>
  text.replaceAll(/[‘’ʼ]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/\s/g, ' ')
