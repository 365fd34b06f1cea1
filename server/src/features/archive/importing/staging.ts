import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { inScope } from '../../../platform/db/tx.ts'
import type { ArchiveApp, Step } from '../archive-app.ts'
import { partBytes } from '../format.ts'
import { partKey } from '../job-files.ts'
import type { JobRow } from '../job-store.ts'
import { putPart } from '../part-store.ts'

/**
 * Records of an upload that were read and checked, in files of a few megabytes that are applied one by one. Nothing is applied
 * before the whole upload was read, so a damaged or hostile one changes nothing.
 */

/** The first line of a staged file. Its records belong to one container, or to the organization. */
export type StagedHead =
  | { staged: 'organization'; org: string }
  | { staged: 'container'; org: string; container: Record<string, unknown> }
  | { staged: 'items' }

export type StagedPart = { head: StagedHead; lines: string[] }

const compressing = promisify<Buffer, Buffer>(gzip as never)
const decompressing = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip as never)

/** A file holds one unit at least, however large that is. */
const mostStagedBytes = 1024 ** 3

export class StageWriter {
  parts = 0
  units = 0
  readonly #app: ArchiveApp
  readonly #step: Step
  #head: StagedHead | undefined
  #tag: string | null = null
  #lines: string[] = []
  #bytes = 0

  constructor(app: ArchiveApp, step: Step) {
    this.#app = app
    this.#step = step
  }

  /** The records that follow belong to `head`. `tag` names the container in the list of staged files. */
  async open(head: StagedHead, tag: string | null): Promise<void> {
    await this.flush()
    this.#head = head
    this.#tag = tag
    // A container without any record exists too.
    if (head.staged === 'container') await this.#write()
  }

  /** Adds lines that are applied in one transaction. */
  async add(lines: readonly string[]): Promise<void> {
    this.#lines.push(...lines)
    this.#bytes += lines.reduce((sum, line) => sum + line.length + 1, 0)
    this.units++
    if (this.#bytes >= partBytes) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#lines.length > 0) await this.#write()
  }

  async #write(): Promise<void> {
    this.#step.signal.throwIfAborted()
    const { job } = this.#step
    const text = [JSON.stringify(this.#head), ...this.#lines].join('\n')
    this.#lines = []
    this.#bytes = 0
    const packed = await compressing(Buffer.from(text))
    const stored = await this.#app.blobs.put(partKey(job, 'staged', this.parts), once(packed), {
      contentType: 'application/gzip',
      maxBytes: mostStagedBytes,
    })
    const part = { part: this.parts, bytes: stored.bytes, name: this.#tag, sha256: stored.sha256 }
    await inScope(this.#app.cells.of(job.shard), { org: job.org }, db => putPart(db, job, 'staged', part))
    this.parts++
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

export async function readStaged({ blobs }: ArchiveApp, job: JobRow, part: number): Promise<StagedPart> {
  const found = await blobs.get(partKey(job, 'staged', part))
  if (!found) throw new Error(`Staged part ${part} of job ${job.id} is not in the blob store`)
  const chunks: Buffer[] = []
  for await (const chunk of found.body) chunks.push(chunk as Buffer)
  const text = (await decompressing(Buffer.concat(chunks), { maxOutputLength: mostStagedBytes })).toString()
  const [head = '', ...lines] = text.split('\n')
  return { head: JSON.parse(head) as StagedHead, lines }
}
