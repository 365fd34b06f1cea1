import type { ChatProtocol } from './choose-target.ts'

/** What the router learns from a response while it passes by. */
export type ReplyFacts = {
  /** The answer of the model. Empty if it only calls tools. */
  text: string
  /** Tokens of the request, as the provider counted them. */
  inputTokens: number | undefined
  /** The provider reported an error inside the stream. */
  isFailed: boolean
}

/** Longer answers are remembered up to here. */
const longestText = 200_000
/** A JSON body or a line of a stream that is longer is not read. It still passes by. */
const longestPiece = 2 * 1024 * 1024

type Json = Record<string, unknown>

/**
 * Reads a response from the chunks that pass by, and changes none of them. It holds one line of a stream, or the whole of a
 * plain JSON body up to 2 MB, and never fails: what it cannot read, it leaves out.
 */
export class ReplyReader {
  readonly #protocol: ChatProtocol
  readonly #isStream: boolean
  readonly #decoder = new TextDecoder()
  #pending = ''
  #isTooLong = false
  readonly #facts: ReplyFacts = { text: '', inputTokens: undefined, isFailed: false }

  constructor(protocol: ChatProtocol, contentType: string) {
    this.#protocol = protocol
    this.#isStream = contentType.startsWith('text/event-stream')
  }

  push(chunk: Buffer): void {
    if (this.#isTooLong) return
    this.#pending += this.#decoder.decode(chunk, { stream: true })
    if (this.#isStream) this.#readLines()
    if (this.#pending.length <= longestPiece) return
    this.#isTooLong = true
    this.#pending = ''
  }

  end(): ReplyFacts {
    if (this.#isTooLong) return this.#facts
    this.#pending += this.#decoder.decode()
    if (this.#isStream) this.#readLine(this.#pending)
    else this.#read(parse(this.#pending))
    return this.#facts
  }

  #readLines(): void {
    const lines = this.#pending.split('\n')
    this.#pending = lines.pop()!
    for (const line of lines) this.#readLine(line)
  }

  #readLine(line: string): void {
    if (line.startsWith('data:')) this.#read(parse(line.slice('data:'.length)))
  }

  #read(event: Json | undefined): void {
    if (!event) return
    if (event.error || event.type === 'error') this.#facts.isFailed = true
    const { text, inputTokens } = this.#protocol === 'openai' ? readOpenai(event) : readAnthropic(event)
    // Blocks of text are lines, as in a whole message and in the history that the client sends next.
    const isNewLine = isTextBlock(event) && this.#facts.text !== ''
    if (this.#facts.text.length < longestText)
      this.#facts.text += (isNewLine ? '\n' : '') + text.slice(0, longestText)
    this.#facts.inputTokens = inputTokens ?? this.#facts.inputTokens
  }
}

type Piece = { text: string; inputTokens: number | undefined }

/** A whole completion has `message`, an event of a stream has `delta`. Of several answers (`n`), the first counts. */
function readOpenai(event: Json): Piece {
  const choice = asList(event.choices)
    .map(asObject)
    .find(({ index }) => (index ?? 0) === 0)
  if (!choice) return { text: '', inputTokens: promptTokens(event) }
  const message = asObject(choice.message ?? choice.delta)
  return { text: asText(message.content), inputTokens: promptTokens(event) }
}

const promptTokens = (event: Json) => asCount(asObject(event.usage).prompt_tokens)

/** A whole message has `content`. In a stream, `message_start` has the tokens and `content_block_delta` the text. */
function readAnthropic(event: Json): Piece {
  const usage = asObject(event.usage ?? asObject(event.message).usage)
  const delta = asObject(event.delta)
  const blocks = asList(event.content).map(asObject)
  const text = blocks.filter(({ type }) => type === 'text').map(block => asText(block.text))
  return {
    text: delta.type === 'text_delta' ? asText(delta.text) : text.join('\n'),
    inputTokens: event.type === 'message_delta' ? undefined : countAnthropic(usage),
  }
}

/** A block of text begins. */
const isTextBlock = ({ type, content_block }: Json) =>
  type === 'content_block_start' && asObject(content_block).type === 'text'

/** Tokens that were read from the prompt cache, or written to it, are not among the `input_tokens`. */
function countAnthropic(usage: Json): number | undefined {
  const input = asCount(usage.input_tokens)
  if (input === undefined) return undefined
  const cached = [usage.cache_read_input_tokens, usage.cache_creation_input_tokens].map(asCount)
  return cached.reduce<number>((sum, tokens) => sum + (tokens ?? 0), input)
}

function parse(text: string): Json | undefined {
  try {
    return asObject(JSON.parse(text))
  } catch {
    // `[DONE]`, or no JSON at all.
    return undefined
  }
}

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
/** Some providers send a list of parts instead of a text, with their thoughts among them. */
const asText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : asList(value)
        .map(asObject)
        .map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : ''))
        .join('')
const asCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined
