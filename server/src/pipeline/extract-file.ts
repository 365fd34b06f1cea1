import { extname } from 'node:path'
import { type BlobStore, BlobUnavailable } from '../blobs/blob-store.ts'
import type { ClaimedDocument } from '../lanes/slice.ts'
import { failed, next, type Outcome, retry } from './outcome.ts'

/** More text than this is no document but a data set. */
const maxBytes = 10_000_000

const textEndings = new Set([
  '.md',
  '.markdown',
  '.txt',
  '.text',
  '.json',
  '.jsonl',
  '.csv',
  '.tsv',
  '.html',
  '.htm',
])
const textTypes = new Set([
  'application/json',
  'application/x-ndjson',
  'application/csv',
  'application/markdown',
])

/** The text of a file that is text. The other formats end here, with a code that says so. */
export async function extractFile(blobs: BlobStore, document: ClaimedDocument): Promise<Outcome<string>> {
  if (!isText(document))
    return failed('extract.unsupported_type', `Files of type ${document.fileType} cannot be read yet`)
  try {
    const found = await blobs.get(document.blobKey!)
    if (!found) return failed('internal', 'The file is gone from the blob store')
    if (found.bytes > maxBytes) {
      found.body.destroy()
      return failed('extract.too_large', `The file holds more than ${maxBytes} bytes of text`)
    }
    return decode(Buffer.concat(await found.body.toArray()))
  } catch (error) {
    if (!(error instanceof BlobUnavailable)) throw error
    return retry(document.attempts, 'internal', 'The blob store does not answer')
  }
}

function isText({ fileName, fileType }: ClaimedDocument): boolean {
  const type = (fileType ?? '').toLowerCase().split(';')[0]!.trim()
  if (type.startsWith('text/') || textTypes.has(type)) return true
  // Many senders do not know the type of what they send, and say so.
  return (
    (type === '' || type === 'application/octet-stream') &&
    textEndings.has(extname(fileName ?? '').toLowerCase())
  )
}

function decode(bytes: Buffer): Outcome<string> {
  try {
    // Postgres has no place for U+0000.
    return next(new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\0', '\ufffd'))
  } catch {
    return failed('extract.malformed', 'The file says it is text, but it is not UTF-8')
  }
}
