import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BlobStore } from '../../../platform/blobs/blob-store.ts'
import type { Box } from '../../../platform/extraction/box/box.ts'
import { BoxUnavailable } from '../../../platform/extraction/box/sandbox.ts'
import { findTool } from '../../../platform/extraction/box/visible-paths.ts'
import type { ClaimedDocument } from '../../../platform/lanes/slice.ts'
import { encodeWav } from '../../../platform/providers/transcription/encode-wav.ts'
import {
  samplesPerSecond,
  TranscribeError,
  type Transcriber,
} from '../../../platform/providers/transcription/transcriber.ts'
import { createFileReader } from './create-file-reader.ts'
import { extractFile } from './extract-file.ts'
import { transcribeWith } from './transcribe-recording.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-hearing-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const tone = Float32Array.from({ length: 3 * samplesPerSecond }, (_, i) => 0.3 * Math.sin(i / 8))
const wav = encodeWav(tone)

const blobs = {
  get: async () => ({ body: Readable.from([wav]), bytes: wav.length, contentType: 'audio/wav' }),
} as unknown as BlobStore
const box: Box = { extract: async () => ({ kind: 'audio' }), close: async () => undefined }
const document = {
  blobKey: 'a/b/c',
  fileName: 'note.wav',
  fileType: 'audio/wav',
  url: null,
  attempts: 1,
} as ClaimedDocument

function extract(transcribe?: Transcriber['transcribe']) {
  const transcriber = transcribe && { name: 'double', transcribe, close: async () => undefined }
  const hear = transcribeWith(transcriber, { sandbox: 'preferred', maxSeconds: 60 })
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  return extractFile(blobs, createFileReader(box, hear), document, options)
}

it('a file waits while there is no sandbox, and uses up none of its attempts', async () => {
  const noBox = () => Promise.reject(new BoxUnavailable('EXTRACT_SANDBOX is required, and there is none'))
  const reader = createFileReader(
    { ...box, extract: noBox },
    transcribeWith(undefined, { sandbox: 'required', maxSeconds: 60 }),
  )
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  expect(await extractFile(blobs, reader, { ...document, attempts: 7 }, options)).toEqual({
    kind: 'retry',
    code: 'extract.sandbox_unavailable',
    message: 'The server has no sandbox to read files in; the document waits for one',
    afterMs: 60_000,
    countsAsAttempt: false,
  })
})

describe.skipIf(!findTool('ffmpeg'))('a recording', () => {
  it('becomes its transcribed words, and leaves no temporary file', async () => {
    let seconds = 0
    const heard = await extract(async samples => {
      seconds = samples.length / samplesPerSecond
      return { segments: [{ startMs: 500, endMs: 900, text: 'Buy milk.' }], language: 'en' }
    })
    expect(seconds).toBe(3)
    expect(heard).toMatchObject({
      kind: 'next',
      next: { text: 'Buy milk.', type: 'audio', blocks: [{ at: 500 }], language: 'en' },
    })
    expect(await readdir(folder)).toEqual([])
  })

  it('removes the files that a killed worker left days ago, and no others', async () => {
    const names = ['reverie-media-old', 'reverie-media-new', 'another']
    for (const name of names) await mkdir(join(folder, name))
    const longAgo = new Date(Date.now() - 3 * 86_400_000)
    for (const name of ['reverie-media-old', 'another']) await utimes(join(folder, name), longAgo, longAgo)
    await extract()
    expect((await readdir(folder)).sort()).toEqual(['another', 'reverie-media-new'])
  })

  it('that cannot be transcribed here fails with the reason', async () => {
    expect(await extract()).toMatchObject({ kind: 'failed', code: 'extract.tool_missing' })
  })

  it.each([
    ['transcribe.provider_unavailable', { countsAsAttempt: true, afterMs: 1_000 }],
    ['transcribe.bad_response', { countsAsAttempt: true, afterMs: 1_000 }],
    ['transcribe.rate_limited', { countsAsAttempt: false, afterMs: 70_000 }],
  ] as const)('is transcribed again after %s', async (code, expected) => {
    const outcome = await extract(async () => {
      throw new TranscribeError(code, 'not now', { retryAfterMs: 70_000 })
    })
    expect(outcome).toMatchObject({ kind: 'retry', code, ...expected })
  })
})
