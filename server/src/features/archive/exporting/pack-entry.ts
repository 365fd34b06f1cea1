import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker, packTar } from 'modern-tar'

/** An entry of the archive. Its size has to be known before its body. */
export type ArchiveEntry = { name: string; bytes: number; body: AsyncIterable<Uint8Array> }

/** Two empty blocks end a tar. */
const endBytes = 1024

/** The archive's own time for every entry, so that the same rows make the same bytes. */
const noTime = new Date(0)

/**
 * Packs one entry as a gzip member of its own. Members and tar entries can be joined, so the parts of an archive are written
 * one by one, survive a crash, and are sent one after another. `sha256` is that of the entry's body, known at the end.
 */
export function packEntry({ name, bytes, body }: ArchiveEntry): {
  packed: AsyncIterable<Uint8Array>
  sha256: Promise<string>
} {
  const digest = createHash('sha256')
  const { readable, controller } = createTarPacker()
  const written = writeBody(controller.add({ name, size: bytes, mtime: noTime, mode: 0o644 }), body, digest)
  const sha256 = written.then(
    () => {
      controller.finalize()
      return digest.digest('hex')
    },
    error => {
      controller.error(error)
      throw error
    },
  )
  sha256.catch(() => undefined)
  return { packed: compress(withoutEnd(Readable.fromWeb(readable as never))), sha256 }
}

/** Packs some small entries as one gzip member. */
export function packTexts(entries: readonly { name: string; text: string }[]): AsyncIterable<Uint8Array> {
  async function* pack(): AsyncGenerator<Uint8Array> {
    const packed = await packTar(
      entries.map(({ name, text }) => {
        const body = Buffer.from(text)
        return { header: { name, size: body.length, mtime: noTime, mode: 0o644 }, body }
      }),
    )
    yield packed.subarray(0, packed.length - endBytes)
  }
  return compress(pack())
}

/** The end of the archive, as its last part. */
export function packEnd(): AsyncIterable<Uint8Array> {
  return compress(Readable.from([Buffer.alloc(endBytes)]))
}

async function writeBody(
  entry: WritableStream<Uint8Array>,
  body: AsyncIterable<Uint8Array>,
  digest: ReturnType<typeof createHash>,
): Promise<void> {
  const writer = entry.getWriter()
  for await (const chunk of body) {
    digest.update(chunk)
    await writer.write(chunk)
  }
  await writer.close()
}

async function* withoutEnd(tar: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of tar) {
    held = Buffer.concat([held, chunk])
    if (held.length <= endBytes) continue
    yield held.subarray(0, held.length - endBytes)
    held = Buffer.from(held.subarray(held.length - endBytes))
  }
}

/** Level 6 with a fixed header: the same bytes in give the same bytes out. */
function compress(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const gzip = createGzip()
  // Its failure ends the gzip stream, and so reaches the reader.
  pipeline(Readable.from(source), gzip).catch(() => undefined)
  return gzip
}
