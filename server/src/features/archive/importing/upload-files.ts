import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { ArchiveError } from '../archive-error.ts'
import { limits } from '../format.ts'

/** A file of an upload. Its name is only compared and stored, never used as a path. */
export type UploadFile = {
  name: string
  body: AsyncIterable<Uint8Array>
  /** It is the whole upload, so that its name says nothing: `conversations (1).json`. */
  isWhole?: true
}

const mostEntries = 200_000

/** modern-tar's errors have no code of their own. */
export const isTarFault = (error: unknown): boolean =>
  /\btar\b|\bustar\b|global attributes|^Invalid EOF/i.test((error as Error).message ?? '')

/**
 * The files of an upload: of a zip, of a tar (also compressed), or the upload itself. Each is read to its end, or skipped, before
 * the next one comes.
 */
export async function* listUploadFiles(
  upload: AsyncIterable<Uint8Array>,
  { name, bytes }: { name: string; bytes: number },
): AsyncGenerator<UploadFile> {
  const [head, whole] = await peek(upload)
  const most = Math.max(limits.leastBytes, bytes * limits.ratio)
  if (isZip(head)) yield* filesOfZip(whole, most)
  else if (isGzip(head)) {
    const source = Readable.from(whole)
    const gunzip = createGunzip()
    source.on('error', error => gunzip.destroy(error))
    const [innerHead, inner] = await peek(measured(source.pipe(gunzip), most))
    const unpacked = { name: name.replace(/\.gz$/, ''), body: inner, isWhole: true } as const
    yield* isTar(innerHead) ? filesOfTar(inner) : [unpacked]
  } else if (isTar(head)) yield* filesOfTar(whole)
  else yield { name, body: whole, isWhole: true }
}

/** macOS adds files of its own to every zip and tar. */
const isOfMacOs = (name: string) => /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/.test(name)

const isZip = (head: Buffer) => head.length > 4 && head.readUInt32LE(0) === 0x04034b50
const isGzip = (head: Buffer) => head[0] === 0x1f && head[1] === 0x8b
const isTar = (head: Buffer) => head.toString('latin1', 257, 262) === 'ustar'

const headBytes = 512

/** The first bytes, and all bytes with them. */
async function peek(source: AsyncIterable<Uint8Array>): Promise<[Buffer, AsyncIterable<Uint8Array>]> {
  const iterator = source[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  while (head.length < headBytes) {
    const { done, value } = await iterator.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield head
      for (;;) {
        const { done, value } = await iterator.next()
        if (done) return
        yield value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return [head, whole()]
}

async function* measured(body: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > most) throw new ArchiveError('archive.bomb')
    yield chunk
  }
}

async function* filesOfTar(tar: AsyncIterable<Uint8Array>): AsyncGenerator<UploadFile> {
  const source = Readable.toWeb(Readable.from(tar)) as ReadableStream<Uint8Array>
  let entries = 0
  for await (const { header, body } of source.pipeThrough(createTarDecoder({ strict: true }))) {
    if (++entries > mostEntries) throw new ArchiveError('archive.bomb')
    if ((header.type ?? 'file') === 'file' && !isOfMacOs(header.name))
      yield { name: header.name, body: body as unknown as AsyncIterable<Uint8Array> }
    if (!body.locked) await body.cancel()
  }
}

/** The directory of a zip is at its end, so the zip is stored in a temporary file first. */
async function* filesOfZip(zip: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<UploadFile> {
  const folder = await mkdtemp(join(tmpdir(), 'reverie-import-'))
  try {
    const path = join(folder, 'upload.zip')
    await pipeline(Readable.from(zip), createWriteStream(path, { mode: 0o600 }))
    const file = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(asMalformed)
    try {
      if (file.entryCount > mostEntries) throw new ArchiveError('archive.bomb')
      let left = most
      for await (const entry of file.eachEntry()) {
        if (entry.fileName.endsWith('/')) continue
        if (entry.isEncrypted()) throw new ArchiveError('import.malformed', 'the zip needs a password')
        left -= entry.uncompressedSize
        if (left < 0) throw new ArchiveError('archive.bomb')
        if (isOfMacOs(entry.fileName)) continue
        yield { name: entry.fileName, body: bodyOf(file, entry) }
      }
    } catch (error) {
      asMalformed(error)
    } finally {
      file.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Opened when it is read: an entry that is skipped would keep the temporary file open. yauzl ends the stream with an error when
 * the entry is longer than its header says.
 */
async function* bodyOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    yield* await zip.openReadStreamPromise(entry)
  } catch (error) {
    asMalformed(error)
  }
}

/** yauzl's errors have no code of their own; ours and those of the system do. */
function asMalformed(error: unknown): never {
  if (error instanceof ArchiveError || (error as { code?: string }).code) throw error
  throw new ArchiveError('import.malformed', (error as Error).message, { cause: error })
}
