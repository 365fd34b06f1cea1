import type { Principal } from '../../platform/access/principal.ts'
import { AppError } from '../../platform/errors.ts'
import type { LaneKind } from '../../platform/lanes/lane.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import type { AcceptedDocument, DocumentsApp } from './add-document.ts'
import type { DocumentName } from './get-document.ts'
import { type LockedState, lockState, requeueFailed, requeueForDreaming } from './retry-store.ts'
import { wakeLane } from './wake-lane.ts'
import { withLockedDocument } from './with-document.ts'

/** Retries a failed document with all its attempts: its processing, or only its dreaming if only that failed. */
export async function retryDocument(
  { cells, wakes }: Pick<DocumentsApp, 'cells' | 'wakes'>,
  principal: Principal,
  name: DocumentName,
): Promise<AcceptedDocument> {
  return withLockedDocument(cells, principal, name, async (db, { shard, org, container, id }) => {
    const key = { shard, org, container }
    const state = await lockState(db, key, id)
    if (!state) return undefined
    if (state.status !== 'failed') throw new AppError('request.conflict', { message: notFailed(state) })
    if (state.isIndexed && state.dreamingStatus === 'failed') {
      await requeueForDreaming(db, key, [id])
      await wakeDreams(db, wakes.of(shard), key, 0)
      return { id, status: 'done' as const }
    }
    await requeueFailed(db, key, [id])
    await wakeLane(db, wakes, { ...key, kind: state.lane as LaneKind })
    return { id, status: 'queued' as const }
  })
}

function notFailed({ status, dreamingStatus }: LockedState): string {
  if (status !== 'done') return `Only a failed document can be retried: this one is ${status}`
  return dreamingStatus === 'dreaming'
    ? 'Only a failed document can be retried: this one is done, and its memories are being formed'
    : 'Only a failed document can be retried: this one is done. POST /v3/documents/reprocess reads it again'
}
