import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type BlobStore, BlobStoreFull, BlobUnavailable } from '../../../platform/blobs/blob-store.ts'
import { BoxUnavailable } from '../../../platform/extraction/box/sandbox.ts'
import { ExtractError, type Extraction } from '../../../platform/extraction/extraction.ts'
import type { StageGates } from '../../../platform/lanes/gate-names.ts'
import type { ClaimedDocument } from '../../../platform/lanes/slice.ts'
import { TranscribeError } from '../../../platform/providers/transcription/transcriber.ts'
import { extractFile } from './extract-file.ts'
import type { FileReader } from './file-reader.ts'

const options = { owner: 'org', signal: new AbortController().signal, onProgress: () => undefined }

function blobsOf(get: BlobStore['get']): BlobStore {
  return { get } as BlobStore
}

const stored = blobsOf(
  async () => ({ body: Readable.from([Buffer.from('one '), Buffer.from('two')]) }) as never,
)

async function read(
  result: Partial<Extraction> | Error,
  document: Partial<ClaimedDocument> = {},
  blobs: BlobStore = stored,
  gates?: StageGates,
) {
  const seen: unknown[] = []
  const reader = {
    async read(file: unknown) {
      seen.push(file)
      if (result instanceof Error) throw result
      return { text: 'Text', blocks: [], type: 'text', ...result }
    },
  } as unknown as FileReader
  const claimed = { blobKey: 'key', fileName: null, fileType: null, url: null, attempts: 1, ...document }
  return { outcome: await extractFile(blobs, reader, claimed as ClaimedDocument, options, gates), seen }
}

const kept = async (result: Partial<Extraction>) => {
  const { outcome } = await read(result)
  expect(outcome.kind).toBe('next')
  return (outcome as { next: Extraction }).next
}

describe('what a file says about itself', () => {
  // Postgres refuses both in jsonb, and the document would fail with an internal error at every attempt.
  test('loses characters that Postgres cannot store, in its author as in its title', async () => {
    expect(await kept({ title: 'a\0b \ud800', author: 'A\0n\udc00 <a@b.c>' })).toMatchObject({
      title: 'ab \ufffd',
      author: 'An\ufffd <a@b.c>',
    })
  })

  test('keeps its offsets, because each lost character of the text is replaced by one', async () => {
    const { text } = await kept({ text: 'a\0b\ud800c😀' })
    expect(text).toBe('a\ufffdb\ufffdc😀')
  })

  test('is one line of at most 255 characters, not cut inside one', async () => {
    const { title, author } = await kept({
      title: ` a\n\n b\t${'x'.repeat(300)}`,
      author: `${'y'.repeat(254)}😀`,
    })
    expect(title).toHaveLength(255)
    expect(title).toMatch(/^a b x/)
    expect(author).toBe('y'.repeat(254))
  })

  test('is left out where it is empty', async () => {
    const extraction = await kept({ title: ' \n', author: '\0', date: '' })
    expect(Object.keys(extraction).toSorted()).toEqual(['blocks', 'text', 'type'])
  })

  test.each([
    ['a day', '2024-05-06', '2024-05-06T00:00:00.000Z'],
    ['a time', '2024-05-06T07:08:09.000Z', '2024-05-06T07:08:09.000Z'],
    ['the future', '2199-01-01', undefined],
    ['no date', 'soon', undefined],
  ])('has a date of %s', async (_, date, expected) => {
    expect((await kept({ date })).date).toBe(expected)
  })

  test('has an image only behind an address of the web that is not too long', async () => {
    expect((await kept({ ogImage: 'https://bee.example/a.png' })).ogImage).toBe('https://bee.example/a.png')
    for (const ogImage of [
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      `https://bee.example/${'a'.repeat(2048)}`,
    ])
      expect((await kept({ ogImage })).ogImage).toBeUndefined()
  })
})

describe('the file of a document', () => {
  test('is read whole, with its name, type and address', async () => {
    const { seen } = await read(
      {},
      { fileName: 'a.txt', fileType: 'text/plain', url: 'https://bee.example/' },
    )
    expect(seen).toEqual([
      {
        bytes: Buffer.from('one two'),
        name: 'a.txt',
        contentType: 'text/plain',
        url: 'https://bee.example/',
      },
    ])
    expect((await read({})).seen).toEqual([
      { bytes: Buffer.from('one two'), name: '', contentType: 'application/octet-stream' },
    ])
  })

  test('that is gone from the store fails, and a store that does not respond is asked again', async () => {
    const gone = await read(
      {},
      {},
      blobsOf(async () => undefined),
    )
    expect(gone.outcome).toMatchObject({ kind: 'failed', code: 'internal' })
    const down = blobsOf(async () => {
      throw new BlobUnavailable('no answer')
    })
    expect((await read({}, {}, down)).outcome).toMatchObject({ kind: 'retry', code: 'internal' })
  })

  test('waits at a gate, and uses up no attempt, when the store itself is down, full or not mounted', async () => {
    const isDown = async () => true
    const gates = { isDown, isShut: async () => false }
    const throwing = (error: Error) =>
      blobsOf(async () => {
        throw error
      })
    const stores = [
      throwing(new BlobUnavailable('no answer')),
      throwing(new BlobStoreFull('no room')),
      blobsOf(async () => undefined),
    ]
    for (const blobs of stores)
      expect((await read({}, {}, blobs, gates)).outcome).toMatchObject({
        kind: 'blocked',
        gate: 'blobs',
        code: 'internal',
      })
  })

  test('for which alone a store has no room waits alone, and shuts no gate for others', async () => {
    const up = { isDown: async () => false, isShut: async () => false }
    const throwing = (error: Error) =>
      blobsOf(async () => {
        throw error
      })
    const tooLarge = throwing(new BlobStoreFull('no room'))
    expect((await read({}, {}, tooLarge, up)).outcome).toMatchObject({
      kind: 'retry',
      countsAsAttempt: false,
    })
    const damaged = throwing(new BlobUnavailable('damaged'))
    expect((await read({}, {}, damaged, up)).outcome).toMatchObject({ kind: 'retry', countsAsAttempt: true })
  })

  test('that is a recording waits alone for its transcriber, and is not decoded while the gate is shut', async () => {
    const away = new TranscribeError('transcribe.provider_unavailable', 'It answered 503')
    const gates = { isDown: async () => true, isShut: async () => false }
    const blocked = { kind: 'blocked', gate: 'transcription', afterMs: expect.any(Number) }
    expect((await read(away, {}, stored, gates)).outcome).toMatchObject(blocked)
    const shut = await read({}, { fileType: 'audio/mpeg' }, stored, { ...gates, isShut: async () => true })
    expect(shut).toMatchObject({ outcome: blocked, seen: [] })
  })

  test('that crashes its reader gets one more attempt, and then fails', async () => {
    const crashed = new ExtractError('extract.crashed', 'It crashed')
    expect((await read(crashed, { attempts: 1 })).outcome).toMatchObject({ kind: 'retry' })
    expect((await read(crashed, { attempts: 2 })).outcome).toMatchObject({
      kind: 'failed',
      code: 'extract.crashed',
    })
  })

  test('that is malformed fails at once with the reason', async () => {
    const { outcome } = await read(new ExtractError('extract.malformed', 'The archive is damaged'))
    expect(outcome).toMatchObject({
      kind: 'failed',
      code: 'extract.malformed',
      message: 'The archive is damaged',
    })
  })

  test('waits for a sandbox, at whatever attempt, because the file is not at fault', async () => {
    const { outcome } = await read(new BoxUnavailable('none'), { attempts: 99 })
    expect(outcome).toMatchObject({ code: 'extract.sandbox_unavailable', countsAsAttempt: false })
  })

  test('waits as long as a transcriber asks for, and is retried when that one is down', async () => {
    const limited = new TranscribeError('transcribe.rate_limited', 'Slow down', { retryAfterMs: 7_000 })
    expect((await read(limited)).outcome).toMatchObject({
      code: 'transcribe.rate_limited',
      afterMs: 7_000,
      countsAsAttempt: false,
    })
    const down = new TranscribeError('transcribe.provider_unavailable', 'No answer')
    expect((await read(down)).outcome).toMatchObject({ kind: 'retry', countsAsAttempt: true })
  })

  test('does not hide a fault of our own', async () => {
    await expect(read(new TypeError('ours'))).rejects.toThrow('ours')
  })
})
