import type { Box } from '../../../platform/extraction/box/box.ts'
import type { Extraction } from '../../../platform/extraction/extraction.ts'
import type { FileReader, FileToRead, ReadOptions } from './file-reader.ts'

/** Transcribes a recording. */
export type TranscribeFile = (
  file: FileToRead,
  kind: 'audio' | 'video',
  options: ReadOptions,
) => Promise<Extraction>

/** Reads files in the sandbox. Recordings are only recognised there and transcribed outside. */
export function createFileReader(box: Box, transcribe: TranscribeFile): FileReader {
  return {
    async read(file, options) {
      const answer = await box.extract(file, options)
      return 'extraction' in answer ? answer.extraction : transcribe(file, answer.kind, options)
    },
    close: () => box.close(),
  }
}
