import { type BlobStore, BlobUnavailable } from '../../../platform/blobs/blob-store.ts'
import { BoxUnavailable } from '../../../platform/extraction/box/sandbox.ts'
import { ExtractError, type Extraction } from '../../../platform/extraction/extraction.ts'
import type { ClaimedDocument } from '../../../platform/lanes/slice.ts'
import { TranscribeError } from '../../../platform/providers/transcription/transcriber.ts'
import { failed, next, type Outcome, retry, wait } from '../outcome.ts'
import type { FileReader, ReadOptions } from './file-reader.ts'

const maxTitleChars = 255
const maxUrlChars = 2048

/** Extracts the text of a document's file, and its structure. */
export async function extractFile(
  blobs: BlobStore,
  reader: FileReader,
  document: ClaimedDocument,
  options: ReadOptions,
): Promise<Outcome<Extraction>> {
  try {
    const found = await blobs.get(document.blobKey!)
    if (!found) return failed('internal', 'The file is missing from the file store')
    const bytes = Buffer.concat(await found.body.toArray())
    const name = document.fileName ?? ''
    const contentType = document.fileType ?? 'application/octet-stream'
    const file = { bytes, name, contentType, ...(document.url !== null && { url: document.url }) }
    return next(settle(await reader.read(file, options)))
  } catch (error) {
    if (error instanceof BlobUnavailable)
      return retry(document.attempts, 'internal', 'The file store does not respond')
    if (error instanceof BoxUnavailable) return wait(withoutBoxMs, 'extract.sandbox_unavailable', noBox)
    if (error instanceof TranscribeError) return hearAgain(document, error)
    if (!(error instanceof ExtractError)) throw error
    // A machine that runs out of memory may kill the wrong process, so the file gets one more attempt.
    if (error.code === 'extract.crashed' && document.attempts < 2)
      return retry(document.attempts, error.code, error.message)
    return failed(error.code, error.message)
  }
}

/** The file is not at fault. It waits for the operator, who finds the reason in the log and in `reverie doctor`. */
const withoutBoxMs = 60_000
const noBox = 'The server has no sandbox to read files in; the document waits for one'

/** Pause after a 429 without a Retry-After. */
const defaultWaitMs = 5_000

function hearAgain({ attempts }: ClaimedDocument, { code, message, retryAfterMs }: TranscribeError) {
  return code === 'transcribe.rate_limited'
    ? wait(retryAfterMs ?? defaultWaitMs, code, message)
    : retry(attempts, code, message)
}

/** Cleans what a file says about itself. Offsets stay valid, because every replacement has the length of the original. */
function settle({ text, title, author, date, ogImage, ...rest }: Extraction): Extraction {
  const madeAt = date === undefined ? Number.NaN : Date.parse(date)
  const [titleLine, authorLine] = [title, author].map(toLine)
  return {
    ...rest,
    // Postgres cannot store U+0000 or half a surrogate pair.
    text: text.replaceAll('\0', '\ufffd').toWellFormed(),
    ...(titleLine && { title: titleLine }),
    ...(authorLine && { author: authorLine }),
    ...(madeAt <= Date.now() && madeAt > 0 && { date: new Date(madeAt).toISOString() }),
    ...(ogImage && ogImage.length <= maxUrlChars && /^https?:/.test(ogImage) && { ogImage }),
  }
}

/** The cut may halve a character, which is then left out. */
function toLine(said: string | undefined): string | undefined {
  const line = said?.replaceAll('\0', '').replace(/\s+/g, ' ').trim().toWellFormed()
  return line?.slice(0, maxTitleChars).replace(/[\ud800-\udbff]$/, '')
}
