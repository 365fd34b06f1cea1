import type { Organization } from '../../../platform/access/principal.ts'
import { inScope, readOnceInScope } from '../../../platform/db/tx.ts'
import { nilUuid } from '../../../platform/lib/ids.ts'
import { productVersion } from '../../../platform/lib/version.ts'
import { getSettings } from '../../settings/get-settings.ts'
import { isSecretSetting } from '../../settings/update-settings.ts'
import type { ArchiveApp, Step } from '../archive-app.ts'
import {
  archiveFormat,
  archiveVersion,
  checksumsName,
  fileName,
  manifestName,
  partBytes,
  recordsName,
} from '../format.ts'
import { partKey } from '../job-files.ts'
import { advanceJob, type JobRow } from '../job-store.ts'
import { dropParts, listParts, type Part, putPart, sumParts } from '../part-store.ts'
import * as store from './export-store.ts'
import { type ArchiveEntry, packEnd, packEntry } from './pack-entry.ts'
import { type ExportPlace, type ExportScope, readPage, type Unit } from './read-page.ts'

/** No part is larger than this: a file of the largest upload, and its header. */
const mostPartBytes = 8 * 1024 ** 3

const unitNames = {
  container: 'containers',
  documents: 'documents',
  memories: 'memories',
  undone: 'decisions',
}

/**
 * Writes the next parts of an archive until the step has lasted long enough. Each part is stored before the job notes where
 * it goes on, so a worker that dies repeats at most one part.
 */
export async function runExport(
  app: ArchiveApp,
  organization: Organization,
  step: Step,
): Promise<'again' | 'done'> {
  const { job } = step
  const writer = new ArchiveWriter(app, step)
  let place = job.place as ExportPlace | Record<string, never>
  if (place.next === undefined) place = await begin(app, organization, writer, job)
  await inScope(app.cells.of(job.shard), job, db => dropParts(db, job, 'output', place.next))
  writer.next = place.next
  const scope = scopeOf(job)
  while (!step.isOver()) {
    const reach = app.cells.reach(organization)
    const page = await readPage({ cells: app.cells, reach }, scope, place as ExportPlace)
    if (!page) {
      await writer.flush(place as ExportPlace)
      await writer.end()
      return 'done'
    }
    for (const unit of page.units) await writer.add(unit)
    place = page.place
    if (writer.isFull) await writer.flush(place as ExportPlace)
  }
  await writer.flush(place as ExportPlace)
  return 'again'
}

function scopeOf({ org, shard, ofContainer, options }: JobRow): ExportScope {
  const container = ofContainer === nilUuid ? undefined : { shard, container: ofContainer }
  return { org, container, hasVectors: options.vectors === true }
}

/** Writes the manifest and, of a whole organization, its settings and golden questions. */
async function begin(
  app: ArchiveApp,
  organization: Organization,
  writer: ArchiveWriter,
  job: JobRow,
): Promise<ExportPlace> {
  const { container, hasVectors } = scopeOf(job)
  const manifest = {
    format: archiveFormat,
    version: archiveVersion,
    createdAt: job.createdAt.toISOString(),
    server: { version: productVersion() },
    organization: { id: organization.id, slug: organization.slug },
    scope: container ? 'container' : 'organization',
    vectors: hasVectors,
  }
  await writer.put(textEntry(manifestName, `${JSON.stringify(manifest, null, 2)}\n`))
  if (!container) for (const line of await organizationLines(app, organization)) writer.addLine(line)
  let total = 0
  for (const { cell, shards } of app.cells.reach(organization))
    total += await readOnceInScope(cell, { org: job.org }, db =>
      store.countRows(db, job.org, container ? [container.shard] : shards, container?.container),
    )
  const place: ExportPlace = { next: writer.next }
  await writer.flush(place, total)
  return { ...place, next: writer.next }
}

/** Secrets of connectors stay: they are sealed with the key of this server. */
async function organizationLines(app: ArchiveApp, organization: Organization): Promise<string[]> {
  const settings = await getSettings(app.cells.directory, organization)
  const shown = Object.fromEntries(Object.entries(settings).filter(([name]) => !isSecretSetting(name)))
  const home = { shard: organization.homeShard, org: organization.id }
  const questions = await readOnceInScope(app.cells.of(home.shard), { org: home.org }, async db => {
    await store.useUtc(db)
    return store.readQuestions(db, home)
  })
  return [JSON.stringify({ record: 'settings', settings: shown }), ...questions]
}

const textEntry = (name: string, text: string): ArchiveEntry => ({
  name,
  bytes: Buffer.byteLength(text),
  body: (async function* () {
    yield Buffer.from(text)
  })(),
})

/** Gathers records and writes them, and files, as parts of the archive. */
class ArchiveWriter {
  next = 0
  readonly #app: ArchiveApp
  readonly #step: Step
  readonly #counts: Record<string, number>
  #lines: string[] = []
  #bytes = 0

  constructor(app: ArchiveApp, step: Step) {
    this.#app = app
    this.#step = step
    this.#counts = { ...step.job.counts }
  }

  get isFull(): boolean {
    return this.#bytes >= partBytes
  }

  addLine(line: string): void {
    this.#lines.push(line)
    this.#bytes += Buffer.byteLength(line) + 1
  }

  async add({ kind, lines }: Unit): Promise<void> {
    for (const line of lines)
      this.addLine(line.blobKey ? await this.#withFile(line.line, line.blobKey) : line.line)
    this.#count(unitNames[kind])
  }

  #count(name: string): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + 1
  }

  /** Writes the file of a revision as an entry before the record that names it. */
  async #withFile(line: string, blobKey: string): Promise<string> {
    const found = await this.#app.blobs.get(blobKey)
    const revision = JSON.parse(line) as Record<string, unknown>
    if (!found) {
      this.#count('missingFiles')
      return JSON.stringify({ ...revision, fileName: null, fileType: null })
    }
    const name = fileName(this.next)
    await this.put({ name, bytes: found.bytes, body: found.body })
    this.#count('files')
    return JSON.stringify({ ...revision, file: name })
  }

  /** Stores an entry as the next part. */
  async put(entry: ArchiveEntry): Promise<void> {
    const { packed, sha256 } = packEntry(entry)
    const stored = await this.#store(packed)
    await this.#note({ part: this.next, bytes: stored, name: entry.name, sha256: await sha256 })
    this.next++
  }

  async #store(packed: AsyncIterable<Uint8Array>): Promise<number> {
    const key = partKey(this.#step.job, 'output', this.next)
    const meta = { contentType: 'application/gzip', maxBytes: mostPartBytes }
    return (await this.#app.blobs.put(key, packed, meta)).bytes
  }

  #note(part: Part): Promise<void> {
    const { job } = this.#step
    return inScope(this.#app.cells.of(job.shard), { org: job.org }, db => putPart(db, job, 'output', part))
  }

  /** Writes the gathered records, then stores that the job goes on from `place`. */
  async flush(place: ExportPlace, total?: number): Promise<void> {
    if (this.#lines.length > 0) {
      const text = `${this.#lines.join('\n')}\n`
      this.#lines = []
      this.#bytes = 0
      await this.put(textEntry(recordsName(this.next), text))
    }
    await this.#step.save(db =>
      advanceJob(db, this.#step.job, {
        ...{ phase: 'writing', counts: this.#counts, place: { ...place, next: this.next } },
        ...(total !== undefined && { total }),
      }),
    )
  }

  /** Writes the checksums of all entries, and the end of the archive. */
  async end(): Promise<void> {
    const { job } = this.#step
    const cell = this.#app.cells.of(job.shard)
    const { checksumBytes } = await inScope(cell, { org: job.org }, db => sumParts(db, job, 'output'))
    await this.put({ name: checksumsName, bytes: checksumBytes, body: this.#checksums() })
    const bytes = await this.#store(packEnd())
    await this.#note({ part: this.next, bytes, name: null, sha256: null })
  }

  async *#checksums(): AsyncGenerator<Uint8Array> {
    const { job } = this.#step
    const most = 1_000
    for (let after = -1; ; ) {
      const page = await inScope(this.#app.cells.of(job.shard), { org: job.org }, db =>
        listParts(db, job, 'output', after, most),
      )
      const lines = page.flatMap(({ name, sha256 }) => (name === null ? [] : `${sha256}  ${name}\n`))
      if (lines.length > 0) yield Buffer.from(lines.join(''))
      if (page.length < most) return
      after = page.at(-1)!.part
    }
  }
}
