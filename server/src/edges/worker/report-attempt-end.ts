import { encodeId } from '../../platform/lib/ids.ts'
import type { Logger } from '../../platform/telemetry/logger.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'

/** The end of an attempt that failed or will be retried. It names the document and contains nothing of its text. */
export type AttemptEnd = {
  org: string
  id: string
  /** The request that added the document, where it is known. */
  requestId?: string | null | undefined
  stage: string
  outcome: 'retry' | 'failed'
  code: string
  attempts: number
  afterMs: number
}

/** A failed document is one warning. A retry is logged at debug level, because most retries succeed. */
export function reportAttemptEnd(
  { logger, metrics }: { logger: Logger; metrics: Metrics },
  { org, id, requestId, stage, outcome, code, attempts, afterMs }: AttemptEnd,
): void {
  const ids = { documentId: encodeId(id), organizationId: org, requestId: requestId ?? undefined }
  const line = { ...ids, code, stage, attempts }
  if (outcome === 'retry') {
    logger.debug({ ...line, retryInMs: Math.round(afterMs) }, 'a document will be retried')
    return
  }
  metrics.documentsFailed.inc({ code, stage })
  logger.warn(line, 'a document failed')
}
