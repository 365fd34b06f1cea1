import { pipeline, Readable, type Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { FetchError } from './fetch-error.ts'

export const acceptedCodings = 'gzip, deflate, br, zstd'

/** More than one coding is legal but never seen, and useful for decompression bombs. */
const maxCodings = 2
/** The web may use a window of 8 MiB at most (RFC 9659); the decoder would allow 128. */
const zstdWindowLog = 23

/**
 * Reads and decompresses a body up to a number of bytes. The limit applies to each layer as the bytes come, so a
 * decompression bomb costs no more than its limit.
 */
export async function readBody(
  body: Readable,
  { encoding, maxBytes }: { encoding: string; maxBytes: number },
): Promise<Buffer> {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map(coding => coding.trim())
    .filter(coding => coding !== '' && coding !== 'identity')
  if (codings.length > maxCodings)
    throw new FetchError('fetch.http_error', `The answer is compressed ${codings.length} times over`)
  let unpacked: AsyncIterable<Buffer> = limit(body, maxBytes)
  for (const coding of codings.reverse()) unpacked = limit(await unpack(unpacked, coding), maxBytes)
  const parts: Buffer[] = []
  for await (const part of unpacked) parts.push(part)
  return Buffer.concat(parts)
}

async function* limit(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const part of source) {
    bytes += part.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    yield part
  }
}

export function tooLarge(maxBytes: number): FetchError {
  return new FetchError('fetch.too_large', `The page or file is larger than ${maxBytes} bytes`)
}

async function unpack(packed: AsyncIterable<Buffer>, coding: string): Promise<Readable> {
  const source = packed[Symbol.asyncIterator]()
  const first = await source.next()
  if (first.done) return Readable.from([])
  const whole = (async function* () {
    yield first.value
    yield* { [Symbol.asyncIterator]: () => source }
  })()
  const decoder = decoderOf(coding, first.value)
  pipeline(Readable.from(whole), decoder, () => {
    // An error of either side ends the decoder, and its reader gets it.
  })
  return decoder
}

function decoderOf(coding: string, first: Buffer): Transform {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip()
  if (coding === 'br') return createBrotliDecompress()
  if (coding === 'zstd')
    return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog } })
  // Servers send two formats as `deflate`: zlib, or raw deflate data without the zlib header.
  if (coding === 'deflate') return (first[0]! & 0x0f) === 8 ? createInflate() : createInflateRaw()
  throw new FetchError('fetch.http_error', 'The server used a compression that was not asked for')
}
