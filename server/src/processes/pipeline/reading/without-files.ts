import { BlobStoreFull, type BlobUnavailable } from '../../../platform/blobs/blob-store.ts'
import { gateNames, type StageGates } from '../../../platform/lanes/gate-names.ts'
import type { ClaimedDocument } from '../../../platform/lanes/slice.ts'
import { blocked, type Outcome, retry } from '../outcome.ts'

/**
 * What becomes of a document whose file could not be read or written. A full store is nobody's fault. A store that also
 * fails a file of our own is down; otherwise the fault lies with this one file.
 */
export async function withoutFiles(
  { attempts }: Pick<ClaimedDocument, 'attempts'>,
  error: BlobUnavailable,
  gates: StageGates | undefined,
): Promise<Outcome<never>> {
  const message =
    error instanceof BlobStoreFull ? 'The file store is full' : 'The file store does not respond'
  if (gates && (error instanceof BlobStoreFull || (await gates.isDown(gateNames.blobs))))
    return blocked(gateNames.blobs, 'internal', message)
  return retry(attempts, 'internal', message)
}
