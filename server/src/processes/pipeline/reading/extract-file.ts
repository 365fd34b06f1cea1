import { type BlobContent, type BlobStore, BlobUnavailable } from '../../../platform/blobs/blob-store.ts'
import { BoxUnavailable } from '../../../platform/extraction/box/sandbox.ts'
import { ExtractError, type Extraction } from '../../../platform/extraction/extraction.ts'
import { gateNames, type StageGates } from '../../../platform/lanes/gate-names.ts'
import type { ClaimedDocument } from '../../../platform/lanes/slice.ts'
import { TranscribeError } from '../../../platform/providers/transcription/transcriber.ts'
import { blocked, failed, next, type Outcome, retry, wait } from '../outcome.ts'
import type { FileReader, ReadOptions } from './file-reader.ts'
import { withoutFiles } from './without-files.ts'

const maxTitleChars = 255
const maxUrlChars = 2048

/** Extracts the text of a document's file, and its structure. */
export async function extractFile(
  blobs: BlobStore,
  reader: FileReader,
  document: ClaimedDocument,
  options: ReadOptions,
  gates?: StageGates,
): Promise<Outcome<Extraction>> {
  try {
    if (isRecording(document) && (await gates?.isShut(gateNames.transcription))) return waitForTranscriber()
    const found = await blobs.get(document.blobKey!)
    if (!found) return await withoutFile(gates)
    const bytes = await readWhole(found)
    const name = document.fileName ?? ''
    const contentType = document.fileType ?? 'application/octet-stream'
    const file = { bytes, name, contentType, ...(document.url !== null && { url: document.url }) }
    return next(settle(await reader.read(file, options)))
  } catch (error) {
    if (error instanceof BlobUnavailable) return await withoutFiles(document, error, gates)
    if (error instanceof BoxUnavailable) return wait(withoutBoxMs, 'extract.sandbox_unavailable', noBox)
    if (error instanceof TranscribeError) return await hearAgain(document, error, gates)
    if (!(error instanceof ExtractError)) throw error
    // A machine that runs out of memory may kill the wrong process, so the file gets one more attempt.
    if (error.code === 'extract.crashed' && document.attempts < 2)
      return retry(document.attempts, error.code, error.message)
    return failed(error.code, error.message)
  }
}

/** An empty volume in the place of the store has no files either; but it also lacks the folder for new ones. */
async function withoutFile(gates: StageGates | undefined): Promise<Outcome<never>> {
  if (await gates?.isDown(gateNames.blobs))
    return blocked(gateNames.blobs, 'internal', 'The file store does not respond')
  return failed('internal', 'The file is missing from the file store')
}

async function readWhole({ body }: BlobContent): Promise<Buffer> {
  const parts = await body.toArray().catch(error => {
    throw new BlobUnavailable(error)
  })
  return Buffer.concat(parts)
}

/** The file is not at fault. It waits for the operator, who finds the reason in the log and in `reverie doctor`. */
const withoutBoxMs = 60_000
const noBox = 'The server has no sandbox to read files in; the document waits for one'

/** Pause after a 429 without a Retry-After. */
const defaultWaitMs = 5_000

async function hearAgain(
  { attempts }: ClaimedDocument,
  { code, message, retryAfterMs }: TranscribeError,
  gates: StageGates | undefined,
): Promise<Outcome<never>> {
  if (code === 'transcribe.rate_limited') return wait(retryAfterMs ?? defaultWaitMs, code, message)
  if (code === 'transcribe.provider_unavailable' && (await gates?.isDown(gateNames.transcription)))
    return waitForTranscriber(message)
  return retry(attempts, code, message)
}

/** Other files of the lane need no transcriber, so the recording waits alone and looks at the gate now and then. */
const transcriberPauseMs = 20_000

function waitForTranscriber(message = 'The transcriber does not respond'): Outcome<never> {
  return blocked(gateNames.transcription, 'transcribe.provider_unavailable', message, transcriberPauseMs)
}

const isRecording = ({ fileType }: ClaimedDocument) => /^(audio|video)\//.test(fileType ?? '')

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
