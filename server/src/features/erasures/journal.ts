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
  /** The deleted documents; empty for memories. For a container those that it held, if `isWhole`. */
  documents: z.array(z.uuid()),
  /**
   * Whether a container names all of its documents. A replay then deletes those, wherever the restore brought them back to, and
   * keeps documents that had been moved out of the container before.
   */
  isWhole: z.boolean().default(false),
  /** The forgotten memories, with the first version of each: the restore may bring an older version back. */
  memories: z.array(z.uuid()).default([]),
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

/** A container with more documents names none of them. With this many, its entry takes 2 MB. */
export const mostDocumentsNamed = 50_000
const mostBytes = 10_000_000

/**
 * A record of deletions outside of the database. A backup brings deleted data back; the journal says what to delete again.
 * One file per receipt, in a folder of its day, so that writers never wait for each other.
 */
export class ErasureJournal {
  readonly #files: BlobStore

  constructor(files: BlobStore) {
    this.#files = files
  }

  /**
   * Resolves once the entry would survive a crash. The same part of an entry may be appended again. The key has the count of
   * the receipt, so that a worker that read a receipt before it grew cannot replace what the request appends.
   */
  async append(entry: JournalEntry, part: number): Promise<void> {
    const key = [root, entry.createdAt.slice(0, 10), entry.id, `${entry.requested}-${part}`].join('/')
    const body = Readable.from([Buffer.from(JSON.stringify(entry))])
    await this.#files.put(key, body, { contentType: 'application/json', maxBytes: mostBytes })
  }

  /** Every entry of this day (UTC) and later ones, in no order. Undefined for a file that is no entry. */
  async *read(since: Date): AsyncGenerator<{ key: string; entry: JournalEntry | undefined }, void> {
    const first = since.toISOString().slice(0, 10)
    for await (const page of this.#files.list(root))
      for (const { key } of page) if (key.split('/')[1]! >= first) yield { key, entry: await this.get(key) }
  }

  async get(key: string): Promise<JournalEntry | undefined> {
    const file = await this.#files.get(key)
    return file && parseEntry(await text(file.body))
  }

  /** Removes the entries of the day (UTC) of this moment. */
  async dropDay(day: Date): Promise<number> {
    return this.#files.deletePrefix(`${root}/${day.toISOString().slice(0, 10)}/`)
  }
}

function parseEntry(json: string): JournalEntry | undefined {
  try {
    return entrySchema.parse(JSON.parse(json))
  } catch {
    return undefined
  }
}
