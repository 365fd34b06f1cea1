import { readCues } from '../subtitles/read-cues.ts'
import { convert, type MediaFile } from './media-tools.ts'
import type { SpokenWords } from './write-speech.ts'

const maxBytes = 20_000_000

/** The cues of a subtitle stream. */
export async function readSubtitles(file: MediaFile, stream: number): Promise<SpokenWords[]> {
  const after = ['-map', `0:${stream}`, '-f', 'srt']
  return readSrt((await convert(file, { after, maxBytes })).toString('utf8'))
}

/** Drops lines that a cue repeats from the one before, as rolling captions do. */
export function readSrt(text: string): SpokenWords[] {
  let shown: string[] = []
  return readCues(text).flatMap(cue => {
    // A hard space in ASS.
    const lines = cue.text.replaceAll('\\h', ' ').split('\n')
    const fresh = lines.filter(line => !shown.includes(line))
    shown = lines
    return fresh.length === 0 ? [] : [{ startMs: cue.from, endMs: cue.to, text: fresh.join(' ') }]
  })
}
