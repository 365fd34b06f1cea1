import { type Box, createBox } from '../../src/extraction/box/box.ts'
import { ExtractError } from '../../src/extraction/extraction.ts'
import { type ReadableFile, type Reader, timed } from './reader.ts'

/** The limits of an installation that nobody has configured. */
const limits = { timeMs: 120_000, memoryMb: 1024, outputBytes: 128 * 1024 * 1024 }

/** Reads as a worker does: in processes behind walls, so many at a time. */
export function openBoxReader(processes: number): Reader {
  const box = createBox({ sandbox: 'preferred', processes, limits, ocrLanguages: 'eng' })
  return {
    read: file => timed(() => extractBoxed(box, file), toCode),
    close: () => box.close(),
  }
}

async function extractBoxed(box: Box, file: ReadableFile) {
  const answer = await box.extract(file)
  if ('extraction' in answer) return answer.extraction
  throw new ExtractError('extract.unsupported_type', 'Media are heard, not read')
}

function toCode(error: unknown) {
  if (error instanceof ExtractError) return { code: error.code, message: error.message }
  return { code: 'unexpected', message: error instanceof Error ? (error.stack ?? '') : String(error) }
}
