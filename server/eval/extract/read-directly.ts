import { execFile } from 'node:child_process'
import { ExtractError } from '../../src/platform/extraction/extraction.ts'
import { extractWith } from '../../src/platform/extraction/registry.ts'
import { sniff } from '../../src/platform/extraction/sniff.ts'
import { openWorkbench } from '../../src/platform/extraction/workbench.ts'
import { type ReadableFile, type Reader, timed } from './reader.ts'

/** Reads in this process, without the box: for developers of an extractor who want its stack traces. */
export function openDirectReader(): Reader {
  return {
    read: file => timed(() => extractDirectly(file), toCode),
    close: async () => undefined,
  }
}

async function extractDirectly(file: ReadableFile) {
  const kind = await sniff(file.bytes, file.name, file.contentType)
  if (kind === undefined) throw new ExtractError('extract.unsupported_type', 'Nothing we know')
  return extractWith({ ...file, kind }, openWorkbench({ progress: () => undefined, readImage }))
}

function readImage(image: Uint8Array): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const env = { ...process.env, OMP_THREAD_LIMIT: '1' }
  const child = execFile('tesseract', ['stdin', 'stdout'], { env, maxBuffer: 1e8 }, (error, text) =>
    error ? reject(error) : resolve(text),
  )
  child.stdin!.on('error', () => undefined)
  child.stdin!.end(image)
  return promise
}

function toCode(error: unknown) {
  if (error instanceof ExtractError) return { code: error.code, message: error.message }
  return { code: 'extract.malformed', message: error instanceof Error ? (error.stack ?? '') : String(error) }
}
