import { inflateRawSync } from 'node:zlib'
import { ExtractError } from '../extraction.ts'
import { dataStart, readDirectory, type ZipEntry } from './directory.ts'

export type ZipLimits = { entryBytes: number; totalBytes: number }

/** XML of a thousand pages has 20 MB; of a million cells, 100 MB. The total counts everything read from one archive. */
const usualLimits: ZipLimits = { entryBytes: 150_000_000, totalBytes: 400_000_000 }

/** An archive whose sizes are measured, not trusted. Names are only compared, never used as paths. */
export class Zip {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #entries = new Map<string, ZipEntry>()
  readonly #limits: ZipLimits
  #totalBytes = 0

  constructor(bytes: Uint8Array, limits = usualLimits) {
    this.#limits = limits
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (const entry of readDirectory(bytes)) this.#entries.set(toKey(entry.name), entry)
    if (this.#entries.size === 0) throw new ExtractError('extract.malformed', 'The file is not a zip archive')
  }

  get names(): string[] {
    return [...this.#entries.values()].map(entry => entry.name.replaceAll('\\', '/').replace(/^\/+/, ''))
  }

  has(name: string): boolean {
    return this.#entries.has(toKey(name))
  }

  /** The data of an entry; undefined when no entry has the name. */
  read(name: string): Uint8Array | undefined {
    const entry = this.#entries.get(toKey(name))
    if (!entry) return undefined
    if (entry.isEncrypted) throw new ExtractError('extract.encrypted', 'The archive needs a password')
    const start = dataStart(this.#view, entry)
    const content = inflate(
      this.#bytes.subarray(start, start + entry.compressedSize),
      entry.method,
      this.#limits.entryBytes,
    )
    this.#totalBytes += content.length
    if (this.#totalBytes > this.#limits.totalBytes) throw tooLarge()
    return content
  }
}

/** Programs disagree about case and slashes in names. */
function toKey(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}

function inflate(data: Uint8Array, method: number, maxBytes: number): Uint8Array {
  if (method === 0) return data
  if (method !== 8)
    throw new ExtractError(
      'extract.malformed',
      `The archive uses compression method ${method}, which is not supported`,
    )
  try {
    return inflateRawSync(data, { maxOutputLength: maxBytes })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw new ExtractError('extract.malformed', 'The archive is damaged', { cause: error })
  }
}

function tooLarge(): ExtractError {
  return new ExtractError('extract.too_large', 'The unpacked archive exceeds the size limit')
}
