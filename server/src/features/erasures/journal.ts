import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'

/** Ids, counts and times. Like a receipt, an entry contains no content, no name and no tag. */
const entrySchema = z.object({
  version: z.literal(1),
  id: z.uuid(),
  shard: z.int(),
  org: z.uuid(),
  container: z.uuid(),
  kind: z.enum(['document', 'documents', 'memory', 'container']),
  target: z.uuid().nullable(),
  /** The deleted documents; empty for memories and containers. */
  documents: z.array(z.uuid()),
  /** The containers that were merged into the deleted one. */
  merged: z.array(z.uuid()),
  askedBy: z.string(),
  requested: z.int(),
  forgotten: z.int(),
  createdAt: z.iso.datetime(),
})
export type JournalEntry = z.output<typeof entrySchema>

/** The first part of every key. No organization has this id, so files without a document are not looked for here. */
const root = 'erasures'

/** An entry with this many documents takes 400 KB. Further documents are in further parts. */
export const documentsPerPart = 10_000
const mostBytes = 10_000_000

/**
 * What was deleted, outside of the database. A backup brings deleted data back; the journal says what to delete again.
 * One file per receipt, in a folder of its day, so that writers never wait for each other.
 */
export class ErasureJournal {
  readonly #files: BlobStore

  constructor(files: BlobStore) {
    this.#files = files
  }

  /** Resolves once the entry would survive a crash. The same part of an entry may be appended again. */
  async append(entry: JournalEntry, part: number): Promise<void> {
    const key = [root, entry.createdAt.slice(0, 10), entry.id, part].join('/')
    const body = Readable.from([Buffer.from(JSON.stringify(entry))])
    await this.#files.put(key, body, { contentType: 'application/json', maxBytes: mostBytes })
  }

  /** Every entry of this day (UTC) and later ones, in no order. */
  async *read(since: Date): AsyncGenerator<JournalEntry, void> {
    const first = since.toISOString().slice(0, 10)
    for await (const page of this.#files.list(root))
      for (const { key } of page) {
        if (key.split('/')[1]! < first) continue
        const file = await this.#files.get(key)
        if (file) yield entrySchema.parse(JSON.parse(await text(file.body)))
      }
  }

  /** Removes the entries of the day (UTC) of this moment. */
  async dropDay(day: Date): Promise<number> {
    return this.#files.deletePrefix(`${root}/${day.toISOString().slice(0, 10)}/`)
  }
}
