import { decodeEntities } from './entities.ts'

/** Speech with its start and end in milliseconds. */
export type Cue = { from: number; to: number; text: string; speaker?: string }

const timing =
  /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s*-->\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})/

/** The cues of a SubRip or WebVTT file, without notes, styles and numbers. */
export function readCues(text: string): Cue[] {
  const cues: Cue[] = []
  let lines: string[] | undefined
  let times: { from: number; to: number } | undefined
  const close = () => {
    if (times && lines) for (const cue of toCue(times, lines)) cues.push(cue)
    times = lines = undefined
  }
  for (const line of text.split('\n')) {
    const found = timing.exec(line.trim())
    if (found) {
      // A cue may begin without an empty line before it: the last line read is then its number.
      if (lines && /^\d+$/.test(lines.at(-1) ?? '')) lines.pop()
      close()
      times = { from: toMs(found.slice(1, 5)), to: toMs(found.slice(5, 9)) }
      lines = []
    } else if (line.trim() === '') close()
    else lines?.push(line.trim())
  }
  close()
  return cues
}

function toMs([hours, minutes, seconds, fraction]: (string | undefined)[]): number {
  const whole = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)
  return whole * 1000 + Number(fraction!.padEnd(3, '0'))
}

function toCue(times: { from: number; to: number }, lines: readonly string[]): Cue[] {
  // In one cue two people may speak, each behind a mark of their own.
  return lines
    .join('\n')
    .split(/(?=<v[\s.])/)
    .flatMap(marked => toSpeech(times, marked))
}

function toSpeech(times: { from: number; to: number }, marked: string): Cue[] {
  const speaker = /<v(?:\.[\w.]+)?\s+([^>]{1,100})>/.exec(marked)?.[1]
  const text = decodeEntities(marked.replace(/<[/a-z\d][^<>]{0,200}>|\{\\[^{}]{0,100}\}/gi, '')).trim()
  return text === '' ? [] : [{ ...times, text, ...(speaker && { speaker }) }]
}
