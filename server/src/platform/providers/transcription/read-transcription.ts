import { z } from 'zod'
import { TranscribeError, type Transcription } from './transcriber.ts'

/** Segments with a lower confidence, or probably silent, are dropped. The figures are from Whisper's authors. */
const minConfidence = -1
const maxSilence = 0.6

const seconds = z.number().min(0).max(3_600)
const segment = z.object({
  start: seconds,
  end: seconds,
  text: z.string(),
  avg_logprob: z.number().nullish(),
  no_speech_prob: z.number().nullish(),
})
const answer = z.object({
  text: z.string(),
  language: z.string().nullish(),
  segments: z.array(segment).nullish(),
})

/** Reads the transcription of a recording of this length. Without segments, the whole text is one segment. */
export function readTranscription(body: string, lengthMs: number): Transcription {
  const parsed = answer.safeParse(parseJson(body))
  if (!parsed.success)
    throw new TranscribeError('transcribe.bad_response', 'The transcriber did not answer with a transcript')
  const { text, language, segments } = parsed.data
  const heard = segments
    ?.filter(isSpeech)
    .map(({ start, end, text }) => ({ startMs: 1_000 * start, endMs: 1_000 * end, text: text.trim() }))
  const whole = { startMs: 0, endMs: lengthMs, text: text.trim() }
  const code = codeOf(language ?? '')
  return {
    // Some endpoints send an empty list with the text.
    segments: (segments?.length ? heard! : [whole]).filter(({ text }) => text !== ''),
    ...(code !== undefined && { language: code }),
  }
}

function isSpeech({ avg_logprob, no_speech_prob }: z.output<typeof segment>): boolean {
  return !((avg_logprob ?? 0) < minConfidence && (no_speech_prob ?? 1) > maxSilence)
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Some endpoints say `en` or `en-US`, some `english`. */
function codeOf(language: string): string | undefined {
  const wanted = language.trim().toLowerCase()
  const code = /^([a-z]{2})(?:[-_]|$)/.exec(wanted)?.[1]
  if (code !== undefined) return code
  return wanted === '' ? undefined : codesByName().get(wanted)
}

let known: Map<string, string> | undefined

function codesByName(): Map<string, string> {
  if (known) return known
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const codes = letters.flatMap(a => letters.map(b => a + b))
  known = new Map(
    codes.flatMap(code => {
      const name = names.of(code)
      return name === undefined ? [] : [[name.toLowerCase(), code] as const]
    }),
  )
  return known
}
