import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { z } from 'zod'
import { BlobTooLarge } from '../../../platform/blobs/blob-store.ts'
import { inScope } from '../../../platform/db/tx.ts'
import { containerTagSchema, updateContainerBody } from '../../containers/schema.ts'
import type { ArchiveApp, Step } from '../archive-app.ts'
import { ArchiveError } from '../archive-error.ts'
import {
  archiveFormat,
  archiveVersion,
  checksumsName,
  embeddingModelSchema,
  isFileName,
  isRecordsName,
  limits,
  type Manifest,
  manifestName,
  manifestSchema,
} from '../format.ts'
import { partKey, readParts } from '../job-files.ts'
import { sumParts } from '../part-store.ts'
import { type RecordType, recordSpecs, recordTypes } from '../records.ts'
import { checkRecord, malformed, parseLine } from './check-record.ts'
import { isOurId } from './map-ids.ts'
import { splitLines } from './split-lines.ts'
import type { StageWriter } from './staging.ts'
import { isTarFault } from './upload-files.ts'

/** Reads an uploaded archive to its end, checks all of it and stages its records. */
export async function readArchive(app: ArchiveApp, step: Step, stage: StageWriter): Promise<void> {
  const { job } = step
  const { bytes } = await inScope(app.cells.of(job.shard), { org: job.org }, db =>
    sumParts(db, job, 'upload'),
  )
  const reader = new ArchiveReader(app, step, stage)
  try {
    const tar = Readable.toWeb(
      Readable.from(measured(unpack(readParts(app, job, 'upload')), bytes)),
    ) as ReadableStream<Uint8Array>
    for await (const entry of tar.pipeThrough(createTarDecoder({ strict: true }))) await reader.read(entry)
  } catch (error) {
    throw asArchiveError(error, reader.hasBegun)
  }
  await reader.end()
}

/** Gzip members may follow each other; Node reads them as one stream. */
function unpack(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const source = Readable.from(packed)
  const gunzip = createGunzip()
  source.on('error', error => gunzip.destroy(error))
  return source.pipe(gunzip)
}

async function* measured(
  unpacked: AsyncIterable<Uint8Array>,
  packedBytes: number,
): AsyncGenerator<Uint8Array> {
  const most = Math.max(limits.leastBytes, packedBytes * limits.ratio)
  let bytes = 0
  for await (const chunk of unpacked) {
    bytes += chunk.length
    if (bytes > most) throw new ArchiveError('archive.bomb')
    yield chunk
  }
}

function asArchiveError(error: unknown, hasBegun: boolean): unknown {
  if (error instanceof ArchiveError) return error
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code === 'Z_BUF_ERROR' || /truncated|unexpected end/i.test(message))
    return new ArchiveError(hasBegun ? 'archive.truncated' : 'archive.unreadable', undefined, {
      cause: error,
    })
  if (code === 'Z_DATA_ERROR' && hasBegun)
    return new ArchiveError('archive.checksum_mismatch', undefined, { cause: error })
  if (code?.startsWith('Z_') || (code === undefined && isTarFault(error)))
    return new ArchiveError('archive.unreadable', undefined, { cause: error })
  return error
}

const containerRecord = updateContainerBody.extend({
  record: z.literal('container'),
  id: z.string().refine(isOurId),
  tag: containerTagSchema,
  createdAt: z.string().max(40),
  embedding: embeddingModelSchema.nullable(),
})

const questionRecord = z.strictObject({
  record: z.literal('question'),
  id: z.string().refine(isOurId),
  question: z.string().max(10_000),
  expected: z.array(z.string().max(255)).max(1_000),
  containerTag: containerTagSchema.nullable(),
  createdAt: z.string().max(40),
})

const settingsRecord = z.strictObject({
  record: z.literal('settings'),
  settings: z.record(z.string(), z.unknown()),
})

/** A document or memory with the lines that follow it. */
type OpenUnit = { type: RecordType; id: string; lines: string[]; bytes: number }

class ArchiveReader {
  hasBegun = false
  readonly #app: ArchiveApp
  readonly #step: Step
  readonly #stage: StageWriter
  readonly #sums = createHash('sha256')
  readonly #names = new Set<string>()
  #manifest: Manifest | undefined
  #dimensions = 0
  #isInContainer = false
  #unit: OpenUnit | undefined
  #isEnded = false

  constructor(app: ArchiveApp, step: Step, stage: StageWriter) {
    this.#app = app
    this.#step = step
    this.#stage = stage
  }

  async read({ header, body }: ParsedTarEntry): Promise<void> {
    const { name, type = 'file', size } = header
    const isKnown = name === manifestName || name === checksumsName || isRecordsName(name) || isFileName(name)
    const isFirst = this.#names.size === 0
    if (isFirst && name !== manifestName) throw new ArchiveError('archive.unreadable')
    if (!isKnown || type !== 'file' || this.#names.has(name) || this.#isEnded)
      throw new ArchiveError('archive.unexpected_entry', name.slice(0, 100))
    if (this.#names.size > limits.entries) throw new ArchiveError('archive.bomb')
    this.#names.add(name)
    const digest = createHash('sha256')
    const bytes = digested(body as unknown as AsyncIterable<Uint8Array>, digest)
    if (name === checksumsName) return this.#readChecksums(bytes)
    if (name === manifestName) await this.#readManifest(await readText(bytes, size))
    else if (isFileName(name)) await this.#storeFile(name, bytes)
    else await this.#readRecords(name, bytes)
    this.#sums.update(`${digest.digest('hex')}  ${name}\n`)
  }

  async #readManifest(text: string): Promise<void> {
    const read = await parseLine(text, manifestName)
    if (read.format !== archiveFormat) throw new ArchiveError('archive.unreadable')
    if (typeof read.version === 'number' && read.version > archiveVersion)
      throw new ArchiveError('archive.newer_version', `format version ${read.version}`)
    const checked = manifestSchema.safeParse(read)
    if (!checked.success) throw malformed(manifestName)
    const { containerTag, options } = this.#step.job
    const isBound = containerTag !== null || options.mayOrganize !== true
    if (checked.data.scope === 'organization' && isBound) throw new ArchiveError('archive.needs_organization')
    this.#manifest = checked.data
    this.hasBegun = true
  }

  async #storeFile(name: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    const key = partKey(this.#step.job, 'stagedFile', Number(name.slice('files/'.length)))
    const { maxFileBytes, blobs } = this.#app
    await blobs
      .put(key, body, { contentType: 'application/octet-stream', maxBytes: maxFileBytes })
      .catch(error => {
        throw error instanceof BlobTooLarge ? new ArchiveError('archive.file_too_large', name) : error
      })
  }

  async #readRecords(name: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    let number = 0
    for await (const line of splitLines(body, limits.lineBytes, 'archive')) {
      const where = `${name}, line ${++number}`
      await this.#readRecord(line, await parseLine(line, where), where)
    }
    this.#step.signal.throwIfAborted()
  }

  async #readRecord(line: string, record: Record<string, unknown>, where: string): Promise<void> {
    if (record.record === 'container') return this.#openContainer(record, where)
    if (record.record === 'settings' || record.record === 'question')
      return this.#addOrganizationLine(line, record, where)
    const type = recordTypes.find(each => each === record.record)
    if (!type || !this.#isInContainer) throw malformed(where)
    checkRecord(type, record, where)
    this.#checkVector(record, where)
    const { parent } = recordSpecs[type]
    if (parent) return this.#addToUnit(type, line, record, where)
    await this.#closeUnit()
    this.#unit = { type, id: record.id as string, lines: [line], bytes: line.length }
  }

  /** A vector of another length would make every search of the container fail. */
  #checkVector({ vector }: Record<string, unknown>, where: string): void {
    if (typeof vector === 'string' && vector.split(',').length !== this.#dimensions) throw malformed(where)
  }

  #addToUnit(type: RecordType, line: string, record: Record<string, unknown>, where: string): void {
    const parent = recordSpecs[type].parent!
    const unit = this.#unit
    if (!unit || unit.type !== parent.type || record[parent.field] !== unit.id)
      throw new ArchiveError('archive.foreign_id', where)
    if (type === 'statedFact' && record.document) throw new ArchiveError('archive.foreign_id', where)
    if (typeof record.file === 'string' && !(isFileName(record.file) && this.#names.has(record.file)))
      throw new ArchiveError('archive.foreign_id', where)
    const hasFile = typeof record.file === 'string'
    if (
      type === 'revision' &&
      hasFile !== (typeof record.fileName === 'string' && typeof record.fileType === 'string')
    )
      throw malformed(where)
    unit.lines.push(line)
    unit.bytes += line.length
    if (unit.bytes > limits.recordsBytes) throw new ArchiveError('archive.line_too_long', where)
  }

  async #closeUnit(): Promise<void> {
    const unit = this.#unit
    this.#unit = undefined
    if (unit) await this.#stage.add(unit.lines)
  }

  async #openContainer(record: Record<string, unknown>, where: string): Promise<void> {
    const { success, data } = containerRecord.safeParse(record)
    if (!success) throw malformed(where)
    await this.#closeUnit()
    if (this.#isInContainer && this.#manifest!.scope === 'container') throw malformed(where)
    this.#isInContainer = true
    this.#dimensions = data.embedding?.dimensions ?? 0
    const tag = this.#step.job.containerTag ?? data.tag
    await this.#stage.open(
      { staged: 'container', org: this.#manifest!.organization.id, container: data },
      tag,
    )
  }

  async #addOrganizationLine(line: string, record: Record<string, unknown>, where: string): Promise<void> {
    const schema = record.record === 'settings' ? settingsRecord : questionRecord
    const isFine =
      !this.#isInContainer && this.#manifest!.scope === 'organization' && schema.safeParse(record).success
    if (!isFine) throw malformed(where)
    if (this.#stage.units === 0)
      await this.#stage.open({ staged: 'organization', org: this.#manifest!.organization.id }, null)
    await this.#stage.add([line])
  }

  /** The checksums of all entries have to be those that were computed while the entries were read. */
  async #readChecksums(body: AsyncIterable<Uint8Array>): Promise<void> {
    const stated = createHash('sha256')
    for await (const chunk of body) stated.update(chunk)
    if (stated.digest('hex') !== this.#sums.digest('hex')) throw new ArchiveError('archive.checksum_mismatch')
    this.#isEnded = true
  }

  async end(): Promise<void> {
    if (!this.hasBegun) throw new ArchiveError('archive.unreadable')
    if (!this.#isEnded) throw new ArchiveError('archive.truncated')
    await this.#closeUnit()
    await this.#stage.flush()
  }
}

async function* digested(
  body: AsyncIterable<Uint8Array>,
  digest: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    digest.update(chunk)
    yield chunk
  }
}

const mostManifestBytes = 64 * 1024

async function readText(body: AsyncIterable<Uint8Array>, size: number): Promise<string> {
  if (size > mostManifestBytes) throw new ArchiveError('archive.unreadable')
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
