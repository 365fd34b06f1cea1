import type { Extraction, SourceFile } from '../extraction.ts'
import { readCues } from '../subtitles/read-cues.ts'
import { writeCues } from '../subtitles/write-cues.ts'
import { readWholeText } from '../text/read-whole-text.ts'
import { TextBuilder } from '../text-builder.ts'

/** SubRip and WebVTT: speech as paragraphs, each with its start time. */
export async function extractSubtitles(file: SourceFile): Promise<Extraction> {
  const builder = new TextBuilder()
  writeCues(builder, readCues(readWholeText(file)))
  return { ...builder.finish(), type: 'text' }
}
