import { readCues } from '../subtitles/read-cues.ts'
import { convert, type MediaFile } from './media-tools.ts'
import type { SpokenWords } from './write-speech.ts'

const maxBytes = 20_000_000

/** What a subtitle stream shows. */
export async function readSubtitles(file: MediaFile, stream: number): Promise<SpokenWords[]> {
  const after = ['-map', `0:${stream}`, '-f', 'srt']
  return readSrt((await convert(file, { after, maxBytes })).toString('utf8'))
}

/** Lines that a cue repeats of the one before, as rolling captions do, are left out. */
export function readSrt(text: string): SpokenWords[] {
  let shown: string[] = []
  return readCues(text).flatMap(cue => {
    // A hard space, as ASS writes it.
    const lines = cue.text.replaceAll('\\h', ' ').split('\n')
    const fresh = lines.filter(line => !shown.includes(line))
    shown = lines
    return fresh.length === 0 ? [] : [{ startMs: cue.from, endMs: cue.to, text: fresh.join(' ') }]
  })
}
