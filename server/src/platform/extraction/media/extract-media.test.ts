import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findTool } from '../box/visible-paths.ts'
import { samplesPerSecond } from './decode-audio.ts'
import { extractMedia, type MediaOptions, type Transcribe } from './extract-media.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-media-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Makes a file with ffmpeg. */
async function make(name: string, ...args: string[]): Promise<string> {
  const path = join(folder, name)
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...args, path])
  return path
}

async function write(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=frequency=300:duration=${seconds}`]
const pictures = (seconds: number) => ['-f', 'lavfi', '-i', `color=c=red:s=64x64:r=5:d=${seconds}`]

/** A transcriber that hears one sentence in every piece. */
const transcribeSomething: Transcribe = async samples => ({
  segments: [{ startMs: 0, endMs: (samples.length / samplesPerSecond) * 1_000, text: 'Somebody speaks.' }],
  language: 'en',
})

const { signal } = new AbortController()
const extract = (path: string, options: Partial<MediaOptions> = {}) =>
  extractMedia(
    { path, sandbox: 'preferred', signal },
    { transcribe: transcribeSomething, maxSeconds: 3_600, ...options },
  )

const srt = '1\n00:00:00,500 --> 00:00:01,500\nIt is written here.\n'

describe.skipIf(!findTool('ffmpeg'))('a recording', () => {
  it('is transcribed with times, tags and progress', async () => {
    const tags = ['title=On ceramics', 'artist=Ada', 'date=2024-05-06', 'comment=LAME 3.1']
    const path = await make('a.mp3', ...tone(70), ...tags.flatMap(tag => ['-metadata', tag]))
    const progress: number[][] = []
    let count = 0
    const transcript = await extract(path, {
      transcribe: async samples => {
        const { segments, language } = await transcribeSomething(samples, { signal })
        return {
          segments: segments.map(words => ({ ...words, text: `Sentence ${++count}.` })),
          language: language!,
        }
      },
      onProgress: (...figures) => progress.push(figures),
    })
    expect(transcript).toMatchObject({
      type: 'audio',
      title: 'On ceramics',
      author: 'Ada',
      date: '2024-05-06',
      language: 'en',
      text: 'Sentence 1. Sentence 2. Sentence 3.',
    })
    expect(transcript.blocks[0]).toMatchObject({ kind: 'paragraph', at: 0 })
    expect(progress.length).toBeGreaterThanOrEqual(3)
    expect(progress.at(-1)).toEqual([70, 70])
  })

  it('is transcribed in pieces of one channel, all in the language of the first piece', async () => {
    const path = await make('b.wav', ...tone(40), '-ac', '2', '-ar', '44100')
    const pieces: { seconds: number; language: string | undefined }[] = []
    await extract(path, {
      async transcribe(samples, { language }) {
        pieces.push({ seconds: samples.length / samplesPerSecond, language })
        return { segments: [{ startMs: 0, endMs: 1, text: `Piece ${pieces.length}.` }], language: 'pt' }
      },
    })
    expect(pieces.map(({ language }) => language)).toEqual([undefined, 'pt'])
    expect(pieces.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(40, 0)
  })

  it('keeps correct times when it is longer than one decoded stretch', async () => {
    const starts: number[] = []
    const path = await make('long.mp3', ...tone(615), '-ac', '1', '-ar', '16000', '-b:a', '16k')
    const { blocks } = await extract(path, {
      async transcribe(samples) {
        starts.push(samples.length / samplesPerSecond)
        return { segments: [{ startMs: 0, endMs: 100, text: `Piece ${starts.length}.` }] }
      },
    })
    expect(starts.reduce((sum, seconds) => sum + seconds, 0)).toBeCloseTo(615, 0)
    expect(blocks.at(-1)!.at).toBeGreaterThan(585_000)
    expect(blocks.at(-1)!.at).toBeLessThan(615_000)
  })

  it('of silence ends with extract.empty and is not transcribed', async () => {
    const path = await make('silence.flac', '-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '30')
    const transcribe: Transcribe = () => expect.unreachable()
    await expect(extract(path, { transcribe })).rejects.toMatchObject({ code: 'extract.empty' })
  })

  it.each(['mp4', 'mkv', 'webm', 'mov'])('with moving pictures is a video (%s)', async ending => {
    const codec = ending === 'webm' ? ['-c:v', 'vp8', '-c:a', 'libopus'] : ['-c:v', 'mpeg4', '-c:a', 'aac']
    const path = await make(`video.${ending}`, ...pictures(3), ...tone(3), ...codec)
    expect(await extract(path)).toMatchObject({ type: 'video', text: 'Somebody speaks.' })
  })

  it('with a cover is audio', async () => {
    const cover = await make('cover.png', ...pictures(1), '-frames:v', '1')
    const inputs = [...tone(3), '-i', cover, '-map', '0', '-map', '1', '-disposition:v', 'attached_pic']
    expect(await extract(await make('cover.mp3', ...inputs))).toMatchObject({ type: 'audio' })
  })

  it.each([
    ['mp4', 'mov_text', 'mpeg4'],
    ['mkv', 'subrip', 'mpeg4'],
    ['mkv', 'ass', 'mpeg4'],
    ['webm', 'webvtt', 'vp8'],
  ])('with subtitles is read from them and not transcribed (%s, %s)', async (ending, subtitles, video) => {
    const words = await write('words.srt', srt)
    const codecs = ['-c:v', video, '-c:s', subtitles, '-metadata:s:s:0', 'language=eng']
    const sound = ending === 'webm' ? ['-c:a', 'libopus'] : ['-c:a', 'aac']
    const path = await make(
      `${subtitles}.${ending}`,
      ...pictures(3),
      ...tone(3),
      '-i',
      words,
      ...codecs,
      ...sound,
    )
    const read = await extract(path, { transcribe: undefined })
    expect(read).toMatchObject({ type: 'video', text: 'It is written here.', language: 'en' })
    // Audio encoders start a little early, which shifts everything else.
    expect(read.blocks[0]!.at! / 1_000).toBeCloseTo(0.5, 1)
  })

  it('gets its chapters as headings and its description as text', async () => {
    const chapter = (title: string, from: number) =>
      `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${from}\nEND=${from + 1_000}\ntitle=${title}\n`
    const description = 'description=How we fire clay in the old kiln\n'
    const meta = await write(
      'meta.txt',
      `;FFMETADATA1\n${description}${chapter('Clay', 0)}${chapter('Fire', 99_000)}`,
    )
    const path = await make(
      'chapters.m4a',
      ...tone(3),
      '-i',
      meta,
      '-map_metadata',
      '1',
      '-map',
      '0',
      '-c:a',
      'aac',
    )
    expect((await extract(path)).text).toBe('How we fire clay in the old kiln\n\n## Clay\n\nSomebody speaks.')
  })

  it('without sound and subtitles ends with extract.empty', async () => {
    const path = await make('mute.mp4', ...pictures(2), '-c:v', 'mpeg4')
    await expect(extract(path)).rejects.toMatchObject({ code: 'extract.empty' })
  })

  it('above the maximum length ends with extract.too_large', async () => {
    const path = await make('hour.wav', ...tone(20))
    await expect(extract(path, { maxSeconds: 10 })).rejects.toMatchObject({ code: 'extract.too_large' })
  })

  it('of unknown length ends with extract.too_large once it exceeds the maximum', async () => {
    const path = await make('stream.aac', ...tone(20), '-c:a', 'aac')
    await expect(extract(path, { maxSeconds: 5 })).rejects.toMatchObject({ code: 'extract.too_large' })
  })

  it('without a transcriber ends with extract.tool_missing, which names the setting', async () => {
    const path = await make('untranscribed.wav', ...tone(1))
    const untranscribed = extract(path, { transcribe: undefined })
    await expect(untranscribed).rejects.toMatchObject({ code: 'extract.tool_missing' })
    await expect(untranscribed).rejects.toThrow('TRANSCRIBER_MODEL_DIR')
  })

  it('that is cut off is transcribed up to the cut', async () => {
    const whole = await make('whole.mp3', ...tone(20))
    const bytes = await readFile(whole)
    const path = await write('half.mp3', bytes.subarray(0, bytes.length / 2))
    expect((await extract(path)).text).toBe('Somebody speaks.')
  })

  it.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['noise', Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * i * 31 + 7 * i) % 251))],
    ['a list of other files', '#EXTM3U\n#EXTINF:10,\n/etc/hostname\n'],
    [
      'a list of other files behind an ID3 tag',
      Buffer.concat([
        Buffer.from('ID3\x03\0\0\0\0\0\x0a'),
        Buffer.alloc(10),
        Buffer.from('#EXTM3U\n#EXTINF:10,\n/etc/hostname\n'),
      ]),
    ],
    ['an ffconcat list', 'ffconcat version 1.0\nfile /etc/hostname\n'],
  ])('that contains %s ends with extract.malformed', async (name, content) => {
    const path = await write(name.replaceAll(' ', '-'), content)
    await expect(extract(path)).rejects.toMatchObject({ code: 'extract.malformed' })
  })

  it('is not transcribed further once its request is aborted', async () => {
    const path = await make('unwanted.wav', ...tone(60))
    const controller = new AbortController()
    const transcribe: Transcribe = async () => {
      controller.abort(new Error('no longer wanted'))
      controller.signal.throwIfAborted()
      return { segments: [] }
    }
    const file = { path, sandbox: 'preferred', signal: controller.signal } as const
    await expect(extractMedia(file, { transcribe, maxSeconds: 3_600 })).rejects.toThrow('no longer wanted')
  })
})
