import { createBox } from '../../src/platform/extraction/box/box.ts'
import { ExtractError } from '../../src/platform/extraction/extraction.ts'
import { TranscribeError, type Transcriber } from '../../src/platform/providers/transcription/transcriber.ts'
import { createFileReader } from '../../src/processes/pipeline/reading/create-file-reader.ts'
import { transcribeWith } from '../../src/processes/pipeline/reading/transcribe-recording.ts'
import { type Reader, timed } from './reader.ts'

/** The limits of an installation with default settings. */
const limits = { timeMs: 120_000, memoryMb: 1024, outputBytes: 128 * 1024 * 1024 }
const hearing = { sandbox: 'preferred', maxSeconds: 4 * 3_600 } as const

/** Reads like a worker: in several sandboxed processes; recordings by the transcriber, if there is one. */
export function openBoxReader(processes: number, transcriber?: Transcriber): Reader {
  const box = createBox({ sandbox: 'preferred', processes, limits, ocrLanguages: 'eng' })
  const files = createFileReader(box, transcribeWith(transcriber, hearing))
  const { signal } = new AbortController()
  return {
    read: file => timed(() => files.read(file, { signal, onProgress: () => undefined }), toCode),
    close: async () => {
      await files.close()
      await transcriber?.close()
    },
  }
}

function toCode(error: unknown) {
  if (error instanceof ExtractError || error instanceof TranscribeError)
    return { code: error.code, message: error.message }
  return { code: 'unexpected', message: error instanceof Error ? (error.stack ?? '') : String(error) }
}
