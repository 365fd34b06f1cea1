import { ReverieError } from './errors.ts'
import { pause } from './pause.ts'
import type { ArchiveJob } from './types.ts'

export type JobWait = {
  /** Called at the start and whenever the job has made progress. */
  onProgress?: (job: ArchiveJob) => void
  /** Time limit in milliseconds. Default: one day. */
  timeoutMs?: number
  signal?: AbortSignal
}

const longestPauseMs = 2_000

/** Polls with growing pauses. A job that failed is thrown with its own code. */
export async function untilJobEnds(
  name: string,
  get: () => Promise<ArchiveJob>,
  { onProgress, timeoutMs = 86_400_000, signal }: JobWait,
): Promise<ArchiveJob> {
  const deadline = Date.now() + timeoutMs
  for (let pauseMs = 100; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const job = await get()
    onProgress?.(job)
    if (job.status === 'done') return job
    if (job.status === 'failed')
      throw new ReverieError(`${name} has failed: ${job.errorMessage}`, { code: job.errorCode ?? 'internal' })
    if (Date.now() + pauseMs > deadline)
      throw new ReverieError(`${name} is still ${job.status} after ${timeoutMs} ms. Wait again`, {
        code: 'client.timeout',
      })
    await pause(pauseMs, signal)
  }
}
