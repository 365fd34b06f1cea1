import { DocumentFailedError, ReverieError } from './errors.ts'
import { pause } from './pause.ts'
import type { Document } from './types.ts'

export type WaitOptions = {
  /** Also waits until dreaming has ended; `dreamingOutcome` then has its result. */
  memories?: boolean
  /** Called at the start and after every change of the status. */
  onProgress?: (document: Document) => void
  /** Time limit in milliseconds. Default: ten minutes. */
  timeoutMs?: number
  signal?: AbortSignal
}

type Attempt = { errorCode: string | null; errorMessage: string | null }

const firstPauseMs = 100
const longestPauseMs = 2_000

/** Polls with growing pauses: most texts are done within a second, and large files within minutes. */
export async function untilDone(
  id: string,
  getDocument: () => Promise<Document>,
  getAttempts: () => Promise<Attempt[]>,
  { memories = false, onProgress, timeoutMs = 600_000, signal }: WaitOptions,
): Promise<Document> {
  const deadline = Date.now() + timeoutMs
  let reported: string | undefined
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const document = await getDocument()
    const state = memories ? `${document.status} ${document.dreamingStatus}` : document.status
    if (state !== reported) onProgress?.(document)
    reported = state
    if (document.status === 'failed') throw await explain(document, getAttempts)
    if (document.status === 'done' && !(memories && document.dreamingStatus === 'dreaming')) return document
    if (Date.now() + pauseMs > deadline)
      throw new ReverieError(
        `Document ${id} is still ${nameOf(document)} after ${timeoutMs} ms. Wait again, or raise timeoutMs`,
        {
          code: 'client.timeout',
        },
      )
    await pause(pauseMs, signal)
  }
}

function nameOf({ status, dreamingOutcome }: Document): string {
  if (status !== 'done') return status
  if (dreamingOutcome?.outcome !== 'waiting') return 'dreaming'
  return `waiting for dreaming until ${dreamingOutcome.until} (${dreamingOutcome.errorCode})`
}

/** The reason is in the document, or for an older server in its latest attempt. */
async function explain(
  { id, errorCode, errorMessage }: Document,
  getAttempts: () => Promise<Attempt[]>,
): Promise<DocumentFailedError> {
  const telling = errorCode
    ? { errorCode, errorMessage }
    : (await getAttempts()).find(attempt => attempt.errorCode !== null)
  return new DocumentFailedError(
    id,
    telling?.errorCode ?? 'internal',
    telling?.errorMessage ?? 'no reason was given',
  )
}
