import type { Change, Connector, Content, Item } from './connector.ts'
import { ItemError } from './connector.ts'
import {
  GranolaApi,
  type GranolaCredentials,
  type GranolaSettings,
  type GranolaSource,
  granolaCredentials,
  granolaSettings,
  type ListedNote,
  type Note,
} from './granola/api.ts'
import { titleOf, writeNote } from './granola/note-text.ts'
import { type Lister, listInPasses, type PassState, passState } from './list-in-passes.ts'

/** Meeting notes. The list has no deletions, so each run compares it with what is known. */
export const granola: Connector<GranolaSettings, GranolaCredentials, PassState> = {
  describe: {
    provider: 'granola',
    title: 'Granola',
    summary: 'Meeting notes with attendees, summary and transcript.',
    settings: granolaSettings,
    credentials: { kind: 'secret', fields: granolaCredentials },
    checkpoint: passState,
    everyMinutes: 60,
    requestsPerSecond: 4,
  },

  async check(source) {
    await new GranolaApi(source).list(undefined, undefined, 1)
    return {}
  },

  pull: (source, checkpoint) => listInPasses(listerOf(source), checkpoint),

  async *fetch(source, externalIds) {
    const api = new GranolaApi(source)
    for (const id of externalIds) yield await findNote(source, api, id)
  },
}

function listerOf(source: GranolaSource): Lister {
  const api = new GranolaApi(source)
  return {
    scope: `transcripts ${source.settings.transcripts}`,
    now: source.now(),
    overlapMs: 3_600_000,
    alwaysFullUpTo: 600,
    async list(cursor, since) {
      const page = await api.list(cursor, since)
      if (!page) return 'bad cursor'
      const entries = page.notes.map(note => ({
        id: note.id,
        editedAt: note.updated_at ?? note.created_at,
        change: toUpsert(source, api, note),
      }))
      return { entries, next: page.next }
    },
    find: id => findNote(source, api, id),
  }
}

async function findNote(source: GranolaSource, api: GranolaApi, externalId: string): Promise<Change> {
  try {
    const note = await api.find(externalId, false)
    return note ? toUpsert(source, api, note) : { kind: 'deleted', externalId }
  } catch (error) {
    if (!(error instanceof ItemError)) throw error
    return { kind: 'failed', externalId, code: error.code, message: error.message }
  }
}

function toUpsert(source: GranolaSource, api: GranolaApi, note: ListedNote): Change {
  const { transcripts } = source.settings
  const { id, created_at, owner } = note
  const updatedAt = note.updated_at ?? created_at
  const item: Item = {
    externalId: id,
    version: transcripts ? updatedAt : `${updatedAt} without transcript`,
    title: titleOf(note),
    createdAt: new Date(created_at),
    updatedAt: new Date(updatedAt),
    metadata: { type: 'granola_note', ...(owner?.email && { owner: owner.email }) },
    read: () => readNote(source, api, id),
  }
  return { kind: 'upsert', item }
}

async function readNote({ settings, limits }: GranolaSource, api: GranolaApi, id: string): Promise<Content> {
  const note = await api.find(id, settings.transcripts)
  if (!note) throw new ItemError('item_gone', 'Granola no longer has the note.')
  return {
    kind: 'text',
    text: writeNote(note, limits.maxTextBytes),
    title: titleOf(note),
    metadata: metadataOf(note),
  }
}

const maxNames = 100

function metadataOf({ attendees, folder_membership, calendar_event, web_url }: Note) {
  const people = (attendees ?? []).flatMap(({ email, name }) => email ?? name ?? []).slice(0, maxNames)
  const folders = (folder_membership ?? []).flatMap(({ name }) => name ?? []).slice(0, maxNames)
  const start = calendar_event?.scheduled_start_time
  return {
    ...(people.length > 0 && { attendees: people }),
    ...(folders.length > 0 && { folders }),
    ...(start && { startedAt: start }),
    ...(web_url && { address: web_url }),
  }
}
