import { DocumentFailedError, ReverieError } from './errors.ts'
import { pause } from './pause.ts'
import type { Document } from './types.ts'

export type WaitOptions = {
  /** Told at the beginning and whenever the status has changed. */
  onProgress?: (document: Document) => void
  /** Gives up after so long; ten minutes unless said. */
  timeoutMs?: number
  signal?: AbortSignal
}

type Attempt = { errorCode: string | null; errorMessage: string | null }

const firstPauseMs = 100
const longestPauseMs = 2_000

/** Most texts are done within a second and large files within minutes, so it asks ever less often. */
export async function untilDone(
  id: string,
  getDocument: () => Promise<Document>,
  getAttempts: () => Promise<Attempt[]>,
  { onProgress, timeoutMs = 600_000, signal }: WaitOptions,
): Promise<Document> {
  const deadline = Date.now() + timeoutMs
  let reported: string | undefined
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const document = await getDocument()
    if (document.status !== reported) onProgress?.(document)
    reported = document.status
    if (document.status === 'done') return document
    if (document.status === 'failed') throw await explain(id, getAttempts)
    if (Date.now() + pauseMs > deadline)
      throw new ReverieError(`Document ${id} is still ${document.status} after ${timeoutMs} ms`, {
        code: 'client.timeout',
      })
    await pause(pauseMs, signal)
  }
}

/** Why a document failed is said of its attempts, the latest first. */
async function explain(id: string, getAttempts: () => Promise<Attempt[]>): Promise<DocumentFailedError> {
  const attempts = await getAttempts()
  const telling = attempts.find(({ errorCode }) => errorCode !== null)
  return new DocumentFailedError(
    id,
    telling?.errorCode ?? 'internal',
    telling?.errorMessage ?? 'no reason was given',
  )
}
