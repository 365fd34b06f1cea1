import type { ClaimedDocument } from '../../platform/lanes/slice.ts'
import { encodeId } from '../../platform/lib/ids.ts'
import type { Logger } from '../../platform/telemetry/logger.ts'
import { laneName } from './trace-work.ts'

type LoggedDocument = Pick<ClaimedDocument, 'id' | 'org' | 'requestId'>

/**
 * Writes one line for each document at debug level. With the line of the request and the warning of a failure they tell
 * the life of a document, found by its id or by that of the request.
 */
export function reportDocuments(
  logger: Logger,
  documents: readonly LoggedDocument[],
  event: string,
  facts: object = {},
): void {
  // Encoding an id takes some microseconds, and a slice has up to 64.
  if (!logger.isLevelEnabled('debug')) return
  for (const document of documents) logger.debug({ ...idsOf(document), ...facts }, event)
}

export function reportClaim(logger: Logger, documents: readonly ClaimedDocument[]): void {
  for (const document of documents) {
    const { lane, revision, attempts } = document
    reportDocuments(logger, [document], 'a document was claimed', {
      lane: laneName(lane),
      revision,
      attempts,
    })
  }
}

function idsOf({ id, org, requestId }: LoggedDocument) {
  return { documentId: encodeId(id), organizationId: org, requestId: requestId ?? undefined }
}
