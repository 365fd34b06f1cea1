/** The tokens of a Whisper model that are no words. */
export type WhisperTokens = {
  start: number
  /** By ISO 639-1; none when the model knows English only. */
  languages: ReadonlyMap<string, number>
  transcribe: number
  /** Those above it are times, a fiftieth of a second apart; the one below says that nobody speaks. */
  noTimestamps: number
  end: number
  /** Never the first word. */
  neverFirst: readonly number[]
}

/** Speech begins within this many fiftieths of a second, or the model would skip what it finds hard. */
const maxFirstTime = 50

/** A language that is likelier than all others together is meant. */
const sureOfLanguage = 0.5

/**
 * What Whisper may say next, given what it has said: its language and task first, then words between times, the times in
 * pairs and never going back. Written as one pass because the library's own rules leave the language to the caller.
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

  /** The language spoken, when that is clear. */
  get language(): string | undefined {
    return this.#isSure ? this.#language : undefined
  }

  /** How likely the model finds its own words, as the mean logarithm: 0 is certain. */
  get confidence(): number {
    return this.#count === 0 ? 0 : this.#sum / this.#count
  }

  /** How likely nobody speaks at all. */
  get silence(): number {
    return this.#silence
  }

  /** What was said, without how it was begun. */
  said(tokens: readonly number[]): readonly number[] {
    const said = tokens.slice(this.#opening)
    return said.at(-1) === this.#tokens.end ? said.slice(0, -1) : said
  }

  /** Leaves in `logits` only what may come after `tokens`. */
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

  /** Time for a time, when all times together are likelier than any one word. */
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

/** Words that would make the last three the same as three before. */
function repeating(said: readonly number[], times: number): number[] {
  const words = said.filter(token => token < times)
  const [a, b] = words.slice(-2)
  if (b === undefined) return []
  return words.filter((_, i) => i >= 2 && words[i - 2] === a && words[i - 1] === b)
}
