import type { Principal } from '../../platform/access/principal.ts'
import { AppError } from '../../platform/errors.ts'
import type { LaneKind } from '../../platform/lanes/lane.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import { type Accepted, type AddDocuments, wakeLane } from './add-document.ts'
import { changeFound } from './find-and-work.ts'
import type { DocumentName } from './get-document.ts'
import { dreamOnceMore, type LockedState, lockState, requeueFailed } from './retry-store.ts'

/** Starts what failed again, with fresh attempts: the processing of a document, or only its dreaming. */
export async function retryDocument(
  { cells, wakes }: Pick<AddDocuments, 'cells' | 'wakes'>,
  principal: Principal,
  name: DocumentName,
): Promise<Accepted> {
  return changeFound(cells, principal, name, async (db, { shard, org, container, id }) => {
    const key = { shard, org, container }
    const state = await lockState(db, key, id)
    if (!state) return undefined
    if (state.status !== 'failed') throw new AppError('request.conflict', { message: notFailed(state) })
    if (state.isIndexed && state.dreamingStatus === 'failed') {
      await dreamOnceMore(db, key, [id])
      await wakeDreams(db, wakes.of(shard), key, 0)
      return { id, status: 'done' as const }
    }
    await requeueFailed(db, key, id)
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
