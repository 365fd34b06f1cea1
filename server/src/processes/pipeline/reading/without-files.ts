import { BlobStoreFull, type BlobUnavailable } from '../../../platform/blobs/blob-store.ts'
import { gateNames, type StageGates } from '../../../platform/lanes/gate-names.ts'
import type { ClaimedDocument } from '../../../platform/lanes/slice.ts'
import { blocked, noRoomMs, type Outcome, retry, wait } from '../outcome.ts'

/**
 * What becomes of a document whose file could not be read or written. A store that also fails a file of our own is down;
 * otherwise the fault lies with this one file. Too little room for it is nobody's fault, and is not everybody's.
 */
export async function withoutFiles(
  { attempts }: Pick<ClaimedDocument, 'attempts'>,
  error: BlobUnavailable,
  gates: StageGates | undefined,
): Promise<Outcome<never>> {
  const isFull = error instanceof BlobStoreFull
  const message = isFull ? 'The file store is full' : 'The file store does not respond'
  if (await gates?.isDown(gateNames.blobs)) return blocked(gateNames.blobs, 'internal', message)
  return isFull ? wait(noRoomMs, 'internal', message) : retry(attempts, 'internal', message)
}
