import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import {
  AutoProcessor,
  AutoTokenizer,
  type PreTrainedTokenizer,
  type Processor,
} from '@huggingface/transformers'
import type { Transcription, TranscriptionSegment } from './transcriber.ts'
import {
  type Guard,
  loadWhisperNetwork,
  type WhisperDecoder,
  type WhisperNetwork,
} from './whisper-network.ts'
import { WhisperRules, type WhisperTokens } from './whisper-rules.ts'

export type LoadedWhisper = {
  transcribe(samples: Float32Array, language: string | undefined): Promise<Transcription>
}

/** Whisper's output has 448 tokens, and its opening takes some of them. */
const maxTokens = 440

/** Text that compresses better than this repeats itself. The figure is from Whisper's authors. */
const maxPacking = 2.4

/**
 * Above this probability nobody speaks, unless the confidence in the words is above the next figure. Both are from
 * Whisper's authors.
 */
const maxSilence = 0.6
const minConfidence = -1

/** Words with a lower confidence are made up, even if somebody speaks. Clear speech of our fixtures is at -0.3 to -0.9. */
const minBelief = -1.5

/** A shorter rest at the end of a piece is not heard again: it only holds the end of a word. */
const minRestMs = 2_000

/** A round that advances less than this is the last: the next one would hear the same. */
const minStepMs = 1_000

const msPerTime = 20
const samplesPerMs = 16

/** Loads a Whisper model from a directory in the layout of transformers.js: `config.json`, `tokenizer.json`, `onnx/…`. */
export async function loadWhisper(directory: string, guard: Guard): Promise<LoadedWhisper> {
  const network = await loadWhisperNetwork(directory, guard)
  const local = { local_files_only: true }
  const processor = await AutoProcessor.from_pretrained(directory, local)
  const tokenizer = await AutoTokenizer.from_pretrained(directory, local)
  const settings = JSON.parse(await readFile(join(directory, 'generation_config.json'), 'utf8'))
  const model = new WhisperModel(network, processor, tokenizer, tokensOf(settings))
  return { transcribe: (samples, language) => model.transcribe(samples, language) }
}

/** `untilMs` is how far the round came; 0 when it heard nothing. */
type Round = Transcription & { untilMs: number }

class WhisperModel {
  readonly #network: WhisperNetwork
  readonly #processor: Processor
  readonly #tokenizer: PreTrainedTokenizer
  readonly #tokens: WhisperTokens

  constructor(
    network: WhisperNetwork,
    processor: Processor,
    tokenizer: PreTrainedTokenizer,
    tokens: WhisperTokens,
  ) {
    this.#network = network
    this.#processor = processor
    this.#tokenizer = tokenizer
    this.#tokens = tokens
  }

  /**
   * Usually takes one round. The rest is heard again when the model broke off or ended before the piece did: after a
   * loud speaker it can mistake a quiet one for silence.
   */
  async transcribe(samples: Float32Array, language: string | undefined): Promise<Transcription> {
    const lengthMs = samples.length / samplesPerMs
    const segments: TranscriptionSegment[] = []
    let known = language
    let fromMs = 0
    let untilMs: number
    do {
      const round = await this.#transcribeOnce(samples.subarray(fromMs * samplesPerMs), known)
      known ??= round.language
      for (const { startMs, endMs, text } of round.segments)
        segments.push({ startMs: fromMs + startMs, endMs: fromMs + endMs, text })
      untilMs = round.untilMs
      fromMs += untilMs
    } while (untilMs >= minStepMs && lengthMs - fromMs > minRestMs)
    return { segments, ...(known !== undefined && { language: known }) }
  }

  async #transcribeOnce(samples: Float32Array, language: string | undefined): Promise<Round> {
    const { input_features } = await this.#processor(samples)
    const begin = await this.#network.listen(input_features)
    const say = async (forbidRepeats: boolean) => {
      const rules = new WhisperRules(this.#tokens, language, { forbidRepeats })
      return { rules, tokens: await this.#say(begin(), rules) }
    }
    const first = await say(false)
    const { rules, tokens } = this.#isRepetitive(first.tokens) ? await say(true) : first
    const round = this.#cut(tokens, samples.length / samplesPerMs)
    if (isMadeUp(rules) || round.segments.length === 0) return { segments: [], untilMs: 0 }
    return { ...round, ...(rules.language !== undefined && { language: rules.language }) }
  }

  async #say(decoder: WhisperDecoder, rules: WhisperRules): Promise<readonly number[]> {
    const tokens = [this.#tokens.start]
    while (tokens.length <= maxTokens && tokens.at(-1) !== this.#tokens.end) {
      const logits = await decoder.next(tokens.at(-1)!)
      rules.apply(tokens, logits)
      tokens.push(placeOfLargest(logits))
    }
    return rules.said(tokens)
  }

  #isRepetitive(tokens: readonly number[]): boolean {
    const text = Buffer.from(this.#decode(tokens.filter(token => token < this.#tokens.end)))
    return text.length / deflateRawSync(text).length > maxPacking
  }

  /** Timestamps stand before and after words. Words without a timestamp after them were cut off, and are heard again. */
  #cut(tokens: readonly number[], lengthMs: number): Round {
    const times = this.#tokens.noTimestamps + 1
    const segments: TranscriptionSegment[] = []
    let startMs = 0
    let words: number[] = []
    for (const token of tokens) {
      if (token < times) words.push(token)
      else {
        const atMs = Math.min((token - times) * msPerTime, lengthMs)
        segments.push({ startMs, endMs: atMs, text: this.#decode(words) })
        startMs = atMs
        words = []
      }
    }
    // A model that returns one segment without an end has heard the whole piece.
    if (words.length > 0 && startMs < minStepMs) {
      segments.push({ startMs, endMs: lengthMs, text: this.#decode(words) })
      startMs = lengthMs
    }
    return { segments: segments.filter(({ text }) => text !== ''), untilMs: startMs }
  }

  #decode(tokens: readonly number[]): string {
    if (tokens.length === 0) return ''
    return this.#tokenizer.decode([...tokens], { skip_special_tokens: true }).trim()
  }
}

function isMadeUp({ silence, confidence }: WhisperRules): boolean {
  return confidence < (silence > maxSilence ? minConfidence : minBelief)
}

function placeOfLargest(figures: Float32Array): number {
  let place = 0
  for (let i = 1; i < figures.length; i++) if (figures[i]! > figures[place]!) place = i
  return place
}

type GenerationSettings = {
  decoder_start_token_id: number
  eos_token_id: number
  no_timestamps_token_id: number
  begin_suppress_tokens?: number[]
  lang_to_id?: Record<string, number>
  task_to_id?: Record<string, number>
}

function tokensOf(settings: GenerationSettings): WhisperTokens {
  // Languages are written `<|en|>`.
  const languages = Object.entries(settings.lang_to_id ?? {}).map(
    ([name, token]) => [name.slice(2, -2), token] as const,
  )
  return {
    start: settings.decoder_start_token_id,
    languages: new Map(languages),
    transcribe: settings.task_to_id?.transcribe ?? 0,
    noTimestamps: settings.no_timestamps_token_id,
    end: settings.eos_token_id,
    neverFirst: settings.begin_suppress_tokens ?? [],
  }
}
