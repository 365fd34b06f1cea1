import { type Answer, type Asked, JsonServer } from './json-server.ts'

export type NoteDouble = {
  id: string
  title: string | null
  summary: string
  said: [speaker: string, text: string][]
  updatedAt: number
}

/** Granola's public API. Its cursors are offsets, so a list shifts when notes come and go. */
export class GranolaServer extends JsonServer {
  readonly notes = new Map<string, NoteDouble>()
  maxPerPage = 30
  /** Longer transcripts come in pages only. */
  mostInline = 1_000

  note(n: number, summary: string, said: NoteDouble['said'] = [['Me', `Hello ${n}`]]): NoteDouble {
    const id = `not_${String(n).padStart(14, '0')}`
    const note = { id, title: `Meeting ${n}`, summary, said, updatedAt: this.clock }
    this.notes.set(id, note)
    return note
  }

  protected refuse(): Answer {
    return { status: 401, body: { error: 'unauthorized' } }
  }

  protected answer({ path, url }: Asked): Answer {
    const [, , , id, list] = path.split('/')
    if (id === undefined) return this.#list(url)
    const note = this.notes.get(id)
    if (!note) return { status: 404, body: { error: 'not found' } }
    if (list === 'transcript') return page(url, 'transcript', note.said.map(showLine), 2)
    const isWhole = url.searchParams.get('include') === 'transcript'
    if (isWhole && note.said.length > this.mostInline)
      return { status: 413, body: { error: 'TRANSCRIPT_TOO_LARGE' } }
    return { status: 200, body: this.#show(note, isWhole) }
  }

  #list(url: URL): Answer {
    const after = Date.parse(url.searchParams.get('updated_after') ?? '1970-01-01')
    const listed = [...this.notes.values()].filter(({ updatedAt }) => updatedAt > after)
    const asked = Number(url.searchParams.get('page_size'))
    const shown = listed.map(({ id, title, updatedAt }) => ({
      ...{ id, object: 'note', title, owner: { name: 'Ada', email: 'ada@example.org' } },
      ...{ created_at: '2019-01-01T09:00:00Z', updated_at: new Date(updatedAt).toISOString() },
    }))
    return page(url, 'notes', shown, Math.min(asked, this.maxPerPage))
  }

  #show({ id, title, summary, said, updatedAt }: NoteDouble, isWhole: boolean) {
    return {
      ...{ id, object: 'note', title, owner: { name: 'Ada', email: 'ada@example.org' } },
      ...{ created_at: '2019-01-01T09:00:00Z', updated_at: new Date(updatedAt).toISOString() },
      web_url: `https://notes.example/${id}`,
      calendar_event: { scheduled_start_time: '2019-01-01T10:00:00Z' },
      attendees: [
        { name: 'Ada', email: 'ada@example.org' },
        { name: null, email: 'bob@example.org' },
      ],
      folder_membership: [{ id: 'fol_1', name: 'Team' }],
      summary_text: summary,
      summary_markdown: summary,
      ...(isWhole && { transcript: said.map(showLine) }),
    }
  }
}

const showLine = ([speaker, text]: [string, string]) => ({
  speaker:
    speaker === 'Me' ? { source: 'microphone', attribution: 'me' } : { source: 'speaker', name: speaker },
  text,
  start_time: '2019-01-01T10:00:00Z',
})

function page(url: URL, name: string, items: object[], size: number): Answer {
  const from = Number(url.searchParams.get('cursor') ?? 0)
  const hasMore = from + size < items.length
  return {
    status: 200,
    body: { [name]: items.slice(from, from + size), hasMore, cursor: hasMore ? String(from + size) : null },
  }
}
