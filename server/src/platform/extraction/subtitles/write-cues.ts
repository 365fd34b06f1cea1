import type { TextBuilder } from '../text-builder.ts'
import type { Cue } from './read-cues.ts'

/** A pause this long ends a paragraph. */
const pauseMs = 3_000

/** Beyond the first length a paragraph ends with its sentence; beyond the second it ends anywhere. */
const enoughChars = 400
const maxChars = 900

const rollMs = 20

type Paragraph = { from: number; to: number; speaker: string | undefined; text: string }

/** Writes cues as paragraphs. A cue is as much as fits on a screen, mostly less than a sentence. */
export function writeCues(builder: TextBuilder, cues: readonly Cue[]): void {
  let open: Paragraph | undefined
  let last: Cue | undefined
  for (const cue of cues) {
    const lines = freshLines(cue, last)
    last = cue
    if (lines.length === 0) continue
    const text = lines.join(' ')
    if (open && isContinued(open, cue, text)) open = { ...open, to: cue.to, text: `${open.text} ${text}` }
    else {
      if (open) write(builder, open)
      open = { from: cue.from, to: cue.to, speaker: cue.speaker, text }
    }
  }
  if (open) write(builder, open)
}

/** Live captions roll: without a pause between cues, each repeats the lines still on the screen. */
function freshLines(cue: Cue, last: Cue | undefined): string[] {
  const shown = last && cue.from <= last.to + rollMs ? last.text.split('\n') : []
  return cue.text.split('\n').filter(line => !shown.includes(line))
}

function isContinued(open: Paragraph, cue: Cue, text: string): boolean {
  if (cue.from - open.to > pauseMs || cue.speaker !== open.speaker || /^(?:-|–|>>)\s*\S/.test(text))
    return false
  if (open.text.length + text.length > maxChars) return false
  return open.text.length < enoughChars || !/[.!?…。！？]["'”’)]?$/.test(open.text)
}

function write(builder: TextBuilder, { from, speaker, text }: Paragraph): void {
  builder.at(from)
  builder.paragraph(speaker ? `${speaker}: ${text}` : text)
}
