/** The special tokens of a Whisper model, which are not words. */
export type WhisperTokens = {
  start: number
  /** By ISO 639-1; empty when the model knows only English. */
  languages: ReadonlyMap<string, number>
  transcribe: number
  /** Tokens above it are timestamps, 20 ms apart. The one below it says that nobody speaks. */
  noTimestamps: number
  end: number
  /** Tokens that are never the first word. */
  neverFirst: readonly number[]
}

/**
 * The first timestamp is at most this many fiftieths of a second. Otherwise the model would skip speech that it finds
 * hard.
 */
const maxFirstTime = 50

/** A language is certain when it is likelier than all others together. */
const sureOfLanguage = 0.5

/**
 * Limits the next token by the tokens so far: language and task first, then words between timestamps, which come in
 * pairs and never go back. Written as one pass, because the library's own rules leave the language to the caller.
 */
export class WhisperRules {
  readonly #tokens: WhisperTokens
  readonly #forbidRepeats: boolean
  readonly #opening: number
  #language: string | undefined
  #isSure: boolean
  #silence = 0
  #sum = 0
  #count = 0

  constructor(tokens: WhisperTokens, language: string | undefined, options: { forbidRepeats: boolean }) {
    this.#tokens = tokens
    this.#forbidRepeats = options.forbidRepeats
    this.#opening = tokens.languages.size > 0 ? 3 : 1
    const isKnown = language !== undefined && tokens.languages.has(language)
    this.#language = isKnown ? language : undefined
    this.#isSure = isKnown
  }

  /** The spoken language, when it is clear. */
  get language(): string | undefined {
    return this.#isSure ? this.#language : undefined
  }

  /** The model's confidence in its words, as the mean log probability: 0 is certain. */
  get confidence(): number {
    return this.#count === 0 ? 0 : this.#sum / this.#count
  }

  /** The probability that nobody speaks. */
  get silence(): number {
    return this.#silence
  }

  /** Returns the words without the opening. */
  said(tokens: readonly number[]): readonly number[] {
    const said = tokens.slice(this.#opening)
    return said.at(-1) === this.#tokens.end ? said.slice(0, -1) : said
  }

  /** Leaves in `logits` only the tokens that may follow `tokens`. */
  apply(tokens: readonly number[], logits: Float32Array): void {
    if (tokens.length === 1) this.#silence = likelihood(logits, this.#tokens.noTimestamps - 1)
    if (tokens.length < this.#opening) only(logits, this.#openWith(tokens.length, logits))
    else this.#goOn(tokens.slice(this.#opening), logits)
  }

  #openWith(place: number, logits: Float32Array): number {
    if (place === 2) return this.#tokens.transcribe
    if (this.#language === undefined) this.#chooseLanguage(logits)
    return this.#tokens.languages.get(this.#language!)!
  }

  #chooseLanguage(logits: Float32Array): void {
    const scores = [...this.#tokens.languages].map(([code, token]) => ({ code, score: logits[token]! }))
    const best = scores.reduce((a, b) => (b.score > a.score ? b : a))
    const all = scores.reduce((sum, { score }) => sum + Math.exp(score - best.score), 0)
    this.#language = best.code
    this.#isSure = 1 / all > sureOfLanguage
  }

  #goOn(said: readonly number[], logits: Float32Array): void {
    const { noTimestamps, end, neverFirst } = this.#tokens
    const times = noTimestamps + 1
    logits.fill(-Infinity, end + 1, times)
    const isTime = (token: number | undefined) => token !== undefined && token >= times
    if (said.length === 0) {
      logits.fill(-Infinity, 0, times)
      logits.fill(-Infinity, times + maxFirstTime + 1)
    } else if (isTime(said.at(-1))) {
      if (said.length === 1 || isTime(said.at(-2))) logits.fill(-Infinity, times)
      else logits.fill(-Infinity, 0, end)
    }
    if (said.length === 1) for (const token of neverFirst) logits[token] = -Infinity
    const last = said.findLast(isTime)
    if (last !== undefined) logits.fill(-Infinity, times, isTime(said.at(-1)) ? last : last + 1)
    if (this.#forbidRepeats) for (const token of repeating(said, times)) logits[token] = -Infinity
    this.#weigh(logits, times)
  }

  /** Forces a timestamp when all timestamps together are likelier than any single word. */
  #weigh(logits: Float32Array, times: number): void {
    const word = largest(logits, 0, times)
    const time = largest(logits, times, logits.length)
    const top = Math.max(word, time)
    const words = sumOfExp(logits, 0, times, top)
    const allTimes = sumOfExp(logits, times, logits.length, top)
    const isTime = allTimes > Math.exp(word - top)
    if (isTime) logits.fill(-Infinity, 0, times)
    this.#sum += (isTime ? time : word) - top - Math.log(isTime ? allTimes : words + allTimes)
    this.#count++
  }
}

function likelihood(logits: Float32Array, token: number): number {
  const top = largest(logits, 0, logits.length)
  return Math.exp(logits[token]! - top) / sumOfExp(logits, 0, logits.length, top)
}

function only(logits: Float32Array, token: number): void {
  logits.fill(-Infinity)
  logits[token] = 0
}

function largest(logits: Float32Array, from: number, to: number): number {
  let best = -Infinity
  for (let i = from; i < to; i++) if (logits[i]! > best) best = logits[i]!
  return best
}

function sumOfExp(logits: Float32Array, from: number, to: number, top: number): number {
  let sum = 0
  for (let i = from; i < to; i++) if (logits[i]! !== -Infinity) sum += Math.exp(logits[i]! - top)
  return sum
}

/** Lists the words that would repeat three words in a row. */
function repeating(said: readonly number[], times: number): number[] {
  const words = said.filter(token => token < times)
  const [a, b] = words.slice(-2)
  if (b === undefined) return []
  return words.filter((_, i) => i >= 2 && words[i - 2] === a && words[i - 1] === b)
}
