import { z } from 'zod'
import { ExtractError } from '../extraction.ts'
import { type MediaFile, probe } from './media-tools.ts'

export type Chapter = { startMs: number; title: string }

export type Stream = { index: number; codec: string; language?: string }

/** Streams and metadata of a container. */
export type Media = {
  /** 0 when the container does not say. */
  seconds: number
  hasPictures: boolean
  /** The stream to transcribe. */
  audio?: Stream
  /** The subtitle stream to read. */
  subtitles?: Stream
  chapters: Chapter[]
  /** Tags by lower-case name. */
  tags: ReadonlyMap<string, string>
}

const tags = z.record(z.string(), z.string()).default({})
const stream = z.object({
  index: z.number().int(),
  codec_type: z.string().default(''),
  codec_name: z.string().default('unknown'),
  codec_tag_string: z.string().default(''),
  disposition: z.record(z.string(), z.number()).default({}),
  tags,
})
const answer = z.object({
  streams: z.array(stream).default([]),
  chapters: z.array(z.object({ start_time: z.coerce.number(), tags })).default([]),
  format: z.object({ duration: z.coerce.number().catch(0).default(0), tags }),
})

type FoundStream = z.output<typeof stream>

/** Other subtitle codecs are images of words. */
const writtenSubtitles = new Set(['mov_text', 'subrip', 'srt', 'ass', 'ssa', 'webvtt', 'text'])
/** Codec names that shops write when only their own players may decode the stream (DRM). */
const lockedTags = new Set(['drms', 'drmi', 'enca', 'encv'])
const maxChapters = 1_000

export async function probeMedia(file: MediaFile): Promise<Media> {
  const found = answer.safeParse(
    JSON.parse(await probe(file, ['-show_format', '-show_streams', '-show_chapters'])),
  )
  if (!found.success || found.data.streams.length === 0)
    throw new ExtractError('extract.malformed', 'The file contains no audio or video that can be read')
  const { streams, chapters, format } = found.data
  const sounds = streams.filter(({ codec_type }) => codec_type === 'audio')
  const audio = preferred(sounds.filter(({ codec_name }) => codec_name !== 'unknown'))
  if (!audio && sounds.some(({ codec_tag_string }) => lockedTags.has(codec_tag_string)))
    throw new ExtractError('extract.encrypted', 'The recording is protected against copying')
  const subtitles = preferred(streams.filter(isWritten))
  return {
    seconds: format.duration,
    hasPictures: streams.some(isMovingPicture),
    ...(audio && { audio: present(audio) }),
    ...(subtitles && { subtitles: present(subtitles) }),
    chapters: chapters.slice(0, maxChapters).flatMap(({ start_time, tags }) => {
      const title = tags.title?.trim() ?? ''
      return title === '' ? [] : [{ startMs: 1_000 * start_time, title }]
    }),
    // Ogg stores in the stream the tags that other formats store in the file.
    tags: lowerKeys({ ...audio?.tags, ...format.tags }),
  }
}

/** Covers are video streams too, but do not move. */
function isMovingPicture({ codec_type, disposition }: FoundStream): boolean {
  return codec_type === 'video' && disposition.attached_pic !== 1
}

function isWritten({ codec_type, codec_name, disposition }: FoundStream): boolean {
  // Forced subtitles only translate signs and single foreign sentences.
  return codec_type === 'subtitle' && writtenSubtitles.has(codec_name) && disposition.forced !== 1
}

function preferred(streams: FoundStream[]): FoundStream | undefined {
  return streams.find(({ disposition }) => disposition.default === 1) ?? streams[0]
}

function present({ index, codec_name, tags }: FoundStream): Stream {
  const language = codeOf(tags.language ?? '')
  return { index, codec: codec_name, ...(language !== undefined && { language }) }
}

/** ISO 639-1 code of a language that containers write as `eng`. */
function codeOf(language: string): string | undefined {
  if (!/^[a-z]{2,3}$/.test(language) || language === 'und') return undefined
  const [locale] = Intl.getCanonicalLocales(language)
  return locale?.length === 2 ? locale : undefined
}

function lowerKeys(tags: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value.trim()]))
}
