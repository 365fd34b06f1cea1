import { z } from 'zod'
import { ItemError, type Source, SourceError, type SourceResponse } from '../connector.ts'
import { readAnswer } from '../read-answer.ts'

const base = 'https://public-api.granola.ai/v1'
/** A transcript of eight hours has about 1 MB. */
const maxAnswerBytes = 16_000_000
/** Granola's limits for pages. */
const notesPerPage = 30
const linesPerPage = 100
const maxTranscriptPages = 500

export const granolaSettings = z.strictObject({
  transcripts: z
    .boolean()
    .default(true)
    .describe('Also store what was said, after the summary. Default: yes.'),
})
export type GranolaSettings = z.infer<typeof granolaSettings>

export const granolaCredentials = z.strictObject({
  apiKey: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .regex(/^[\x21-\x7e]+$/, 'must be a key without spaces')
    .meta({
      description: 'API key. Make one in the Granola app under Settings, API.',
      example: 'grn_0123456789abcdef',
    }),
})
export type GranolaCredentials = z.infer<typeof granolaCredentials>
export type GranolaSource = Source<GranolaSettings, GranolaCredentials>

const person = z.object({ name: z.string().nullish(), email: z.string().nullish() })
export type Person = z.infer<typeof person>

const listedNote = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  title: z.string().nullish(),
  owner: person.nullish(),
  created_at: z.string(),
  updated_at: z.string().nullish(),
})
export type ListedNote = z.infer<typeof listedNote>

const spokenLine = z.object({
  speaker: z
    .object({
      source: z.string().nullish(),
      attribution: z.string().nullish(),
      name: z.string().nullish(),
      diarization_label: z.string().nullish(),
    })
    .nullish(),
  text: z.string(),
})
export type SpokenLine = z.infer<typeof spokenLine>

const note = listedNote.extend({
  web_url: z.string().nullish(),
  calendar_event: z
    .object({ scheduled_start_time: z.string().nullish(), event_title: z.string().nullish() })
    .nullish(),
  attendees: z.array(person).nullish(),
  folder_membership: z.array(z.object({ name: z.string().nullish() })).nullish(),
  summary_text: z.string().nullish(),
  summary_markdown: z.string().nullish(),
  transcript: z.array(spokenLine).nullish(),
})
export type Note = z.infer<typeof note>

const ending = { hasMore: z.boolean(), cursor: z.string().nullish() }

/** Granola's public API, read only. */
export class GranolaApi {
  readonly #source: GranolaSource

  constructor(source: GranolaSource) {
    this.#source = source
  }

  /** Undefined: Granola does not know the cursor any more. */
  async list(
    cursor: string | undefined,
    updatedAfter: string | undefined,
    perPage = notesPerPage,
  ): Promise<{ notes: ListedNote[]; next: string | undefined } | undefined> {
    const answer = await this.#get('/notes', {
      page_size: String(perPage),
      ...(updatedAfter !== undefined && { updated_after: updatedAfter }),
      ...(cursor !== undefined && { cursor }),
    })
    if (answer.status === 400 && cursor !== undefined) return undefined
    const { notes, ...end } = await read(answer, z.object({ notes: z.array(listedNote), ...ending }))
    return { notes, next: nextOf(end) }
  }

  /** Undefined: it was deleted, or is no longer shared with the owner of the key. Granola answers both alike. */
  async find(id: string, withTranscript: boolean): Promise<Note | undefined> {
    const path = `/notes/${encodeURIComponent(id)}`
    const answer = await this.#get(path, withTranscript ? { include: 'transcript' } : {})
    if (answer.status === 404 || answer.status === 410) return undefined
    if (answer.status !== 413) return read(answer, note)
    if (!withTranscript) throw new ItemError('item_too_large', 'Granola says that the note is too large.')
    const found = await this.find(id, false)
    return found && { ...found, transcript: await this.#transcript(path) }
  }

  /** The transcript in pages, where it is too long for one answer. */
  async #transcript(path: string): Promise<SpokenLine[]> {
    const lines: SpokenLine[] = []
    let cursor: string | undefined
    for (let pages = 0; pages < maxTranscriptPages; pages++) {
      const answer = await this.#get(`${path}/transcript`, {
        page_size: String(linesPerPage),
        ...(cursor !== undefined && { cursor }),
      })
      const { transcript, ...end } = await read(
        answer,
        z.object({ transcript: z.array(spokenLine), ...ending }),
      )
      lines.push(...transcript)
      cursor = nextOf(end)
      if (cursor === undefined) return lines
    }
    throw new ItemError('item_too_large', 'The transcript does not end.')
  }

  #get(path: string, query: Record<string, string>): Promise<SourceResponse> {
    const { http, credentials } = this.#source
    return http.request(`${base}${path}?${new URLSearchParams(query)}`, {
      headers: { accept: 'application/json', authorization: `Bearer ${credentials.apiKey}` },
      allow: [400, 403, 404, 410, 413],
      maxBytes: maxAnswerBytes,
    })
  }
}

function nextOf({ hasMore, cursor }: { hasMore: boolean; cursor?: string | null | undefined }) {
  if (!hasMore) return undefined
  if (cursor) return cursor
  throw new SourceError('provider_unavailable', 'Granola names no next page, and says that there is one.')
}

function read<T>(answer: SourceResponse, schema: z.ZodType<T>): Promise<T> {
  const { status } = answer
  if (status === 403)
    throw new SourceError(
      'settings_invalid',
      'The key may not read notes. Make one that may, in the settings of Granola.',
    )
  if (status >= 400) throw new SourceError('provider_unavailable', `Granola answered ${status}.`)
  return readAnswer('Granola', answer, schema)
}
